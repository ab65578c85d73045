// Who said what in a session: the words of the user, and the texts that tools, files and pages brought in. Whether an agent that wants to save
// something may be believed goes by this. It is kept in memory only: the request that is being answered shows most of it again after a restart.

export interface Evidence {
  readonly userTurns: string[]
  readonly foreign: string[]
  /** What was made of each of them, so that it is read once. */
  prints: ReadonlyMap<string, Float64Array>
  /** Of the foreign texts, those that strangers may have written, since the last compaction. */
  readonly fromWeb: string[]
  /** Whether this turn has read such a text. */
  readWeb: boolean
  /** Whether the conversation shows a quarantined note. */
  readQuarantined: boolean
  /** What tools have said, as the last request showed it. */
  request: (() => readonly { readonly tool: string; readonly text: string }[]) | undefined
  /** What the user has typed, as it showed it. */
  typed: (() => readonly string[]) | undefined
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

export function noEvidence(): Evidence {
  return {
    userTurns: [],
    foreign: [],
    prints: new Map(),
    fromWeb: [],
    readWeb: false,
    readQuarantined: false,
    request: undefined,
    typed: undefined,
  }
}

export function heardUser(evidence: Evidence, text: string): void {
  evidence.userTurns.push(text.slice(0, MAX_TURN))
  if (evidence.userTurns.length > MAX_TURNS) evidence.userTurns.shift()
}

/** Gives what was kept of it. */
export function heardTool(evidence: Evidence, { text, isFromWeb, isQuarantined }: HeardText): string {
  const heard = text.slice(0, MAX_TEXT)
  keepLast(evidence.foreign, heard)
  if (isFromWeb) keepLast(evidence.fromWeb, heard)
  evidence.readWeb ||= isFromWeb
  evidence.readQuarantined ||= isQuarantined
  return heard
}

/** What was read before is out of the agent's sight; a summary may still repeat it, so the texts stay. */
export function wasCompacted(evidence: Evidence): void {
  evidence.fromWeb.length = 0
  evidence.readQuarantined = false
}

/** Of a session that nobody has served for a while: its next request shows them again. */
export function forgetTexts(evidence: Evidence): void {
  evidence.foreign.length = 0
  evidence.prints = new Map()
  evidence.fromWeb.length = 0
  evidence.request = undefined
  evidence.typed = undefined
}

function keepLast(texts: string[], text: string): void {
  texts.push(text)
  let size = texts.reduce((sum, one) => sum + one.length, 0)
  while (size > MAX_FOREIGN && texts.length > 1) size -= (texts.shift() as string).length
}
