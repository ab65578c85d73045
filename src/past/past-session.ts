// A past session and what was said in it, whichever generation of OpenCode recorded it. Every text here is clean: no secrets and nothing private.
import type { CleanText } from "../text/known-clean.ts"

export interface PastSession {
  readonly id: string
  readonly parent: string | undefined
  readonly title: CleanText
  /** Changes with the title. */
  readonly titleMark: number
  readonly directory: string
  readonly created: number
  readonly updated: number
  readonly archived: number | undefined
  /** When its last turn ended; only OpenCode 2 says so. */
  readonly idle: number | undefined
  /** `provider/model`, if known. */
  readonly model: string | undefined
  readonly cost: number
  readonly tokens: Readonly<Record<"input" | "output" | "reasoning" | "cacheRead" | "cacheWrite", number>>
  /** The message from which on everything was reverted. */
  readonly revertedFrom: string | undefined
  /** Which generation's tables hold its messages. */
  readonly generation: 1 | 2
  /** Set if OpenCode 2 has copied it from OpenCode 1 and both still have it. */
  readonly copied?: CopiedSession
}

export interface CopiedSession {
  /** What is older was there when it was copied. */
  readonly at: number
  /** OpenCode 2 has changed it since. */
  readonly isChanged: boolean
  /** What OpenCode 1 has of it counts: it has changed it last, or nobody has. */
  readonly isLedByFirst: boolean
  /** The message from which on OpenCode 1 has reverted everything. */
  readonly revertedFrom: string | undefined
}

/** A copy with additional fields. Copies the title's getter, so that the title is still cleaned only when it is read. */
export function sessionWith<T extends object>(session: PastSession, fields: T): PastSession & T {
  const all = { ...Object.getOwnPropertyDescriptors(session), ...Object.getOwnPropertyDescriptors(fields) }
  return Object.defineProperties({}, all) as PastSession & T
}

export const PAST_ROLES = ["user", "assistant", "summary"] as const
export type PastRole = (typeof PAST_ROLES)[number]

/** A message without its text. */
export interface MessagePlace {
  readonly id: string
  readonly role: PastRole
  readonly at: number
  /** When the host last wrote it. For the index it is up to a minute more, by which other changes to its parts are seen. */
  readonly changed: number
  readonly generation: 1 | 2
  /** False if its row says nothing of an error. */
  readonly mayHaveFailed: boolean
}

export interface PastMessage extends MessagePlace {
  readonly parts: readonly PastPart[]
  /** All of its text was typed by the user: no command template, no task for a subagent. */
  readonly isTyped: boolean
  readonly model?: string | undefined
}

export type PastPart =
  | { readonly kind: "text"; readonly text: CleanText }
  | { readonly kind: "tool"; readonly call: PastCall }

export interface PastCall {
  /** The host's id of the call. */
  readonly id: string | undefined
  /** OpenCode 1's name for the tool. */
  readonly tool: string
  readonly status: string
  /** Cleaned. */
  readonly args: Readonly<Record<string, unknown>>
  /** The arguments as one text. */
  readonly input: CleanText
  readonly output: CleanText
  readonly exit: number | undefined
}

/** A compaction as the host recorded it. */
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
