// A pass over the facts: groups that may say the same are shown to a model, and each change that it proposes is checked. Everything that may be
// done is one commit, after one that has everything as it was. Without git nothing is changed.
import type { App } from "../app.ts"
import { factClusters } from "../background/fact-clusters.ts"
import { promptSize } from "../background/prompt-size.ts"
import { type CheckedOp, type ClusterFact, readReconcile } from "../background/reconcile-plan.ts"
import { reconcilePrompt } from "../background/reconcile-prompt.ts"
import type { ReconcileReport, ScopePlan } from "../background/reconcile-report.ts"
import { isHandMade } from "../intake/by-hand.ts"
import { versionsOf } from "../intake/fact-files.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { proposeMerge } from "../intake/propose-merge.ts"
import { reconcileFiles, recordReconciled } from "../intake/reconcile-files.ts"
import { messageOf } from "../model/errors.ts"
import { FACTS_FOLDER, type Fact } from "../model/fact.ts"
import { isPrivate, SCOPES, type ScopeName } from "../model/scope.ts"
import { askInBackground, promptRoom, type Unasked, whyNotNow } from "./ask-in-background.ts"
import type { HostServices } from "./contract.ts"
import { churnOf, lastPass, notePass } from "./reconcile-due.ts"

export interface Pass {
  readonly app: App
  readonly host: HostServices
  /** The session that went idle last: the call is about it. */
  readonly about: string
  /** Nothing is changed. */
  readonly dryRun?: boolean | undefined
  /** Every group is checked, not only those in which something has changed. */
  readonly isWhole?: boolean | undefined
}

const COMMIT_MS = 20_000

export async function reconcileFacts(pass: Pass): Promise<ReconcileReport | Unasked | "no_history"> {
  const { app, host } = pass
  const refused = await whyNotNow(app, host, "reconcile")
  if (refused) return refused
  if (!pass.dryRun && !hasHistory(app)) return "no_history"
  const plans: ScopePlan[] = []
  let commit: string | undefined
  for (const scope of SCOPES) {
    const plan = await planScope(pass, scope)
    if (typeof plan === "string") {
      if (plans.some(({ ops }) => ops.length > 0)) break
      return plan
    }
    const came = pass.dryRun ? undefined : await applyScope(pass, scope, plan)
    if (came && came !== "failed") notePass(app, scope, plan.looked)
    commit = came !== "failed" && came?.commit ? came.commit : commit
    plans.push({ scope, groups: plan.groups, ops: plan.ops })
  }
  return { at: app.clock.now(), dryRun: pass.dryRun === true, plans, commit }
}

function hasHistory({ store }: App): boolean {
  const state = store.history?.status().state
  return state === "current" || state === "pending"
}

interface Planned {
  readonly groups: number
  readonly ops: readonly CheckedOp[]
  /** The facts that were checked, alone or in a group. */
  readonly looked: readonly Fact[]
  /** By path, the versions of the files that the model was shown. */
  readonly versions: ReadonlyMap<string, string>
}

/** One call; what does not fit is left for the next pass. */
async function planScope({ app, host, about, isWhole }: Pass, scope: ScopeName): Promise<Planned | Unasked> {
  const facts = factsToReconcile(app, scope)
  const known = lastPass(app, scope)?.facts ?? {}
  const all = factClusters(facts)
  const due = isWhole ? all : all.filter((group) => churnOf(app, group, known) > 0)
  const versions = versionsOf(
    app,
    scope,
    facts.map(({ path }) => path),
  )
  const batches = inBatches(due, promptRoom(app.config))
  const [batch, ...later] = batches
  const left = new Set(later.flat(2))
  const looked = facts.filter((fact) => !left.has(fact))
  if (!batch) return { groups: 0, ops: [], looked, versions }
  const groups = batch.map((group) => group.map((fact) => ({ fact, isProtected: isProtected(app, fact) })))
  const answer = await askInBackground(app, host, { purpose: "reconcile", prompt: reconcilePrompt(batch), about })
  if (typeof answer === "string") return answer
  const ops = readReconcile(answer.text, groups satisfies ClusterFact[][])
  return { groups: batch.length, ops, looked, versions }
}

/** Those that a prompt may show; private facts are shown to no model unasked. */
export function factsToReconcile(app: App, scope: ScopeName): Fact[] {
  return knownFacts(app, scope).facts.filter(
    ({ trust, path }) => trust === "trusted" && path.startsWith(`${FACTS_FOLDER}/`) && !isPrivate(path),
  )
}

/** No machine touches what the user said, what a person or the agent wrote, or what was confirmed. */
function isProtected(app: App, { scope, path, source, reinforced, detailCutFrom }: Fact): boolean {
  const info = app.scopeNotes(scope).index.get(path)?.info
  const isSettled = source === "explicit" || source === "manual" || reinforced.count > 0 || detailCutFrom !== undefined
  return isSettled || !info || info.readonly || info.hot || isHandMade(app, info)
}

/** The space that the rules of the question take. */
const RULES_CHARS = 2000
const LINE_CHARS = 40

function inBatches(groups: readonly Fact[][], room: number): Fact[][][] {
  const batches: Fact[][][] = []
  let left = 0
  for (const group of groups) {
    const size = group.reduce((sum, { text }) => sum + promptSize(text) + LINE_CHARS, LINE_CHARS)
    if (size > left || batches.length === 0) {
      batches.push([])
      left = room - RULES_CHARS
    }
    batches.at(-1)?.push(group)
    left -= size
  }
  return batches
}

/** No commit if there was nothing to do. */
async function applyScope(
  { app, about }: Pass,
  scope: ScopeName,
  { ops, versions }: Planned,
): Promise<{ readonly commit?: string } | "failed"> {
  const { history, notes } = app.store
  const evidence = `${about}/`
  for (const op of ops) if (op.verdict !== "apply") await recordUndone(app, scope, op, evidence)
  const wanted = ops.filter(({ verdict }) => verdict === "apply")
  if (wanted.length === 0 || !history) return {}
  const why = `reconcile ${wanted.length} ${wanted.length === 1 ? "group" : "groups"} of facts`
  // Nobody has changed its facts while the model was answering.
  const isAsPlanned = ({ facts }: CheckedOp) =>
    facts.every(({ path }) => app.scopeNotes(scope).index.get(path)?.info.hash === versions.get(path))
  const change = async () => {
    await app.scopeNotes(scope).refreshNames(FACTS_FOLDER)
    const { changes, outcomes } = await reconcileFiles(app, scope, wanted.filter(isAsPlanned))
    await notes.applyAlone(changes, why)
    for (const { fact, became } of outcomes) recordReconciled(app, scope, fact, became, evidence)
  }
  try {
    await app.scopeNotes(scope).refreshNow()
    const done = await history.commitChange(why, () => notes.alone(change), COMMIT_MS)
    if (done.result === "failed") app.log.warn("reconcile", { scope, why: done.reason })
    if (done.result === "failed") return "failed"
    return done.result === "committed" ? { commit: done.hash } : {}
  } catch (error) {
    app.log.warn("reconcile", { scope, why: messageOf(error) })
    return "failed"
  }
}

/** What needs a person's consent waits for them; the rest is on record with the reason. */
async function recordUndone(
  app: App,
  scope: ScopeName,
  { facts, text, verdict }: CheckedOp,
  evidence: string,
): Promise<void> {
  const [first] = facts
  if (!first || (verdict === "propose" && (await proposeMerge(app, scope, { facts, text }, evidence)))) return
  const reason = verdict === "propose" ? "fact_protected" : verdict
  const fact = text === undefined ? first : { ...first, text }
  recordReconciled(app, scope, fact, { outcome: "rejected", reason, into: first.path }, evidence)
}
