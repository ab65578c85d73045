// What a pass over the facts of a scope would do: groups that may say the same are shown to a model, as many at a time as make a question of
// reasonable length, until all were shown or the tokens of the run are spent. What is left is for the next pass.
import type { App } from "../app.ts"
import { factClusters } from "../background/fact-clusters.ts"
import { promptSize } from "../background/prompt-size.ts"
import { type CheckedOp, readReconcile } from "../background/reconcile-plan.ts"
import { reconcilePrompt } from "../background/reconcile-prompt.ts"
import { versionsOf } from "../intake/fact-files.ts"
import { isProtectedFact } from "../intake/protected-fact.ts"
import type { Fact } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import { inGroups } from "../text/fit-into.ts"
import { askInBackground, estimateOf, promptRoom, type Unasked } from "./ask-in-background.ts"
import type { HostServices } from "./contract.ts"
import { churnOf, factsToReconcile, lastPass } from "./reconcile-due.ts"

export interface Pass {
  readonly app: App
  readonly host: HostServices
  /** The session that went idle last: the call is about it. */
  readonly about: string
  readonly dryRun?: boolean | undefined
  /** Every group is checked, not only those in which something has changed. */
  readonly isWhole?: boolean | undefined
  /** Whether the user is still silent; none if an agent asked for the pass in its turn. */
  readonly isPause?: (() => boolean) | undefined
}

/** Of one pass, both scopes together. */
export interface PassRun {
  tokens: number
  /** Why no more was asked. */
  stopped?: Unasked | undefined
}

export type Planned = Awaited<ReturnType<typeof planScope>>

export async function planScope(pass: Pass, run: PassRun, scope: ScopeName) {
  const { app, host, about, isWhole, isPause } = pass
  const facts = factsToReconcile(app, scope)
  const known = lastPass(app, scope)?.facts ?? {}
  // Of the files that the model is shown: what is changed from here on is not what it saw.
  const paths = facts.map(({ path }) => path)
  const versions = versionsOf(app, scope, paths)
  const all = await factClusters(facts)
  const due = isWhole ? all : all.filter((group) => churnOf(app, group, known) > 0)
  const [ops, left]: [CheckedOp[], Fact[][]] = [[], []]
  let groups = 0
  for (const batch of inBatches(due, Math.min(promptRoom(app.config), MAX_QUESTION) - RULES_CHARS)) {
    const prompt = reconcilePrompt(batch)
    if (!run.stopped && estimateOf(prompt) > run.tokens) run.stopped = "run_spent"
    const answer = run.stopped ?? (await askInBackground(app, host, { purpose: "reconcile", prompt, about, isPause }))
    if (typeof answer === "string") {
      run.stopped = answer
      left.push(...batch)
      continue
    }
    run.tokens -= answer.spent
    groups += batch.length
    const shown = batch.map((group) => group.map((fact) => ({ fact, isProtected: isProtected(app, fact) })))
    ops.push(...readReconcile(answer.text, shown))
  }
  return { scope, groups, ops, left, versions }
}

/** A detail of which only the beginning is known would lose the rest. */
function isProtected(app: App, { scope, path, detailCutFrom }: Fact): boolean {
  return detailCutFrom !== undefined || isProtectedFact(app, app.scopeNotes(scope).index.get(path)?.info)
}

/** In `promptSize`: two or three such questions are within a run, and a small model still sees every line. */
const MAX_QUESTION = 24_000
const RULES_CHARS = 2000
const LINE_CHARS = 40

/** A group of any size is kept together as far as one question has room. */
export function inBatches(groups: readonly (readonly Fact[])[], room: number): Fact[][][] {
  const pieces = groups.flatMap((one) => inPieces(one, room))
  return inGroups(pieces, room, sizeOf)
}

function sizeOf(group: readonly Fact[]): number {
  return group.reduce((sum, { text }) => sum + promptSize(text) + LINE_CHARS, LINE_CHARS)
}

/** A fact that is left alone cannot be compared with any. */
function inPieces(group: readonly Fact[], room: number): Fact[][] {
  const pieces: Fact[][] = [[]]
  for (const fact of group) {
    const last = pieces.at(-1) as Fact[]
    if (last.length > 1 && sizeOf([...last, fact]) > room) pieces.push([fact])
    else last.push(fact)
  }
  return pieces.filter((piece) => piece.length > 1)
}
