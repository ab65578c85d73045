// opencode-memfs: a tree of notes in the user's configuration folder, `global/` and `projects/<name>/`, with a table of the projects' paths.
// Notes keep their names, limits and protection; its folder of hot notes may have another name.
import { basename, dirname, join } from "node:path"
import { parseLenient } from "../../model/lenient-json.ts"
import { isBlank } from "../../model/note.ts"
import { parseNote } from "../../model/note-file.ts"
import { globalScope, projectScope, type Scope } from "../../model/scope.ts"
import type { LeftBehind, MemoryReader, MovedItem, MovedNote, OtherMemory } from "../other-memory.ts"
import { fieldsIn, filesBelow, foreignText, kindOf, realPath, textField } from "../read-outside.ts"

const SETTINGS = "memfs.json"
/** Settings with the same names and meanings. The name of the hot folder is not one: those notes move into ours. */
const SHARED_SETTINGS = [
  "defaultLimit",
  "autoCommitDebounceMs",
  "maxTreeDepth",
  "cacheTtl",
  "refreshThresholdPercentage",
  "refreshOnPromoteDemote",
]

export const memfs: OtherMemory = {
  name: "memfs",
  title: "opencode-memfs",
  told: "global",
  livesIn: "home",
  places: ({ home, config }) => [
    ...new Set([join(config, "opencode", "memory"), join(home, ".config", "opencode", "memory")]),
  ],
  async recognises(place) {
    const parts = await Promise.all(["global", "projects"].map((name) => kindOf(join(place, name))))
    return parts.every((kind) => kind === "folder")
  },
  async read(place, reader) {
    const given = fieldsIn(parseLenient((await foreignText(join(dirname(place), SETTINGS))) ?? ""))
    const hotDir = textField(given.hotDir) ?? "system"
    const ours = reader.app.config.hotDir
    const notes = await readTree(join(place, "global"), { scope: globalScope, hotDir, ours, base: "global" })
    const projects = await readProjects(place, hotDir, reader)
    const settings = Object.fromEntries(SHARED_SETTINGS.filter((key) => key in given).map((key) => [key, given[key]]))
    return { items: [...notes, ...projects.flat()], settings }
  },
}

interface TreePlace {
  readonly scope: Scope
  readonly hotDir: string
  readonly ours: string
  readonly base: string
}

async function readTree(folder: string, { scope, hotDir, ours, base }: TreePlace): Promise<MovedItem[]> {
  const items: MovedItem[] = []
  for (const path of await filesBelow(folder, ".md")) {
    if (path === `${hotDir}/projects.md`) continue
    const id = `${base}/${path}`
    const note = noteIn((await foreignText(join(folder, path))) ?? "")
    const to = path.startsWith(`${hotDir}/`) ? `${ours}${path.slice(hotDir.length)}` : path
    if (isBlank(note.body) || UNTOUCHED.test(note.body)) continue
    items.push({ kind: "note", id, scope, path: to, ...note })
  }
  return items
}

/** What its seed notes say until somebody writes to them. */
const UNTOUCHED = /^\s*\((?:New project|No active handoff)\b[^\n]*\)\s*$/

function noteIn(text: string): Pick<MovedNote, "body" | "description" | "limit" | "readonly"> {
  const { head, body } = parseNote(text)
  // Further lines of the description are instructions to its own agent.
  const [description] = (head.description ?? "").split("\n", 1)
  return { body, description, limit: head.limit, readonly: head.readonly }
}

/** Finds each project by the path in its table. */
async function readProjects(place: string, hotDir: string, reader: MemoryReader): Promise<MovedItem[][]> {
  const table = projectTable((await foreignText(join(place, "global", hotDir, "projects.md"))) ?? "")
  const names = new Set((await filesBelow(join(place, "projects"), ".md")).map((path) => path.split("/")[0] as string))
  return Promise.all(
    [...names].map(async (name) => {
      const path = table.get(name)
      const scope = path === undefined ? undefined : await scopeOf(path, reader)
      if (scope === undefined) return [gone(name, path)]
      const { hotDir: ours } = reader.app.config
      return readTree(join(place, "projects", name), { scope, hotDir, ours, base: `projects/${name}` })
    }),
  )
}

function projectTable(text: string): Map<string, string> {
  const rows = parseNote(text)
    .body.split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
  return new Map(rows.flatMap(([, name, path]) => (name && path?.startsWith("/") ? [[name, path] as const] : [])))
}

async function scopeOf(path: string, { app, around }: MemoryReader): Promise<Scope | undefined> {
  if ((await kindOf(path)) !== "folder") return undefined
  const real = await realPath(path)
  if (real === around.worktree || real === around.directory) return app.project.scope
  const found = await app.store.projects.find(path)
  const scope = projectScope(found.name)
  app.store.makeAtFirstWrite(scope, found.make)
  return scope
}

function gone(name: string, path: string | undefined): LeftBehind {
  const why = path === undefined ? "its path is not in projects.md" : `its folder ${basename(path)} is gone`
  return { kind: "left", id: `projects/${name}`, text: `the notes of ${name}`, why }
}
