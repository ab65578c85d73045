// A session of the past and what was said in it, whichever generation of OpenCode wrote it down. Every text here is clean: nothing private and
// no secret is in it.
import type { CleanText } from "../redaction/clean-text.ts"

export interface PastSession {
  readonly id: string
  readonly parent: string | undefined
  readonly title: CleanText
  readonly directory: string
  readonly created: number
  readonly updated: number
  readonly archived: number | undefined
  /** `provider/model`, where it is known. */
  readonly model: string | undefined
  readonly cost: number
  readonly tokens: PastTokens
  /** What of it is taken back: this message and all after it. */
  readonly revertedFrom: string | undefined
  /** Whose tables have its messages. */
  readonly generation: 1 | 2
}

/** A copy with other fields besides; its title is still cleaned only when it is asked for. */
export function sessionWith<T extends object>(session: PastSession, fields: T): PastSession & T {
  const all = { ...Object.getOwnPropertyDescriptors(session), ...Object.getOwnPropertyDescriptors(fields) }
  return Object.defineProperties({}, all) as PastSession & T
}

export interface PastTokens {
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export const PAST_ROLES = ["user", "assistant", "summary"] as const
export type PastRole = (typeof PAST_ROLES)[number]

/** Where a message is, without what it says. */
export interface MessagePlace {
  readonly id: string
  readonly role: PastRole
  readonly at: number
  /** When the host last wrote it. */
  readonly changed: number
  readonly generation: 1 | 2
}

export interface PastMessage extends MessagePlace {
  readonly parts: readonly PastPart[]
  /** All of its text is what the user typed: no command's template, no errand of a subagent's. */
  readonly isTyped: boolean
  readonly model?: string | undefined
}

export type PastPart =
  | { readonly kind: "text"; readonly text: CleanText }
  | { readonly kind: "tool"; readonly call: PastCall }

export interface PastCall {
  /** By which the host tells calls apart. */
  readonly id: string | undefined
  /** By OpenCode 1's name. */
  readonly tool: string
  readonly status: string
  readonly args: Readonly<Record<string, unknown>>
  /** The arguments as one text. */
  readonly input: CleanText
  readonly output: CleanText
  readonly exit: number | undefined
}

/** A compaction, as the host has it. */
export interface PastCompaction {
  readonly id: string
  readonly at: number
  readonly isAutomatic: boolean
  /** Cairn wrote the summary, without a model. */
  readonly isInstant: boolean
  readonly summary: CleanText
}

export interface PastTodo {
  readonly session: string
  readonly content: CleanText
  readonly status: string
}
