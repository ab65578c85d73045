// The projects that have a memory, and what a person can do to one as a whole.
import * as z from "zod"
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import { projectScope } from "../model/scope.ts"
import type { ListedProject } from "../store/projects/projects.ts"
import { writeProjectsList } from "../store/projects/projects-list.ts"
import { counted, thousands } from "../text/counted.ts"
import { refuseWhileInUse } from "./only-user.ts"
import { type InputOf, type Operation, operation, textArg } from "./operation.ts"

export const memoryProjects: Operation = operation({
  name: "memory_projects",
  summary:
    "List the projects that have a memory: size, where they are, when they were last seen. To change them: memory_project.",
  effect: "read",
  access: "person",
  input: {},
  async run({ app }) {
    const projects: ProjectRow[] = []
    for (const one of await app.store.projects.list()) projects.push(await rowOf(app, one))
    return { projects }
  },
  toText: ({ projects }) => projects.map(rowText).join("\n") || "No project has a memory yet.",
})

const input = {
  action: z.enum(["rename", "join", "split", "forget"]),
  name: textArg(200).optional().describe("of the project; with split, what the current folder's own one is called"),
  other: textArg(200).optional().describe("with rename its new name, with join the project that takes it in"),
  yes: z.boolean().optional().describe("forget it without asking"),
}

export const memoryProject: Operation = operation({
  name: "memory_project",
  summary: "Rename a project, join it to another, split the current folder off, or forget one.",
  effect: "keep",
  access: "person",
  input,
  words: ["action", "name", "other"],
  run: ({ app }, wish) => carryOut(app, wish),
  toText: doneText,
})

/** `other`: its new name, the project that took it in, or the one that it was split off. `moved`: notes. */
function doneText({ action, name, other, moved = 0 }: Awaited<ReturnType<typeof carryOut>>): string {
  switch (action) {
    case "split":
      return `This folder has a memory of its own now, ${name}; the notes so far stay with ${other}`
    case "rename":
      return `${name} is called ${other} now`
    case "join":
      return `${name} is part of ${other} now; ${counted(moved, "note")} came with it`
    default:
      action satisfies "forget"
      return `${name} is forgotten; its notes are in history only`
  }
}

async function carryOut(app: App, { action, name, other, yes }: InputOf<typeof input>) {
  const { changes } = app.store.projects
  if (action === "split") {
    const { worktree, directory } = app.project.checkout
    const before = app.project.name
    const made = await changing(app, () => changes.split(worktree || directory, name))
    return { action, name: made, other: before }
  }
  const of = given(name, "the project's name", action)
  if (action === "rename") {
    const to = given(other, "its new name", action)
    await changing(app, () => changes.rename(of, to))
    return { action, name: of, other: to }
  }
  if (action === "join") {
    const into = given(other, "the project that takes it in", action)
    if (of === into) throw new CairnError("bad_arguments", "a project cannot be joined to itself")
    const moved = await changing(app, () => changes.join(of, into))
    return { action, name: of, other: into, moved }
  }
  if (!yes)
    throw new CairnError(
      "not_confirmed",
      `"${of}" and all its notes would be forgotten; history keeps them, but not what is private`,
      "add --yes if you mean it",
    )
  await changing(app, () => changes.forget(of))
  return { action, name: of }
}

/** After the action. */
const WORDS = {
  rename: "<name> <new name>",
  join: "<name> <the one that takes it in>",
  forget: "<name> --yes",
} as const

function given(value: string | undefined, what: string, action: keyof typeof WORDS): string {
  if (value?.trim()) return value.trim()
  throw new CairnError(
    "bad_arguments",
    `${what} is missing`,
    `type "${ownCommand(`project ${action} ${WORDS[action]}`)}"; memory_projects lists the names`,
  )
}

/** History records the notes both before and after the change; the list of projects follows. */
async function changing<T>(app: App, work: () => Promise<T>): Promise<T> {
  await refuseWhileInUse(app)
  const { store } = app
  await store.history?.flush()
  const done = await store.notes.alone(work)
  await writeProjectsList(store.notes, store.projects)
  await store.history?.flush()
  return done
}

async function rowOf(app: App, { name, paths, remote, seen }: ListedProject) {
  const notes = app.store.scopeNotes(projectScope(name))
  await notes.refreshNow()
  const all = [...notes.index.all()]
  return {
    ...{ name, paths, remote, seen },
    notes: all.length,
    facts: notes.index.facts.length,
    chars: all.reduce((sum, { chars }) => sum + chars, 0),
    isHere: name === app.project.name,
  }
}

type ProjectRow = Awaited<ReturnType<typeof rowOf>>

function rowText({ name, paths, remote, seen, notes, facts, chars, isHere }: ProjectRow): string {
  const size = `${counted(notes, "note")}, ${facts} of them ${facts === 1 ? "a fact" : "facts"}, ${thousands(chars)} characters`
  const places = [...paths.slice(-3), ...(remote ? [remote] : [])].map((place) => `\n    ${place}`)
  return `${isHere ? "*" : " "} ${name}  ${size}${seen ? `, last seen ${seen}` : ""}${places.join("")}`
}
