// Runs a pass over the facts when it is due or when somebody asked for one. At a terminal there is no model, so such a request waits for the
// project's next idle OpenCode.
import type { App } from "../app.ts"
import { type LastRun, lastRunMark, lastRunText } from "../background/last-run.ts"
import {
  type KeptPlan,
  keptPlan,
  planMark,
  queueMark,
  type ReconcileReport,
  triedMark,
} from "../background/reconcile-report.ts"
import { SCOPES } from "../model/scope.ts"
import { pauseOfUser, type Unasked } from "./ask-in-background.ts"
import type { HostServices } from "./contract.ts"
import type { Pass } from "./plan-pass.ts"
import { passIsDue } from "./reconcile-due.ts"
import { reconcileFacts } from "./reconcile-facts.ts"

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
  const done = report.dryRun ? 0 : ops.filter(({ verdict }) => verdict === "apply").length
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
