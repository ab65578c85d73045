// What can happen to a session's memory. The journal keeps these, in order; what the session remembers is nothing but their fold, so two
// processes on one session lose nothing, and taking a message back takes back what was learnt from it.

import type { BlockName } from "../model/core-block.ts"

export type FileAction = "read" | "grep" | "edit" | "write" | "delete" | "move"

/** A tool had to do with a file. Paths are relative to the worktree where they lie in it. */
export interface FileTouch {
  readonly path: string
  readonly action: FileAction
  /** Where a moved file is now. */
  readonly to?: string | undefined
}

/** One failure that a command's output tells of. */
export interface FoundError {
  readonly fingerprint: string
  readonly summary: string
  /** The file it names, if any. */
  readonly file?: string | undefined
  /** Where it is another than that of the command. */
  readonly category?: string | undefined
}

export type MemoryEvent =
  /** A user message begins a turn. */
  | { readonly kind: "turn" }
  /** The model has answered once: the clock by which the pool decays. */
  | { readonly kind: "step" }
  | { readonly kind: "compaction"; readonly id: string }
  | {
      readonly kind: "core"
      readonly block: BlockName
      readonly operation: "replace" | "append"
      readonly content: string
      readonly at: number
    }
  /** Something worth keeping in mind; `why` names the rule that found it, or the tool that was asked. */
  | { readonly kind: "item"; readonly slot: string; readonly text: string; readonly why: string }
  /** What the user wants held to from now on, word for word. */
  | { readonly kind: "directive"; readonly text: string }
  /** Items named again in a message; `in` tells messages apart, since one counts once. */
  | { readonly kind: "mention"; readonly texts: readonly string[]; readonly in: string }
  | { readonly kind: "remove"; readonly text: string }
  /** Of one slot, or of all of working memory. */
  | { readonly kind: "clear"; readonly slot?: string | undefined }
  | { readonly kind: "files"; readonly files: readonly FileTouch[] }
  /** The agent wrote a note of long-term memory. */
  | { readonly kind: "saved"; readonly note: string }
  /**
   * A command ended. `exit` is null when it was stopped. Without a category its output says nothing about errors; `passed` are the
   * categories of all checks that it has shown to succeed.
   */
  | {
      readonly kind: "command"
      readonly command: string
      readonly exit: number | null
      readonly category?: string | undefined
      readonly passed?: readonly string[] | undefined
      readonly errors?: readonly FoundError[] | undefined
    }
  /** A tool threw instead of answering. */
  | { readonly kind: "failure"; readonly tool: string; readonly target?: string | undefined; readonly message: string }
