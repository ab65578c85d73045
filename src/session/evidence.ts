// Who said what in a session: the words of the user, and the texts that tools, files and pages brought in. Whether an agent that wants to save
// something may be believed goes by this. It is kept in memory only: the request that is being answered shows most of it again after a restart.
import { ownLines, pastedTexts } from "../text/pasted-text.ts"

interface ToolAnswer {
  readonly tool: string
  readonly text: string
  readonly isOwn?: boolean | undefined
  readonly handsOn?: boolean | undefined
  readonly callID?: string | undefined
}

export interface Evidence {
  readonly userTurns: readonly string[]
  readonly foreign: readonly string[]
  /** What was made of each of them, so that it is read once. */
  readonly prints: ReadonlyMap<string, Float64Array>
  /** Of the foreign texts, those that strangers may have written, since the last compaction. */
  readonly fromWeb: readonly string[]
  /** Whether this turn has read such a text. */
  readonly readWeb: boolean
  /** Whether the conversation shows a quarantined note. */
  readonly readQuarantined: boolean
  /** What tools have said, as the last request showed it. */
  readonly request?: (() => readonly ToolAnswer[]) | undefined
  /** What the user has typed, as it showed it. */
  readonly typed?: (() => readonly string[]) | undefined
}

export interface HeardText {
  readonly text: string
  readonly isFromWeb: boolean
  readonly isQuarantined: boolean
}

const MAX_TURNS = 40
const MAX_TURN = 8000
/** In characters; the oldest are let go. */
const MAX_FOREIGN = 2_000_000
const MAX_TEXT = 300_000

export const noEvidence: Evidence = {
  userTurns: [],
  foreign: [],
  prints: new Map(),
  fromWeb: [],
  readWeb: false,
  readQuarantined: false,
}

/** What a message shows and the user did not write is as foreign as a file. */
export function userHeard(evidence: Evidence, text: string): Evidence {
  const typed = ownLines(text).join("\n").slice(0, MAX_TURN)
  return {
    ...evidence,
    userTurns: [...evidence.userTurns, typed].slice(-MAX_TURNS),
    foreign: pastedTexts(text).map(heardOf).reduce(lastTexts, evidence.foreign),
  }
}

/** Of a tool's text, what is kept. */
export function heardOf(text: string): string {
  return text.slice(0, MAX_TEXT)
}

export function toolHeard(evidence: Evidence, { text, isFromWeb, isQuarantined }: HeardText): Evidence {
  const heard = heardOf(text)
  return {
    ...evidence,
    foreign: lastTexts(evidence.foreign, heard),
    fromWeb: isFromWeb ? lastTexts(evidence.fromWeb, heard) : evidence.fromWeb,
    readWeb: evidence.readWeb || isFromWeb,
    readQuarantined: evidence.readQuarantined || isQuarantined,
  }
}

/** Whoever sent the subagent hears of the page by its answer. */
export function subagentReadWeb(evidence: Evidence): Evidence {
  return { ...evidence, readWeb: true }
}

/** Another message is being answered. */
export function turnBegun(evidence: Evidence): Evidence {
  return { ...evidence, readWeb: false }
}

/** Who says what in a request, should anybody want to know. */
export function requestHeard(
  evidence: Evidence,
  { foreign, typed }: { readonly foreign?: Evidence["request"]; readonly typed?: Evidence["typed"] },
): Evidence {
  return { ...evidence, request: foreign ?? evidence.request, typed: typed ?? evidence.typed }
}

export function withPrints(evidence: Evidence, prints: Evidence["prints"]): Evidence {
  return { ...evidence, prints }
}

/** What was read before is out of the agent's sight; a summary may still repeat it, so the texts stay. */
export function outOfSight(evidence: Evidence): Evidence {
  return { ...evidence, fromWeb: [], readQuarantined: false }
}

/** Of a session that nobody has served for a while: its next request shows them again. */
export function withoutTexts(evidence: Evidence): Evidence {
  const { userTurns, readWeb, readQuarantined } = evidence
  return { ...noEvidence, userTurns, readWeb, readQuarantined }
}

function lastTexts(texts: readonly string[], text: string): string[] {
  const all = [...texts, text]
  let size = all.reduce((sum, one) => sum + one.length, 0)
  while (size > MAX_FOREIGN && all.length > 1) size -= (all.shift() as string).length
  return all
}
