// An output is saved to disk in full before the first request without it. That takes a moment, so it is done ahead of time, as soon as the output
// may be retired. The line that replaces it is made only when it leaves: until then its file may change, its command run again, its names be used.
// What cannot be saved as it is stays in the conversation.
import type { App } from "../app.ts"
import { within } from "../model/deadline.ts"
import { CairnError, messageOf, toLog } from "../model/errors.ts"
import { letOthersRun } from "../model/in-turns.ts"
import { callOf } from "../model/tool-mode.ts"
import { cleanOutput, cleanOutputInSlices } from "../redaction/clean-text.ts"
import type { CleanEvent } from "../session/event-kinds.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import type { RetiredOutput } from "../session/retired-account.ts"
import { keptLookedUp } from "../session/retiring-run.ts"
import type { Retirable } from "../window/retiring/retirable.ts"
import { retiredLine } from "../window/retiring/retired-line.ts"
import type { ShownConversation, ShownOutput } from "../window/retiring/shown-output.ts"
import { toolsOf } from "./tools-of.ts"

/** What leaves, with the line in its place, in the form that the journal accepts. */
export type LeavingOutput = Extract<CleanEvent, { kind: "retired" }>["outputs"][number]

/** How long a request waits for it. */
const READY_MS = 800
const AT_ONCE = 8
/** Outputs prepared after a request. */
const AHEAD = 8
/** Longer outputs would block the host, and hosts cut them long before. */
const MAX_OUTPUT = 300_000

/** Told of what could not be saved. */
export type NotKept = (one: Retirable, error: unknown) => void

/** For one request: a disk that takes nothing refuses every output, and one warning says so. */
export function warnOnce(app: App, session: LiveSession): NotKept {
  let isTold = false
  return ({ output: { tool } }, error) => {
    if (!isTold) app.log.warn("not-retired", { session: session.id, tool, why: messageOf(error) })
    isTold = true
  }
}

/** The outputs of `retirable` that are saved; a request waits only briefly for the rest. */
export async function readyOutputs(
  app: App,
  session: LiveSession,
  retirable: readonly Retirable[],
  notKept: NotKept,
): Promise<readonly Retirable[]> {
  const some = missing(session, retirable)
  const until = performance.now() + READY_MS
  for (let at = 0; at < some.length && performance.now() < until; at += AT_ONCE) {
    const kept = Promise.all(some.slice(at, at + AT_ONCE).map((one) => makeReady(app, session, one, notKept)))
    await within(Math.max(1, until - performance.now()), kept)
  }
  return retirable.filter(({ output }) => isReady(session, output))
}

/** With lines that say how things are now; only for outputs that are ready. */
export function leavingOutputs(
  app: App,
  session: LiveSession,
  ready: readonly Retirable[],
): ReadonlyMap<string, LeavingOutput> {
  const used = new Set(app.journal.read(session.id).lately.names.map(({ text }) => text))
  const toRead = callOf(toolsOf(app, session), "memory_read")
  const leaving = new Map<string, LeavingOutput>()
  for (const one of ready) {
    const { call, text } = one.output
    const known = session.retiring.ready.get(call)
    if (known === undefined) continue
    const path = one.kind === "read" ? session.retiring.facts.get(call)?.path : undefined
    const back = { kept: `${toRead} output:${known.id}`, isFile: path !== undefined }
    const line = cleanOutput(retiredLine(one, used, back)).text
    // Should it not leave now, the next request knows what it would save.
    session.retiring.ready.set(call, { ...known, lineChars: line.length })
    const file = path !== undefined && { path: cleanOutput(path).text }
    leaving.set(call, { call, chars: text.length, line, kind: one.kind, id: known.id, ...file })
  }
  return leaving
}

/** Prepares outputs, and finds them, without anybody waiting. */
export function readyAhead(app: App, session: LiveSession, find: () => readonly Retirable[], notKept: NotKept): void {
  const keepEach = async () => {
    for (const one of missing(session, find()).slice(0, AHEAD)) await makeReady(app, session, one, notKept)
  }
  setImmediate(() => void keepEach().catch(toLog(app, "not-kept-ahead", { session: session.id })))
}

/**
 * Saved outputs are swept some days after a session's last use. The host still has the texts, so they are saved again when the session continues.
 */
export function restoreKept(
  app: App,
  session: LiveSession,
  { outputs }: ShownConversation,
  retired: Readonly<Record<string, RetiredOutput>>,
): void {
  // After a long rest, what was saved may have been swept, including what was saved ahead.
  const isRested = !app.sessions.isLive(session.id, app.clock.now())
  if (isRested) session.retiring.ready.clear()
  if (session.retiring.isFound && !isRested) return
  updateSession(session, { retiring: keptLookedUp(session.retiring) })
  const left = outputs.filter(({ call, text }) => retired[call]?.chars === text.length)
  const keep = () =>
    keepMissing(app, session, left, retired).catch(toLog(app, "not-kept-again", { session: session.id }))
  if (left.length > 0) setImmediate(() => void keep())
}

async function keepMissing(
  app: App,
  session: LiveSession,
  left: readonly ShownOutput[],
  retired: Readonly<Record<string, RetiredOutput>>,
): Promise<void> {
  const { toolOutputs } = app.store
  const missing = new Set(await toolOutputs.missing(left.map(({ call }) => retired[call]?.id ?? "")))
  for (const { call, text } of left) {
    const { id } = retired[call] as RetiredOutput
    const clean = missing.has(id) ? await cleanOutputInSlices(text, letOthersRun) : undefined
    // It was clean when it was retired, but the rules may recognise more secrets now.
    if (clean?.text === text) await toolOutputs.keep(session.id, clean.text, app.directory, id)
  }
}

function isReady({ retiring }: LiveSession, { call, text }: ShownOutput): boolean {
  return retiring.ready.get(call)?.chars === text.length
}

function missing(session: LiveSession, retirable: readonly Retirable[]): Retirable[] {
  return retirable.filter(({ output }) => !isReady(session, output) && !session.retiring.refused.has(output.call))
}

/** Never throws. */
async function makeReady(app: App, session: LiveSession, one: Retirable, notKept: NotKept): Promise<void> {
  const { call, text } = one.output
  try {
    const clean = text.length > MAX_OUTPUT ? undefined : await cleanOutputInSlices(text, letOthersRun)
    // A secret is not written to disk, so the output could not be restored in full.
    if (clean?.text !== text) return void session.retiring.refused.add(call)
    const { id } = await app.store.toolOutputs.keep(session.id, clean.text, app.directory)
    session.retiring.ready.set(call, { chars: text.length, id })
  } catch (error) {
    if (error instanceof CairnError && error.code === "output_erased") session.retiring.refused.add(call)
    notKept(one, error)
  }
}
