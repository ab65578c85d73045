// Automatic work must not stop anything: a candidate that cannot be written now is kept, and retried when things are quiet.
import type { App } from "../app.ts"
import { type CairnError, messageOf } from "../model/errors.ts"
import type { Candidate } from "../model/fact.ts"
import { notice } from "../model/notice.ts"
import { onceFor } from "../model/once-for.ts"
import type { ScopeName } from "../model/scope.ts"
import { storeError } from "../model/store-error.ts"
import type { PutOff } from "../store/tables/outcomes.ts"
import { oneLine } from "../text/text.ts"
import { type Hearing, type Judged, judgeAll } from "./judge.ts"
import { recordOutcome } from "./record.ts"
import { type CandidateOutcome, saveJudged } from "./save-facts.ts"

/** If nothing could be written: how long it is retried; `lost` is not at all. */
export async function saveOrRetryLater(
  app: App,
  candidates: readonly Candidate[],
  hearing: Hearing,
): Promise<CandidateOutcome[] | PutOff | "lost"> {
  let judged: Judged[] | undefined
  try {
    judged = await judgeAll(app, candidates, hearing)
    return await saveJudged(app, judged)
  } catch (error) {
    app.log.warn("capture-put-off", { why: messageOf(error), candidates: judged?.length ?? 0 })
    if (!judged) return "lost"
    const { outcomes } = app.store
    const put = judged.map((one) => outcomes.addPending(app.project.name, JSON.stringify(one), one.at))
    return put.includes("in_memory") ? "in_memory" : "kept"
  }
}

const MAX_ATTEMPTS = 3
/** Nobody can write anything now. */
const NO_LOCK = new Set(["lock_busy", "lock_unavailable"])
/** Nothing can be written in that scope now, whatever the text. */
const NO_PLACE = new Set(["store_read_only", "store_missing", "no_space", "disk_error", "too_many_files"])

/** Attempts of a few quick turns are one: what is in the way may be gone in a minute. */
const APART_MS = 60_000
const countedAt = onceFor((_: App) => new Map<number, number>())

/** Three attempts; only those that failed because of this candidate alone count. */
export async function retryPending(app: App): Promise<void> {
  const { outcomes } = app.store
  const unwritable = new Set<ScopeName>()
  for (const { id, json, attempts } of outcomes.pending(app.project.name)) {
    const judged = judgedIn(app, json)
    if (judged && unwritable.has(judged.candidate.scope)) continue
    const failure = judged && (await failureOf(app, judged))
    if (failure && NO_LOCK.has(failure.code)) return
    if (failure && NO_PLACE.has(failure.code)) unwritable.add(judged.candidate.scope)
    else if (failure && isTooSoon(app, id)) continue
    else if (failure && attempts + 1 < MAX_ATTEMPTS) outcomes.failedPending(id)
    else {
      if (failure) giveUp(app, judged, failure)
      outcomes.donePending(id)
      countedAt(app).delete(id)
    }
  }
}

function isTooSoon(app: App, id: number): boolean {
  const counted = countedAt(app)
  const now = app.clock.now()
  if (Math.abs(now - (counted.get(id) ?? Number.NEGATIVE_INFINITY)) < APART_MS) return true
  counted.set(id, now)
  return false
}

/** Undefined for a row that cannot be parsed any more. */
function judgedIn(app: App, json: string): Judged | undefined {
  try {
    const judged = JSON.parse(json) as Judged
    const { text, type, scope, evidence } = judged.candidate
    const isWhole = [text, type, scope, evidence, judged.id, judged.verdict.trust].every(
      (part) => typeof part === "string",
    )
    if (isWhole) return judged
    throw new Error("a part of it is missing")
  } catch (error) {
    app.log.warn("capture-retry", { row: "not understood", why: messageOf(error) })
    return undefined
  }
}

async function failureOf(app: App, judged: Judged): Promise<CairnError | undefined> {
  try {
    await saveJudged(app, [judged])
    return undefined
  } catch (error) {
    app.log.warn("capture-retry", { why: messageOf(error) })
    return storeError(error)
  }
}

const MAX_TOLD = 120

/** What the user asked to remember was promised to them. */
function giveUp(app: App, judged: Judged, { message, hint }: CairnError): void {
  recordOutcome(app, judged, { outcome: "rejected", reason: "unwritable" })
  const { said, text } = judged.candidate
  if (said === "user")
    app.store.tell(notice("not_remembered", `"${oneLine(text, MAX_TOLD)}" could not be remembered: ${message}`, hint))
}
