import * as z from "zod"
import { consentOf } from "../background/consent.ts"
import { whyNotDone } from "../background/last-run.ts"
import { type KeptPlan, NOTHING, planLines, planMark, queueMark } from "../background/reconcile-report.ts"
import { CairnError } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import { type Ask, type Operation, operation } from "./operation.ts"
import { askingSession } from "./session-access.ts"

interface Reconciled {
  /** `queued`: at a terminal there is no model. */
  readonly did: "queued" | "planned" | "reconciled"
  readonly plan: KeptPlan | undefined
  /** Whether it may be done as things are. */
  readonly isAllowed?: boolean | undefined
}

export const memoryReconcile: Operation = operation({
  name: "memory_reconcile",
  summary: "Have a small model merge and tidy facts, within the background budget.",
  effect: "keep",
  access: "both",
  offered: ({ reconcile }) => reconcile,
  input: { dryRun: z.boolean().optional().describe("only show the plan") },
  async run(ask, { dryRun = false }): Promise<Reconciled> {
    if (ask.by === "person") return queue(ask, dryRun)
    const session = askingSession(ask)
    if (!ask.reconcile) throw new CairnError("no_model_here", "there is no model to ask here", "go on without it")
    const came = await ask.reconcile(session, dryRun)
    if (typeof came === "string") throw notReconciled(came)
    return { did: dryRun ? "planned" : "reconciled", plan: came }
  },
  toText({ did, plan, isAllowed }) {
    const shown = plan ? planLines(plan).join("\n") : NOTHING
    if (did === "planned") return `Nothing was changed. The plan:\n${shown}`
    if (did === "reconciled") return `${carriedText(plan)}:\n${shown}`
    const last = plan
      ? `The last plan, of ${new Date(plan.at).toISOString().slice(0, 16).replace("T", " ")}:\n${shown}`
      : "There is no plan yet."
    const then = "the next OpenCode that goes idle in this project does it"
    if (isAllowed) return `Queued: ${then}.\n${last}`
    return `Queued, but background calls are off. Allow them with "${ownCommand("background on")}": ${then}.\n${last}`
  },
})

function carriedText(plan: KeptPlan | undefined): string {
  if (plan?.commit) return `Done as commit ${plan.commit.slice(0, 10)}`
  if (plan?.carried === "made") return "Done, not committed yet"
  if (plan?.carried === "begun")
    return "It takes longer than expected and goes on in the background; memory_history shows when it is done"
  if (plan?.carried === "partly") return `Partly done: ${plan.trouble}`
  if (plan?.carried === "unsure") return `Perhaps done: ${plan.trouble}`
  return "Nothing was changed"
}

function queue({ app }: Ask, dryRun: boolean): Reconciled {
  const { background } = app.store
  const isAllowed = app.config.backgroundTokens > 0 && consentOf(app.config.background, background.answered()) === "on"
  if (!background.setMark(queueMark(app.project.name), dryRun ? "dry" : "apply", app.clock.now()))
    throw new CairnError("state_off", "the request could not be saved: session state is off", "see cairn.log")
  const kept = background.mark(planMark(app.project.name))
  return { did: "queued", isAllowed, plan: kept && (JSON.parse(kept.value) as KeptPlan) }
}

function notReconciled(came: string): CairnError {
  return new CairnError(
    "not_reconciled",
    `nothing was done: ${whyNotDone(came)}`,
    "tell the user; memory works without it",
  )
}
