// The result of a pass over the facts, as it is stored and shown: the plan as a diff, with what was not done and why.
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

export interface ReconcileReport {
  readonly at: number
  readonly dryRun: boolean
  readonly plans: readonly ScopePlan[]
  /** Why not everything was looked at. */
  readonly stopped: string | undefined
  readonly commit: string | undefined
}

const MAX_TEXT = 260

/** None if everything was looked at. */
function leftLine({ plans, stopped }: ReconcileReport): string | undefined {
  const left = plans.reduce((sum, plan) => sum + plan.left, 0)
  if (left === 0) return undefined
  return `${left} more ${left === 1 ? "group is" : "groups are"} left for the next pass: ${whyNotDone(stopped ?? "")}`
}

function lines({ op, facts, text, why, named }: CheckedOp): string[] {
  const shown = (words: string) => oneLine(words, MAX_TEXT)
  if (facts.length === 0) return [`  ? ${shown(named ?? "")}`]
  if (op === "flag") return facts.map((fact) => `  ! ${fact.path}: ${shown(fact.text)}`)
  return [
    ...facts.map((fact) => `  - ${fact.path}: ${shown(fact.text)}`),
    ...(text ? [`  + ${shown(text)}`] : []),
    ...(why ? [`  because: ${shown(why)}`] : []),
  ]
}

function verdictText({ verdict }: CheckedOp): string {
  if (verdict === "apply") return "can be done"
  return verdict === "propose" ? "for a person to decide" : `not done: ${verdict}`
}

/** The last plan, kept so that a person can look at it. */
export interface KeptPlan {
  readonly at: number
  readonly dryRun: boolean
  readonly commit?: string | undefined
  readonly lines: readonly string[]
  /** What is left for the next pass. */
  readonly left?: string | undefined
}

const MAX_LINES = 200

export function keptPlan(report: ReconcileReport): KeptPlan {
  const { at, dryRun, commit } = report
  const left = leftLine(report)
  const diff = report.plans.flatMap(({ scope, ops }) =>
    ops.flatMap((op) => [`${op.op} (${scope}, ${verdictText(op)})`, ...lines(op)]),
  )
  return {
    at,
    dryRun,
    ...(commit && { commit }),
    ...(left && { left }),
    lines: diff.slice(0, MAX_LINES),
  }
}

/** Names under which a project's last plan, the wish for a pass and the last attempt are stored. */
export const planMark = (project: string) => `plan ${project}`
export const queueMark = (project: string) => `queued ${project}`
export const triedMark = (project: string) => `tried ${project}`
