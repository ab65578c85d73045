// The turn that a session is in, in this process: which message is being answered, what was asked for, and what the assistant has been doing.

export interface Turn {
  /** The user message that is being answered. */
  readonly answers?: string | undefined
  /** A newer message; it becomes the turn with the request that shows it. */
  readonly waiting?: string | undefined
  /** The session's first message: there is nothing before it to cut. */
  readonly first?: string | undefined
  readonly request?: string | undefined
  /** The assistant's last calls and words: what it is trying to do. */
  readonly lately: readonly string[]
  /** A message that Cairn itself sent in the user's place: not the user speaking. */
  readonly ownPrompt?: string | undefined
}

export const noTurn: Turn = { lately: [] }

/** How much of a request is needed to know what it is about. */
const MAX_REQUEST = 4000
const LEAST_REQUEST = 30
const MAX_CALLS = 5
/** Characters of each. */
export const MAX_LATELY = 1000

/** Cairn's own message to an idle agent arrives like a user's. */
export function isOwnPrompt({ ownPrompt }: Turn, text: string): boolean {
  return ownPrompt !== undefined && text.trim() === ownPrompt.trim()
}

export function ownPromptSent(turn: Turn, ownPrompt: string): Turn {
  return { ...turn, ownPrompt }
}

/** The user has sent a message. "go on" refers to what was asked before. */
export function messageHeard(
  turn: Turn,
  message: { readonly messageID?: string | undefined; readonly text: string; readonly isFirst: boolean },
): Turn {
  const { messageID, text, isFirst } = message
  const isRequest = text.length >= LEAST_REQUEST || !turn.request
  return {
    ...turn,
    waiting: messageID,
    first: isFirst ? messageID : turn.first,
    request: isRequest ? text.slice(0, MAX_REQUEST) : turn.request,
    ownPrompt: undefined,
  }
}

/** A request is being built; `answers` is the newest message in it, if the host says so. */
export function requestBuilt(turn: Turn, answers: string | undefined): Turn {
  return { ...turn, answers: answers ?? turn.waiting ?? turn.answers, waiting: undefined }
}

export function assistantDid(turn: Turn, text: string): Turn {
  return { ...turn, lately: [...turn.lately, text.slice(0, MAX_LATELY)].slice(-MAX_CALLS) }
}
