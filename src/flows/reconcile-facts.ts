// A pass over the facts, when it is due or when somebody asked for one. At a terminal there is no model, so such a request waits for the project's
// next idle OpenCode. What a model proposes (`plan-pass.ts`) was checked op by op, and everything that may be done is one commit for both scopes,
// after one that has everything as it was. Without git nothing is changed. Every op is on record, done or not.
import type { App } from "../app.ts"
import { type LastRun, lastRunMark, lastRunText } from "../background/last-run.ts"
import type { CheckedOp } from "../background/reconcile-plan.ts"
import {
  type KeptPlan,
  keptPlan,
  type PlanCarried,
  planMark,
  queueMark,
  type ReconcileReport,
  triedMark,
} from "../background/reconcile-report.ts"
import type { FactOutcome } from "../intake/fact-plan.ts"
import { proposeMerge } from "../intake/propose-merge.ts"
import { type ReconcileFiles, reconcileFiles, recordReconciled, recordRefusedOp } from "../intake/reconcile-files.ts"
import { type CairnError, messageOf } from "../model/errors.ts"
import { FACTS_FOLDER, type Fact } from "../model/fact.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { storeError } from "../model/store-error.ts"
import { changeInOwnCommit } from "../store/notes/own-commit.ts"
import { pauseOfUser, type Unasked, whyNotNow } from "./ask-in-background.ts"
import type { HostServices } from "./contract.ts"
import { type Pass, type PassRun, type Planned, planScope } from "./plan-pass.ts"
import { notePass, passIsDue } from "./reconcile-due.ts"

const NOT_QUEUED = "no"

/** `isPause`: as long as it holds, nobody waits for a turn of the agent's. */
export async function runPassIfDue(
  app: App,
  host: HostServices,
  about: string,
  isPause: () => boolean = pauseOfUser(),
): Promise<void> {
  if (!isPause()) return
  const { background } = app.store
  const queued = background.mark(queueMark(app.project.name))
  const isQueued = queued !== undefined && queued.value !== NOT_QUEUED
  const isDue = app.config.reconcile && SCOPES.some((scope) => passIsDue(app, scope))
  if ((!isQueued && !isDue) || wasTriedLately(app, queued?.at)) return
  background.setMark(triedMark(app.project.name), "", app.clock.now())
  const came = await runPass(app, host, { about, dryRun: queued?.value === "dry", isWhole: isQueued, isPause })
  if (isQueued && typeof came !== "string") background.setMark(queueMark(app.project.name), NOT_QUEUED, app.clock.now())
}

/** A pass that cannot be done, or was just done, would be due again at every pause; a new request is different. */
function wasTriedLately({ config, clock, project, store }: App, wishedAt = 0): boolean {
  const tried = store.background.mark(triedMark(project.name))?.at
  if (tried === undefined || wishedAt > tried) return false
  return Math.abs(clock.now() - tried) < config.reconcilePollMs
}

async function runPass(
  app: App,
  host: HostServices,
  asked: Omit<Pass, "app" | "host">,
): Promise<ReconcileReport | Unasked | "no_history"> {
  const report = await reconcileFacts({ app, host, ...asked })
  const ended = (run: Omit<LastRun, "at">) =>
    app.store.background.setMark(lastRunMark("reconcile", app.project.name), lastRunText(run), app.clock.now())
  if (typeof report === "string") {
    app.log.info("reconcile", { came: report })
    ended({ why: report })
    return report
  }
  const ops = report.plans.flatMap((plan) => plan.ops)
  const { done } = report
  ended({ proposed: ops.length, done })
  app.store.background.setMark(planMark(app.project.name), JSON.stringify(keptPlan(report)), report.at)
  app.log.info("reconcile", {
    ops: ops.length,
    done,
    left: report.plans.reduce((sum, { left }) => sum + left, 0),
    commit: report.commit,
    dryRun: report.dryRun,
  })
  return report
}

/** For an agent that asks for it during its turn. */
export async function reconcileNow(
  app: App,
  host: HostServices,
  about: string,
  dryRun: boolean,
): Promise<KeptPlan | string> {
  const report = await runPass(app, host, { about, dryRun, isWhole: true })
  return typeof report === "string" ? report : keptPlan(report)
}

const COMMIT_MS = 20_000

async function reconcileFacts(pass: Pass): Promise<ReconcileReport | Unasked | "no_history"> {
  const { app, host } = pass
  const refused = await whyNotNow(app, host, "reconcile")
  if (refused) return refused
  const history = app.store.history?.status().state
  if (!pass.dryRun && history !== "current" && history !== "pending") return "no_history"
  const run: PassRun = { tokens: app.config.backgroundTokensPerRun }
  const plans: Planned[] = []
  for (const scope of SCOPES) plans.push(await planScope(pass, run, scope))
  if (run.stopped && plans.every(({ groups }) => groups === 0)) return run.stopped
  const came = pass.dryRun ? UNCHANGED : await applyPlans(pass, plans)
  const applied = "made" in came ? came : undefined
  for (const { scope, left, versions } of applied ? plans : [])
    notePass(app, scope, {
      versions,
      made: applied?.made.get(scope) ?? new Set(),
      left: [...left.flat(), ...(applied?.changed ?? [])],
    })
  const { done } = came
  return {
    ...{ at: app.clock.now(), dryRun: pass.dryRun === true },
    plans: plans.map(({ scope, groups, ops, left }) => ({ scope, groups, ops, left: left.length })),
    stopped: run.stopped,
    carried: "carried" in came ? came.carried : done > 0 ? "made" : "none",
    trouble: "carried" in came ? came.trouble : undefined,
    done,
    commit: done > 0 ? applied?.commit : undefined,
  }
}

/** A plan that is not carried out, or not to its end: the next pass looks at its facts again. */
interface Unfinished {
  readonly carried: Exclude<PlanCarried, "made">
  readonly trouble?: string
  readonly done: number
}

const UNCHANGED: Unfinished = { carried: "none", done: 0 }

interface Applied {
  /** None if there was nothing to do, or if the commit failed after it was done. */
  readonly commit?: string | undefined
  /** How many ops changed something. */
  readonly done: number
  /** Facts that somebody has changed while the model was answering. */
  readonly changed: readonly Fact[]
  /** Paths of the facts that were written. */
  readonly made: ReadonlyMap<ScopeName, ReadonlySet<string>>
}

async function applyPlans({ app, about }: Pass, plans: readonly Planned[]): Promise<Applied | Unfinished> {
  const { history } = app.store
  const evidence = `${about}/`
  for (const plan of plans)
    for (const op of plan.ops) if (op.verdict !== "apply") await recordUndone(app, plan, op, evidence)
  const wanted = plans.flatMap(({ ops }) => ops.filter(isWanted)).length
  if (wanted === 0 || !history) return { done: 0, changed: [], made: new Map() }
  const why = `reconcile ${wanted} ${wanted === 1 ? "group" : "groups"} of facts`
  let applied: Omit<Applied, "commit"> | undefined
  const record = { done: 0 }
  const change = async () => {
    applied = await applyAll(app, plans, why, evidence, record)
  }
  try {
    for (const { scope } of plans) await app.scopeNotes(scope).refreshNow()
    const came = await changeInOwnCommit(history, app.store.notes, { why, timeoutMs: COMMIT_MS, change })
    if (came.result === "failed") app.log.warn("reconcile", { why: came.reason })
    if (!applied) return came.change === "begun" ? { carried: "begun", done: 0 } : UNCHANGED
    return { ...applied, ...(came.result === "committed" && { commit: came.hash }) }
  } catch (error) {
    app.log.warn("reconcile", { why: messageOf(error) })
    return applied ?? unfinished(storeError(error), record.done)
  }
}

const UNSURE = ["disk_error", "store_failed"]

function unfinished({ code, message, partly }: CairnError, done: number): Unfinished {
  if (partly.length > 0) return { carried: "partly", trouble: message, done }
  return UNSURE.includes(code) ? { carried: "unsure", trouble: message, done } : UNCHANGED
}

function isWanted({ verdict }: CheckedOp): boolean {
  return verdict === "apply"
}

async function applyAll(
  app: App,
  plans: readonly Planned[],
  why: string,
  evidence: string,
  recorded: { done: number },
): Promise<Omit<Applied, "commit">> {
  const files: (ReconcileFiles & Pick<Planned, "scope">)[] = []
  const late: (Pick<Planned, "scope"> & { readonly op: CheckedOp })[] = []
  for (const { scope, ops, versions } of plans) {
    await app.scopeNotes(scope).refreshNames(FACTS_FOLDER)
    const isAsPlanned = ({ facts }: CheckedOp) =>
      facts.every(({ path }) => app.scopeNotes(scope).index.get(path)?.info.hash === versions.get(path))
    const wanted = ops.filter(isWanted)
    late.push(...wanted.filter((op) => !isAsPlanned(op)).map((op) => ({ scope, op })))
    files.push({ scope, ...(await reconcileFiles(app, scope, wanted.filter(isAsPlanned))) })
  }
  const record = (isDone: (scope: ScopeName, became: FactOutcome) => boolean) => {
    const ended = files.flatMap(({ scope, outcomes }) => outcomes.map((outcome) => ({ ...outcome, scope })))
    for (const { scope, fact, became } of ended.filter((one) => isDone(one.scope, one.became))) {
      recordReconciled(app, scope, fact, became, evidence)
      if (became.outcome !== "rejected") recorded.done++
    }
  }
  try {
    await app.store.notes.applyAlone(
      files.flatMap(({ changes }) => changes),
      why,
    )
  } catch (error) {
    record((scope, became) => isOnDisk(app, scope, became))
    throw error
  }
  record(() => true)
  for (const { scope, op } of late) recordRefusedOp(app, scope, op, "fact_changed", evidence)
  const made = files.map(({ scope, changes }) => [scope, new Set(changes.map(({ path }) => path.path))] as const)
  return { done: recorded.done, changed: late.flatMap(({ op }) => op.facts), made: new Map(made) }
}

/** Whether the note is as this would have it, after a change of many that failed. */
function isOnDisk(app: App, scope: ScopeName, { outcome, path, into, hash }: FactOutcome): boolean {
  const info = app.scopeNotes(scope).index.get(path ?? into ?? "")?.info
  return outcome === "deleted" ? info === undefined : hash !== undefined && info?.hash === hash
}

/** What needs a person's consent waits for them; the rest is on record with the reason. */
async function recordUndone(app: App, { scope }: Planned, op: CheckedOp, evidence: string): Promise<void> {
  const refused = op.verdict === "propose" ? await proposeMerge(app, scope, op, evidence) : op.verdict
  if (refused !== undefined) recordRefusedOp(app, scope, op, refused, evidence)
}
