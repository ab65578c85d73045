// A tool's output as a request shows it, and the conversation around it: all that the retiring rules look at.

export interface ShownOutput {
  /** Id of the call that it answers. */
  readonly call: string
  /** By OpenCode 1's name; for Cairn's own tools, the verb. */
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly text: string
  /** The tool did not fail. */
  readonly ok: boolean
  /** Exit code of a command; null if it was stopped. */
  readonly exit?: number | null | undefined
  /** The model step that made the call, counted from the start of the conversation shown. */
  readonly step: number
  /** Tokens of the conversation before it. */
  readonly before: number
  readonly isOwn?: boolean | undefined
  /** It is no output but this argument of the call: a long text that an edit replaced. */
  readonly argument?: string | undefined
  /** Contains an image or a file, which cannot be kept as text. */
  readonly hasFile?: boolean | undefined
}

/** What the user typed. */
export interface SaidText {
  /** Id of the message. */
  readonly id: string
  /** The first model step that could have seen it. */
  readonly step: number
  readonly text: string
}

export interface ShownConversation {
  /** Oldest first. */
  readonly outputs: readonly ShownOutput[]
  /** Outputs that the host itself no longer shows, with the text that it still has. */
  readonly cleared?: readonly ShownOutput[] | undefined
  readonly said: readonly SaidText[]
  /** Model steps so far. */
  readonly steps: number
  /** Of all messages together. */
  readonly tokens: number
}

const CHARS_PER_TOKEN = 4

export function tokensOf(chars: number): number {
  return Math.round(chars / CHARS_PER_TOKEN)
}
