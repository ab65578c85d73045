// The result of a pass over the facts, as it is stored, and in words: the plan as a diff, with what was not done and why.
import type { ScopeName } from "../model/scope.ts"
import { oneLine } from "../text/text.ts"
import { whyNotDone } from "./last-run.ts"
import type { CheckedOp } from "./reconcile-plan.ts"

export interface ScopePlan {
  readonly scope: ScopeName
  /** How many groups were checked. */
  readonly groups: number
  readonly ops: readonly CheckedOp[]
  /** How many groups are left for the next pass. */
  readonly left: number
}

/** What became of a plan. `begun`: it is carried out in the background, since it took long. `unsure`: the disk did not confirm it. */
export type PlanCarried = "none" | "begun" | "partly" | "unsure" | "made"

export interface ReconcileReport {
  readonly at: number
  readonly dryRun: boolean
  readonly plans: readonly ScopePlan[]
  /** Why not everything was looked at. */
  readonly stopped: string | undefined
  readonly carried: PlanCarried
  /** Why it is carried out only partly. */
  readonly trouble: string | undefined
  /** How many ops were carried out. */
  readonly done: number
  /** None if the commit failed; what is made comes with a later one. */
  readonly commit: string | undefined
}

const MAX_TEXT = 260

function leftLines({ left }: KeptPlan): string[] {
  if (!left) return []
  const { groups, why } = left
  return [`${groups} more ${groups === 1 ? "group is" : "groups are"} left for the next pass: ${whyNotDone(why)}`]
}

function opLines({ op, facts, text, why, named }: PlannedOp): string[] {
  const shown = (words: string) => oneLine(words, MAX_TEXT)
  if (facts.length === 0) return [`  ? ${shown(named ?? "")}`]
  if (op === "flag") return facts.map((fact) => `  ! ${fact.path}: ${shown(fact.text)}`)
  return [
    ...facts.map((fact) => `  - ${fact.path}: ${shown(fact.text)}`),
    ...(text ? [`  + ${shown(text)}`] : []),
    ...(why ? [`  because: ${shown(why)}`] : []),
  ]
}

function verdictText({ verdict }: PlannedOp): string {
  if (verdict === "apply") return "can be done"
  return verdict === "propose" ? "for a person to decide" : `not done: ${verdict}`
}

/** The last plan, kept so that a person can look at it. */
export interface KeptPlan {
  readonly at: number
  readonly dryRun: boolean
  /** An older Cairn leaves it out. */
  readonly carried?: PlanCarried | undefined
  readonly trouble?: string | undefined
  readonly commit?: string | undefined
  readonly ops: readonly PlannedOp[]
  /** Groups that are left for the next pass, and why not everything was looked at. */
  readonly left?: { readonly groups: number; readonly why: string } | undefined
}

export interface PlannedOp extends Pick<CheckedOp, "op" | "named" | "text" | "why" | "verdict"> {
  readonly scope: ScopeName
  readonly facts: readonly { readonly path: string; readonly text: string }[]
}

const MAX_OPS_KEPT = 100
const MAX_LINES = 200

export function keptPlan({ at, dryRun, carried, trouble, commit, plans, stopped = "" }: ReconcileReport): KeptPlan {
  const groups = plans.reduce((sum, plan) => sum + plan.left, 0)
  const ops = plans.flatMap(({ scope, ops: checked }) =>
    checked.map(({ facts, ...op }) => ({ ...op, scope, facts: facts.map(({ path, text }) => ({ path, text })) })),
  )
  return {
    at,
    dryRun,
    carried,
    ...(trouble && { trouble }),
    ...(commit && { commit }),
    ...(groups > 0 && { left: { groups, why: stopped } }),
    ops: ops.slice(0, MAX_OPS_KEPT),
  }
}

export function planLines(plan: KeptPlan): string[] {
  const diff = plan.ops.flatMap((op) => [`${op.op} (${op.scope}, ${verdictText(op)})`, ...opLines(op)])
  return [...(diff.length === 0 ? [NOTHING] : diff.slice(0, MAX_LINES)), ...leftLines(plan)]
}

export const NOTHING = "no facts to merge, reword or drop"

/**
 * Names under which a project's last plan, the wish for a pass and the last attempt are stored. An older Cairn keeps its plan as lines under a name of
 * its own.
 */
export const planMark = (project: string) => `planned ${project}`
export const queueMark = (project: string) => `queued ${project}`
export const triedMark = (project: string) => `tried ${project}`
