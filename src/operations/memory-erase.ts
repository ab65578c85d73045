// Erases a fact or a word for good. Deleting alone would leave it in history, in the record and in the state of sessions.
import * as z from "zod"
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { CairnError } from "../model/errors.ts"
import { globalScope, projectScope, SCOPES, type Scope } from "../model/scope.ts"
import type { Erased, WordPlaces } from "../store/erasure/erase-words.ts"
import { eraserOf } from "../store/erasure/erased-text.ts"
import { counted } from "../text/counted.ts"
import { refuseWhileInUse } from "./only-user.ts"
import { type Operation, operation, textArg } from "./operation.ts"

interface Erasure {
  readonly words: string
  readonly isDone: boolean
  readonly found: WordPlaces
  readonly erased?: Erased | undefined
  readonly beyond: readonly string[]
}

const LEAST = 4

export const memoryErase: Operation = operation({
  name: "memory_erase",
  summary: "Erase words for good: from notes, history, state, log and caches of all projects.",
  effect: "keep",
  access: "person",
  input: {
    words: textArg(2000).describe("the words themselves, such as a fact's sentence"),
    yes: z.boolean().optional().describe("do it; without this it only says where the words are"),
  },
  onlyLooks: ({ yes }) => !yes,
  async run({ app, isUnattended }, { words, yes }): Promise<Erasure> {
    if (words.trim().length < LEAST)
      throw new CairnError(
        "bad_arguments",
        `words of fewer than ${LEAST} characters would also be erased inside other words`,
        "nothing was erased; give a longer phrase",
      )
    const found = await app.store.findWords(words)
    const beyond = beyondReach(app)
    if (!yes) return { words, isDone: false, found, beyond }
    if (isUnattended)
      throw new CairnError("needs_person", "erasing cannot be undone, so it needs a terminal with a person at it")
    await refuseWhileInUse(app)
    const facts = await factsWith(app, words)
    const erased = await app.store.erase(words)
    // Words that were never here are not forbidden either.
    if (found.isNowhere) return { words, isDone: false, found, beyond }
    await rememberErased(app, facts)
    await Promise.all(SCOPES.map((scope) => app.scopeNotes(scope).refreshNow()))
    return { words, isDone: true, found, erased, beyond }
  },
  toText: (erasure) => (erasure.isDone ? doneText(erasure) : planText(erasure)),
})

async function everyScope(app: App): Promise<Scope[]> {
  return [globalScope, ...(await app.store.projects.list()).map(({ name }) => projectScope(name))]
}

/** The ids of facts with these words; the words may be a fact themselves. */
async function factsWith(app: App, words: string): Promise<ReadonlySet<string>> {
  const eraser = eraserOf(words)
  const ids = new Set([factId(words)])
  for (const scope of await everyScope(app)) {
    const notes = app.store.scopeNotes(scope)
    await notes.refreshNow()
    for (const { fact } of notes.index.facts) if (fact && eraser.isIn(fact.text)) ids.add(factId(fact.text))
  }
  return ids
}

/** No machine may save them again, in any project; only hashes are kept for that. */
async function rememberErased(app: App, ids: ReadonlySet<string>): Promise<void> {
  const at = new Date(app.clock.now()).toISOString()
  const deleted = [...ids].map((key) => ({ at, decision: "deleted" as const, by: "person" as const, key }))
  for (const scope of await everyScope(app)) await app.store.decisions(scope).add(deleted)
}

function beyondReach(app: App): string[] {
  return [
    `OpenCode's own database in ${app.past.folder}: it has every session, with what was said there and what models were shown`,
    "sessions that you shared or exported, and requests that a provider keeps",
    "copies of Cairn's folder, such as backups and archives, and what was damaged and set aside",
    "the files of your projects, and Cairn's list of their folders and remotes",
  ]
}

function planText({ found: { notes, outputs, state, history, logs, isNowhere }, beyond }: Erasure): string {
  if (isNowhere)
    return [
      "These words are nowhere in Cairn's folder. Nothing was erased.",
      "",
      "They may still be where Cairn cannot reach:",
      ...beyond.map((line) => `- ${line}`),
    ].join("\n")
  const others = [
    outputs > 0 && counted(outputs, "kept output of tools", "kept outputs of tools"),
    state > 0 && `the state of sessions and the record of outcomes (${counted(state, "place")})`,
    history > 0 && `versions in the history (${counted(history, "place")}; commits get other hashes)`,
    logs > 0 && "the log",
  ].filter((line) => line !== false)
  return [
    notes.length === 0 ? "No note has these words." : "In these notes:",
    ...notes.map((path) => `  ${path}`),
    ...(others.length > 0 ? [notes.length === 0 ? "They are in:" : "And in:"] : []),
    ...others.map((line) => `  ${line}`),
    "The search indexes are made again without them.",
    "",
    "Out of reach:",
    ...beyond.map((line) => `- ${line}`),
    "",
    "Nothing has changed yet. Close OpenCode, then add --yes; it cannot be undone.",
  ].join("\n")
}

function doneText({ erased, beyond }: Erasure): string {
  const { removed = [], changed = [], outputs = 0, state = 0, history = 0 } = erased ?? {}
  return [
    `Erased. Notes removed: ${removed.length}; files changed: ${changed.length}; kept outputs removed: ${outputs}; places in the state: ${state}, in the history: ${history}.`,
    "",
    "Still there, since Cairn cannot reach it:",
    ...beyond.map((line) => `- ${line}`),
  ].join("\n")
}
