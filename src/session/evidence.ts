// Who said what in a session: the user's words, and the texts that came in from outside through tools, files and pages. Whether something that
// the agent saves is trusted depends on this. It is kept in memory only; after a restart, the request being answered shows most of it again.
import type { OutsideKind, SaidOutside, ToolText } from "../facts/trust/outside-text.ts"
import { ownLines, pastedTexts } from "../text/pasted-text.ts"

export type ToolAnswer = Omit<ToolText, "origin"> & { readonly callID?: string | undefined }

export interface Evidence {
  readonly userTurns: readonly string[]
  /** What the user typed in earlier sessions, as far as this session was shown it. */
  readonly earlier: readonly string[]
  readonly outside: readonly SaidOutside[]
  /** Their hashes (see `printsOf`), so that each text is read only once. */
  readonly prints: ReadonlyMap<string, Float64Array>
  /** Whether this turn has read what strangers may have written. */
  readonly readWeb: boolean
  readonly readQuarantined: boolean
  /** What tools returned, as the last request showed it. */
  readonly request?: (() => readonly ToolAnswer[]) | undefined
  /** What the user typed, as the last request showed it. */
  readonly typed?: (() => readonly string[]) | undefined
}

const MAX_TURNS = 40
const MAX_TURN = 8000
/** In characters; the oldest are dropped. */
const MAX_OUTSIDE = 2_000_000
const MAX_TEXT = 300_000

export const noEvidence: Evidence = {
  userTurns: [],
  earlier: [],
  outside: [],
  prints: new Map(),
  readWeb: false,
  readQuarantined: false,
}

export function userHeard(evidence: Evidence, text: string): Evidence {
  const typed = ownLines(text).join("\n").slice(0, MAX_TURN)
  return { ...pasteHeard(evidence, text), userTurns: [...evidence.userTurns, typed].slice(-MAX_TURNS) }
}

/** Text in a message that the user did not write is as foreign as a web page. */
export function pasteHeard(evidence: Evidence, text: string): Evidence {
  const pasted = pastedTexts(text).map((paste) => ({ kind: "paste", text: heardOf(paste) }) as const)
  return { ...evidence, outside: lastTexts([...evidence.outside, ...pasted]) }
}

export function earlierTold(evidence: Evidence, texts: readonly string[]): Evidence {
  return { ...evidence, earlier: [...evidence.earlier, ...texts].slice(-MAX_TURNS) }
}

export function heardOf(text: string): string {
  return text.slice(0, MAX_TEXT)
}

/** Reading one of these puts the turn in doubt: it may have caused what is written in the same turn. */
const TAINTS: ReadonlySet<OutsideKind> = new Set(["web", "foreign-tool"])

export function isTainting(kind: OutsideKind): boolean {
  return TAINTS.has(kind) || kind === "quarantined"
}

export function outsideHeard(evidence: Evidence, { kind, text }: SaidOutside): Evidence {
  return {
    ...evidence,
    outside: lastTexts([...evidence.outside, { kind, text: heardOf(text) }]),
    readWeb: evidence.readWeb || TAINTS.has(kind),
    readQuarantined: evidence.readQuarantined || kind === "quarantined",
  }
}

export function turnBegun(evidence: Evidence): Evidence {
  return { ...evidence, readWeb: false, readQuarantined: false }
}

/** Remembers how to get at the texts of a request, in case they are needed. */
export function requestHeard(
  evidence: Evidence,
  { foreign, typed }: { readonly foreign?: Evidence["request"]; readonly typed?: Evidence["typed"] },
): Evidence {
  return { ...evidence, request: foreign ?? evidence.request, typed: typed ?? evidence.typed }
}

export function printsKept(evidence: Evidence, prints: Evidence["prints"]): Evidence {
  return { ...evidence, prints }
}

/** For a session that has been idle: its next request shows the texts again. */
export function withoutTexts(evidence: Evidence): Evidence {
  const { userTurns, earlier, readWeb, readQuarantined } = evidence
  return { ...noEvidence, userTurns, earlier, readWeb, readQuarantined }
}

function lastTexts(texts: SaidOutside[]): readonly SaidOutside[] {
  let size = texts.reduce((sum, { text }) => sum + text.length, 0)
  let gone = 0
  while (size > MAX_OUTSIDE) size -= (texts[gone++] as SaidOutside).text.length
  return texts.slice(gone)
}
