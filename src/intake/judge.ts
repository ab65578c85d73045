// What a candidate is checked against before the facts on disk are read: the gate, what a person has decided before, and who may be trusted.
import type { App } from "../app.ts"
import { everyFactId, factId } from "../facts/fact-id.ts"
import { type FoldedInstructions, foldInstructions, type GateReason, gate } from "../facts/gate.ts"
import { type Grounds, noGrounds } from "../facts/trust/grounds.ts"
import { groundsIn } from "../facts/trust/project-grounds.ts"
import { isOfPaste } from "../facts/trust/resemblance.ts"
import { judgeTrust, type Seen, type TrustVerdict } from "../facts/trust/trust.ts"
import { toLog } from "../model/errors.ts"
import { type Candidate, contentHash, type Fact, factWords } from "../model/fact.ts"
import type { ScopeName } from "../model/scope.ts"
import { pieceOf } from "../redaction/clean-text.ts"
import { readInstructionFiles, readScriptFiles } from "../store/instruction-files.ts"
import type { DecisionsRead } from "../store/notes/person-decisions.ts"

/** In addition to the gate's reasons: a person has deleted the fact, or refused it when it waited in quarantine. */
export type Refusal = GateReason | "deleted" | "by_person"

export type Scoped = Candidate & { readonly scope: ScopeName }

export interface Judged {
  readonly candidate: Scoped
  readonly id: string
  readonly refused?: Refusal | undefined
  readonly verdict: TrustVerdict
  /** When it was said. */
  readonly at: number
  /** The keys under which the words are on record as deleted. */
  readonly tombstones?: readonly string[] | undefined
}

export interface Hearing {
  readonly seen: Seen
  readonly at?: number | undefined
}

/** What is proposed together was said at one moment: which of two equals is shown must not depend on a tick of the clock in between. */
export function judgeAll(app: App, candidates: readonly Candidate[], hearing: Hearing): Promise<Judged[]> {
  const at = hearing.at ?? app.clock.now()
  return Promise.all(candidates.map((candidate) => judgeCandidate(app, candidate, { ...hearing, at })))
}

export async function judgeCandidate(app: App, given: Candidate, { seen, at }: Hearing): Promise<Judged> {
  const candidate = inFull(given)
  const { decided, tombstones } = await personDecided(app, candidate)
  const project = await projectFiles(app)
  const verdict =
    decided === "approved"
      ? ({ trust: "trusted", reason: "approved" } as const)
      : judgeTrust(candidate, seen, groundsFor(candidate.scope, project))
  const refused = decided === "approved" ? undefined : (decided ?? refusalOf(candidate, verdict, project))
  const scope = appliesHereOnly(candidate, verdict, seen) ? "project" : candidate.scope
  return {
    candidate: { ...candidate, scope },
    id: factId(candidate.text),
    refused,
    verdict,
    at: at ?? app.clock.now(),
    tombstones,
  }
}

/** What the user has not confirmed, and what the agent draws from something that the user pasted. */
function appliesHereOnly({ text, detail }: Scoped, { trust, reason }: TrustVerdict, { outside }: Seen): boolean {
  const words = [text, detail].filter(Boolean).join("\n")
  return trust === "unconfirmed" || (reason === "own_work" && isOfPaste(words, outside))
}

/** The user does not inject prompts; but an agent may have written what is in the user's other memories. */
function refusalOf(
  candidate: Scoped,
  { reason }: TrustVerdict,
  { instructions }: ProjectFiles,
): GateReason | undefined {
  const refused = gate(candidate, instructions)
  return refused === "injection" && reason === "user_said" && !candidate.moved ? undefined : refused
}

function inFull({ detail, ...given }: Candidate): Scoped {
  return {
    ...given,
    text: pieceOf(given.text, given.text.replace(/\s+/g, " ").trim()),
    ...(detail && { detail }),
    type: given.type.toLowerCase(),
    scope: given.scope ?? "project",
  }
}

/** The user's own words are a new decision, unless they are the very ones that the deleted fact came from. */
async function personDecided(
  app: App,
  candidate: Scoped,
): Promise<{ decided: "deleted" | "by_person" | "approved" | undefined; tombstones: readonly string[] }> {
  const { decisions, isRejected, isDeletedHere } = await decidedFor(app, candidate.scope)
  const ids = everyFactId(candidate.text, [candidate.type, ...Object.keys(app.config.types)])
  const words = { description: candidate.text, body: candidate.detail ?? "" }
  const tombstones = ids.filter((id) => decisions?.isDeleted(id))
  const isSameWish = tombstones.some((id) => decisions?.isDeleted(id)?.evidence === candidate.evidence)
  if (candidate.said === "user") return { decided: isSameWish ? "deleted" : undefined, tombstones }
  const isApproved = decisions?.verdictOn(contentHash(words)) === "approved"
  if (!isApproved && isRejected(words)) return { decided: "by_person", tombstones }
  if (tombstones.length > 0 || ids.some(isDeletedHere)) return { decided: "deleted", tombstones }
  return { decided: isApproved ? "approved" : undefined, tombstones }
}

/**
 * What a person has decided that holds for notes of a scope. Words that were refused in one scope are refused in both. A fact that was deleted in the
 * project does not come back for all projects; one that was deleted there may still hold in this one.
 */
export async function decidedFor(app: App, scope: ScopeName) {
  const [project, global] = await Promise.all([decisionsOf(app, "project"), decisionsOf(app, "global")])
  const isDeletedHere = (id: string) => scope === "global" && project?.isDeleted(id)?.by === "person"
  const isRejected = ({ description, body }: { readonly description: string; readonly body: string }) => {
    // The same words may be the body of a note or the sentence of a fact.
    const { sentence = "", detail } = factWords(undefined, body)
    const forms =
      sentence === ""
        ? [{ description, body }]
        : [
            { description, body },
            { description: sentence, body: detail },
          ]
    const all = [project, global]
    return forms.map(contentHash).some((hash) => all.some((decisions) => decisions?.verdictOn(hash) === "rejected"))
  }
  return { decisions: scope === "project" ? project : global, isRejected, isDeletedHere }
}

/** Whether a person has deleted or rejected what a machine would write. */
export async function isRefusedByPerson(app: App, { scope, type }: Fact, text: string): Promise<boolean> {
  const { decisions, isRejected, isDeletedHere } = await decidedFor(app, scope)
  const ids = everyFactId(text, [type, ...Object.keys(app.config.types)])
  return isRejected({ description: text, body: "" }) || ids.some((id) => decisions?.isDeleted(id) || isDeletedHere(id))
}

/** Without them nothing counts as approved, and nothing is lost. */
export async function decisionsOf(app: App, scope: ScopeName): Promise<DecisionsRead | undefined> {
  return app.store
    .decisions(app.scope(scope))
    .read()
    .catch(toLog(app, "decisions", { scope }))
}

const FRESH_MS = 10_000
const read = new WeakMap<App, { readonly at: number; readonly files: Promise<ProjectFiles> }>()

/** A project's files may only give orders for that project. */
export function groundsFor(scope: ScopeName, { grounds }: ProjectFiles): Grounds {
  return scope === "project" ? grounds : noGrounds
}

export interface ProjectFiles {
  /** As the gate wants them. */
  readonly instructions: FoldedInstructions
  readonly grounds: Grounds
}

/** The text of the project's instruction files and scripts; read again every few seconds. */
export async function projectFiles(app: App): Promise<ProjectFiles> {
  const known = read.get(app)
  if (known && app.clock.now() - known.at < FRESH_MS) return known.files
  const { worktree, directory } = app.project.checkout
  const place = { worktree, directory, config: app.hostConfig }
  const files = Promise.all([readInstructionFiles(place), readScriptFiles(place)]).then(([texts, scripts]) => ({
    instructions: foldInstructions(texts),
    grounds: groundsIn(texts, scripts),
  }))
  read.set(app, { at: app.clock.now(), files })
  return files
}
