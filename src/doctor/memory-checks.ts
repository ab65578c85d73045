// Whether what is remembered can be used: notes that are understood, that fit the prompt, and that belong to a project that is still there.
import { existsSync } from "node:fs"
import { stat } from "node:fs/promises"
import type { App } from "../app.ts"
import { conflictsNow } from "../intake/shown-conflicts.ts"
import { within } from "../model/deadline.ts"
import { CairnError } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import { SCOPES } from "../model/scope.ts"
import { promptNow } from "../operations/place-in-prompt.ts"
import { hasCode } from "../platform/file-error.ts"
import { type Findings, type HealthCheck, type Patient, warn } from "./examination.ts"

export const memoryChecks: readonly HealthCheck[] = [
  { name: "notes", healthy: "every note is understood", examine: withMemory(notes) },
  { name: "contradictions", healthy: "no fact contradicts another", examine: withMemory(contradictions) },
  { name: "budget", healthy: "the hot notes fit the prompt", examine: withMemory(budget) },
  { name: "projects", healthy: "every project has a folder", examine: withMemory(projects) },
  { name: "index", healthy: "past sessions can be searched", examine: withMemory(pastIndex) },
  { name: "questions", healthy: "no hidden session is left behind", examine: withMemory(questions) },
  { name: "waiting", healthy: "nothing has waited for long", examine: withMemory(waiting) },
]

function withMemory(look: (app: App, patient: Patient) => Findings): HealthCheck["examine"] {
  return async function* (patient) {
    const { app } = await patient.memory()
    if (app) yield* look(app, patient)
  }
}

async function* notes(app: App): Findings {
  for (const scope of SCOPES) {
    await app.scopeNotes(scope).refreshNow()
    for (const { path, problem } of app.scopeNotes(scope).index.all())
      if (problem !== undefined)
        yield warn(`${path} (${scope}): ${problem}`, `fix it: ${ownCommand(`edit ${path} --scope ${scope}`)}`)
  }
}

/** Nothing but a person's word settles them, so both are shown to every model until then. */
async function* contradictions(app: App): Findings {
  const pairs = conflictsNow(app)
  const [pair] = pairs
  if (!pair) return
  const [one, other] = pair.map(({ path }) => path)
  const which = pairs.length === 1 ? "2 facts contradict" : `${pairs.length} pairs of facts contradict`
  yield warn(
    `${which} each other: ${one} and ${other}${pairs.length > 1 ? ", …" : ""}`,
    `keep the true one: ${ownCommand(`resolve --keep ${one} --drop ${other}`)}`,
  )
}

async function* budget(app: App): Findings {
  const hot = SCOPES.flatMap((scope) => app.scopeNotes(scope).index.hot)
  const { whole } = promptNow(app)
  if (whole.length >= hot.length) return
  const chars = hot.reduce((sum, note) => sum + note.chars, 0)
  const [largest] = [...hot].sort((a, b) => b.chars - a.chars)
  const text = `hot notes have ${chars} characters, and the prompt has no room for all of them: some are cut`
  yield warn(text, `make one cold: ${ownCommand(`demote ${largest?.path} --scope ${largest?.scope}`)}`)
}

async function* projects(app: App): Findings {
  const listed = (await app.store.projects.list()).filter(({ paths }) => paths.length > 0)
  const isGone = await Promise.all(
    listed.map(async ({ paths }) => (await Promise.all(paths.map(isMissing))).every(Boolean)),
  )
  for (const { name, path } of listed.filter((_, at) => isGone[at]))
    yield warn(
      `the folder of ${name} is gone (${path})`,
      `${ownCommand(`projects forget ${name}`)}, or join it to another; if the disk is only not mounted, do nothing`,
    )
}

const DISK_MS = 1000

/** A disk that does not answer may still have it. */
async function isMissing(path: string): Promise<boolean> {
  const look = stat(path).then(
    () => false,
    (error) => hasCode(error, "ENOENT", "ENOTDIR"),
  )
  return (await within(DISK_MS, look)) === true
}

/** One that a newer Cairn has made is whole, but this one cannot use it. */
async function* pastIndex(app: App, { layout }: Patient): Findings {
  if (!existsSync(layout.pastDb)) return
  try {
    await app.past.withIndex(() => undefined)
  } catch (error) {
    if (!(error instanceof CairnError)) throw error
    yield warn(error.message, error.hint)
  }
}

const IN_FLIGHT_MS = 15 * 60_000

/** OpenCode 1 answers only inside a session, which is removed after the answer. */
async function* questions(app: App, { now }: Patient): Findings {
  const left = await app.past
    .look(undefined, (view) => view.questions.filter(({ updated }) => now - updated > IN_FLIGHT_MS))
    .catch((error) => {
      if (error instanceof CairnError) return []
      throw error
    })
  const ids = left.slice(0, 3).map(({ id }) => id)
  const sessions = left.length === 1 ? "1 hidden session is" : `${left.length} hidden sessions are`
  if (left.length > 0)
    yield warn(
      `${sessions} left in OpenCode, in which Cairn asked a model something before a crash (${ids.join(", ")})`,
      `they are harmless; "opencode session delete ${ids[0]}" removes one`,
    )
}

const MONTH_MS = 30 * 86_400_000

async function* waiting(app: App, { now }: Patient): Findings {
  const old = SCOPES.flatMap((scope) => app.scopeNotes(scope).index.quarantined).filter(
    ({ updated }) => updated !== undefined && now - Date.parse(updated) > MONTH_MS,
  )
  const notes = old.length === 1 ? "1 note has" : `${old.length} notes have`
  if (old.length > 0) yield warn(`${notes} waited for your review for over a month`, ownCommand("review"))
}
