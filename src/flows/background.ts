// Background work, started when a session goes idle and awaited by nobody: the conversation is searched for facts, and the facts are tidied. One
// timer per session, one run per process, one process at a time. What a crash or `opencode run` left is picked up at the next start.
import type { App } from "../app.ts"
import { consentOf } from "../background/consent.ts"
import { type LastRun, lastRunMark, lastRunText } from "../background/last-run.ts"
import { toLog } from "../model/errors.ts"
import type { LiveSession } from "../session/live-session.ts"
import { agreedSince, BEFORE_OPENING_MS, noteSetting } from "./agreed-since.ts"
import { pauseOfUser, userIsHere } from "./ask-in-background.ts"
import { askForConsent } from "./background-consent.ts"
import type { ReadOwnCall } from "./by-verb.ts"
import type { HostServices } from "./contract.ts"
import { type Extracted, extractFacts } from "./extract-facts.ts"
import { offerInstruction } from "./offer-instruction.ts"
import { runPassIfDue } from "./reconcile-facts.ts"

export type Background = ReturnType<typeof startBackground>

/** Longer than any run (four searches and the few calls of a pass, up to a minute and a half each). A process that has ended holds no lease. */
const LEASE_MS = 20 * 60_000
const DAY_MS = 86_400_000
const LEFTOVER_MS = 10 * 60_000
const MOST_TAKEN_UP = 3
/** Sessions are written to after their last message too, so most of these have nothing new. */
const MOST_LOOKED_AT = 20
const OLDEST_TAKEN_UP_MS = 7 * DAY_MS

const NO_RUN: ReadonlySet<Extracted> = new Set(["nothing_new", "paused", "gone"] as const)

/** Per process: its runs come one after the other. */
let lastRun: Promise<unknown> = Promise.resolve()

export function startBackground(app: App, host: HostServices, readOwnCall: ReadOwnCall) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const typed = new Map<string, number>()
  let isTakenUp = false
  noteSetting(app, BEFORE_OPENING_MS)
  const isAgreed = () => consentOf(app.config.background, app.store.background.answered()) === "on"
  const extracts = () => app.config.capture && app.config.extract

  /** Whether a model was asked. */
  async function extract(sessionID: string, isPause: () => boolean): Promise<boolean> {
    const came = await extractFacts({ app, host, readOwnCall, isPause }, sessionID)
    const wasAsked = typeof came !== "string"
    // It may not go idle again by itself: the next pause takes up whatever is left.
    if (came === "turn_began") isTakenUp = false
    app.log.info("extraction", { session: sessionID, ...(wasAsked ? came : { came }) })
    const run = runOf(came)
    if (!NO_RUN.has(came))
      app.store.background.setMark(lastRunMark("extraction", app.project.name), lastRunText(run), app.clock.now())
    return wasAsked
  }

  const sweepIfDue = sweeper(app, host)
  void app.complete.then(sweepIfDue)

  async function takeUp(current: string, isPause: () => boolean): Promise<void> {
    let left = MOST_TAKEN_UP
    isTakenUp = true
    for (const session of await unminedSessions(app, current))
      if (left > 0 && isTakenUp && (await extract(session, isPause))) left--
  }

  /** A run of several calls: none is made once the user has gone on. */
  async function lookAround(id: string, isPause: () => boolean): Promise<void> {
    if (extracts()) await extract(id, isPause)
    if (extracts() && !isTakenUp) await takeUp(id, isPause)
    await runPassIfDue(app, host, id, isPause)
  }

  return {
    userSpoke(sessionID: string): void {
      userIsHere(app.clock.now())
      typed.set(sessionID, (typed.get(sessionID) ?? 0) + 1)
      // The next pause counts from its own beginning.
      clearTimeout(timers.get(sessionID))
      timers.delete(sessionID)
    },
    wentIdle({ id, parent }: LiveSession): void {
      sweepIfDue()
      if (parent !== null) return
      const messages = typed.get(id) ?? 0
      const isIdle = () => (typed.get(id) ?? 0) === messages
      const inAll = [...typed.values()].reduce((sum, count) => sum + count, 0)
      askForConsent(app, host, { session: id, typed: inAll, isIdle }).catch(toLog(app, "background"))
      offerInstruction(app, host, id).catch(toLog(app, "background"))
      noteSetting(app)
      if (!isAgreed()) return
      clearTimeout(timers.get(id))
      const timer = setTimeout(() => {
        timers.delete(id)
        const isPause = pauseOfUser()
        void runAlone(app, () => lookAround(id, isPause))
      }, app.config.extractDebounceMs)
      timer.unref?.()
      timers.set(id, timer)
    },
    sessionDeleted(sessionID: string): void {
      clearTimeout(timers.get(sessionID))
      timers.delete(sessionID)
      typed.delete(sessionID)
    },
  }
}

function runOf(came: Extracted): Omit<LastRun, "at"> {
  if (typeof came === "string") return { why: came }
  return came.isUnusable ? { why: "no_usable_answer" } : { proposed: came.proposals, done: came.kept }
}

/** After what this process is already doing, and only while no other process does the same for the project. */
function runAlone(app: App, work: () => Promise<void>): Promise<unknown> {
  const { background } = app.store
  const lease = `background ${app.project.name}`
  const run = async () => {
    const now = app.clock.now()
    if (!background.takeLease(lease, now, now + LEASE_MS))
      return app.log.info("background", { came: "another process is at it" })
    await work().catch(toLog(app, "background"))
    background.dropLease(lease)
  }
  lastRun = lastRun.then(run)
  return lastRun
}

/** Removes what a crash left of questions, at the start and once a day. */
function sweeper(app: App, host: HostServices): () => void {
  let sweptAt = Number.NEGATIVE_INFINITY
  return () => {
    if (app.clock.now() - sweptAt <= DAY_MS) return
    sweptAt = app.clock.now()
    const young = sweepQuestions(app, host).catch((error) => {
      sweptAt = Number.NEGATIVE_INFINITY
      return toLog(app, "background")(error)
    })
    void young.then((count = 0) => {
      // They may belong to a process that is still asking, or that was killed just now.
      if (count > 0) sweptAt += LEFTOVER_MS - DAY_MS
    })
  }
}

/** Removes sessions that were made for a question and still exist because a process was ended in the middle; returns how many are too young to tell. */
async function sweepQuestions(app: App, { removeQuestion }: HostServices): Promise<number> {
  if (!removeQuestion) return 0
  const questions = await app.past.look(undefined, (view) => view.questions)
  const old = questions.filter(({ created }) => app.clock.now() - created > LEFTOVER_MS)
  for (const { id } of old) await removeQuestion(id)
  if (old.length > 0) app.log.info("questions-swept", { sessions: old.length })
  return questions.length - old.length
}

/** Sessions of this folder that Cairn has served and in which something was said since the last look, newest first. */
async function unminedSessions(app: App, current: string): Promise<string[]> {
  if (!app.config.pastSessions) return []
  const now = app.clock.now()
  const since = agreedSince(app) ?? Number.POSITIVE_INFINITY
  const sessions = await app.past.look(current, (view) => view.sessions)
  return sessions
    .filter(({ id, parent, directory, updated }) => {
      const isOld = now - updated > OLDEST_TAKEN_UP_MS || updated < since
      // One that has only just changed may be in use by another process.
      const isQuiet = now - updated >= app.config.extractDebounceMs
      return id !== current && parent === undefined && directory === app.directory && !isOld && isQuiet
    })
    .filter(({ id, updated }) => app.journal.knows(id) && (app.journal.peek(id).mined?.at ?? 0) < updated)
    .slice(0, MOST_LOOKED_AT)
    .map(({ id }) => id)
}
