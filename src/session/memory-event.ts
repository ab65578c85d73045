// What can happen to a session. The journal keeps these events in order, and what a session remembers, and what its model was told and shown, is
// only their fold. So two processes on one session lose nothing, and reverting a message also reverts what was learnt and told with it. A new kind
// does not compile until `event-kinds.ts` says what it changes, and then until the folds of those parts handle it.

import type { Origin } from "../facts/trust/outside-text.ts"
import type { BlockName } from "../model/core-block.ts"
import type { Level } from "../window/pressure.ts"
import type { OutputKind } from "../window/retiring/output-target.ts"
import type { RetireReason } from "../window/retiring/retire-plan.ts"
import type { CutMade, Loss, MarkedFact } from "./compaction-account.ts"
import type { RetiredOutput } from "./retired-account.ts"
import type { Told } from "./telling.ts"

export type FileAction = "read" | "grep" | "edit" | "write" | "delete" | "move"

/** A tool touched a file. Paths inside the worktree are relative to it. */
export interface FileTouch {
  readonly path: string
  readonly action: FileAction
  /** Where a moved file is now. */
  readonly to?: string | undefined
}

/** One failure that a command's output reports. */
export interface FoundError {
  readonly fingerprint: string
  readonly summary: string
  readonly file?: string | undefined
  /** If it differs from that of the command. */
  readonly category?: string | undefined
  /** The tool that printed the message, whatever ran that tool. */
  readonly tool?: string | undefined
  /** What ran when it was shown. */
  readonly check?: CheckRun | undefined
}

/** A check as a command line ran it, so that a later run can be recognised as the same, a wider or a narrower one. */
export interface CheckRun {
  readonly category: string
  /** `vitest`, `cargo check`, `test:unit`. */
  readonly name?: string | undefined
  /** The name means the same in every project; that of a script may stand for any tool. */
  readonly isTool?: true | undefined
  /** The files, folders and filters that narrow it down. */
  readonly targets?: readonly string[] | undefined
  /** Where it ran, if not in the worktree. */
  readonly folder?: string | undefined
}

interface EventGroups {
  pace: PaceEvent
  thought: ThoughtEvent
  work: WorkEvent
  telling: TellingEvent
  pressure: PressureEvent
  note: NoteEvent
  compaction: CompactionEvent
  retiring: RetiringEvent
  model: TellingEvent | PressureEvent | NoteEvent | CompactionEvent | RetiringEvent
}

export type MemoryEvent = EventGroups[keyof EventGroups]
export type EventsOf<Group extends keyof EventGroups> = EventGroups[Group]
export type EventKind = MemoryEvent["kind"]
export type EventOf<K extends EventKind> = Extract<MemoryEvent, { readonly kind: K }>

/** How the session proceeds. */
type PaceEvent =
  /**
   * A user message begins a turn. `said`: as much of it as is kept, or of the command template that it consisted of. `own`: if that is not all, the
   * user's own lines of the whole message, since a piece of it does not show who wrote what.
   */
  | {
      readonly kind: "turn"
      readonly said?: string | undefined
      readonly own?: string | undefined
      readonly isTemplate?: true | undefined
    }
  /** The model has answered once; the pool decays by this clock. `used`: tokens in the window, out of `limit`. */
  | { readonly kind: "step"; readonly used?: number | undefined; readonly limit?: number | undefined }
  | { readonly kind: "compaction"; readonly id: string }
  /** Everything before this happened in the session that this one is a copy of. */
  | { readonly kind: "fork" }
  /** The user wants nothing from the session remembered from now on, or wants it again. */
  | { readonly kind: "pause"; readonly isOn: boolean }
  /** The conversation has been searched for facts up to this message. */
  | { readonly kind: "mined"; readonly through: string; readonly at: number }

/** What to keep in mind. */
type ThoughtEvent =
  | {
      readonly kind: "core"
      readonly block: BlockName
      readonly operation: "replace" | "append"
      readonly content: string
      readonly at: number
    }
  /** Something worth keeping in mind; `why` names the rule that found it, or the tool that was asked to keep it. */
  | { readonly kind: "item"; readonly slot: string; readonly text: string; readonly why: string }
  /** What the user wants followed from now on, word for word. */
  | { readonly kind: "directive"; readonly text: string }
  /** Items named again in a message. `in` identifies the message, because each message counts once. */
  | { readonly kind: "mention"; readonly texts: readonly string[]; readonly in: string }
  | { readonly kind: "remove"; readonly text: string }
  /** One slot, or all of working memory. */
  | { readonly kind: "clear"; readonly slot?: string | undefined }

/** What the agent did. */
type WorkEvent =
  | { readonly kind: "files"; readonly files: readonly FileTouch[] }
  /** A call or answer of the agent used these names and mentioned these files. */
  | { readonly kind: "used"; readonly names: readonly string[]; readonly paths: readonly string[] }
  /** The agent wrote a note of long-term memory. */
  | { readonly kind: "saved"; readonly note: string }
  /**
   * A command ended; `exit` is null if it was stopped. Without a category its output says nothing about errors. `passed`: all checks that it has
   * shown to succeed; older events have only their categories.
   */
  | {
      readonly kind: "command"
      readonly command: string
      readonly exit: number | null
      readonly category?: string | undefined
      readonly passed?: readonly (CheckRun | string)[] | undefined
      readonly errors?: readonly FoundError[] | undefined
    }
  /** A tool threw instead of answering. */
  | { readonly kind: "failure"; readonly tool: string; readonly target?: string | undefined; readonly message: string }

/** What the model was told and shown, here and in the groups that follow. Notes are named `scope:path`. */
type TellingEvent =
  /**
   * A prefix was rendered: how its content differs from the previous one, the hashes of the notes it shows whole, and what it quotes from earlier
   * sessions, except what the user typed there.
   */
  | {
      readonly kind: "prefix"
      readonly tells: Told
      readonly notes: Readonly<Record<string, string>>
      readonly quotes?: readonly string[] | undefined
    }
  /** A user message has this tail; it counts as told once the message is shown. */
  | { readonly kind: "tail"; readonly message: string; readonly tells: Told }
  /** A request shows the tails of these messages. */
  | { readonly kind: "shown"; readonly messages: readonly string[] }
  /** What would be the tail of the first message, which gets none because the first prefix shows it; `quotes` as above. */
  | { readonly kind: "aside"; readonly lines: readonly string[]; readonly quotes?: readonly string[] | undefined }
  /** Somebody wants the next request to show everything as it is now, and who; or a request has decided on its prefix since. */
  | { readonly kind: "fresh"; readonly by?: string | undefined }

/** The agent was told how full the window is: the level, the tens of percent, or (intervened) everything remembered. */
interface PressureEvent {
  readonly kind: "pressure"
  readonly level?: Level | undefined
  readonly tens?: number | undefined
  readonly intervened?: true | undefined
}

type NoteEvent =
  /** The model has seen this version of a note: all of it, or its lines before `upTo`. */
  | { readonly kind: "seen"; readonly note: string; readonly hash: string; readonly upTo?: number | undefined }
  /** One of Cairn's tools has passed on a text: whose it is. */
  | { readonly kind: "answer"; readonly call: string; readonly origin: Origin }
  /** Notes were mentioned as relevant. */
  | { readonly kind: "recalled"; readonly notes: readonly string[] }
  /** Ids of facts that the user asked to remember and that could not be written yet; the model was told so. */
  | { readonly kind: "unsaved"; readonly facts: readonly string[] }
  /** It was shown that these pairs of facts contradict each other; by marks of their words. */
  | { readonly kind: "contradiction"; readonly pairs: readonly string[] }
  /** The assistant's last words ask whether this claim about the user is true, by the id of the fact; or they no longer ask that. */
  | { readonly kind: "asked"; readonly claim?: string | undefined }

type CompactionEvent =
  /** A request for a summary showed these facts with marks; `[M1]` is the first. */
  | { readonly kind: "marked"; readonly id: string; readonly facts: readonly MarkedFact[] }
  /** The candidates of the summary with this hash were processed. */
  | { readonly kind: "summary"; readonly hash: string }
  /** A compaction was checked: what its summary does not say. */
  | ({ readonly kind: "loss" } & Loss)
  /** The agent wants requests cut from this message on, on a host that cannot compact; or there was nothing before it to cut. */
  | { readonly kind: "cutting"; readonly from?: string | undefined }
  /** Requests are cut from this message on: what came before is replaced by a checkpoint. */
  | ({ readonly kind: "cut" } & CutMade)
  /** The host has compacted by itself since, so there is nothing left to cut. */
  | { readonly kind: "uncut" }
  /** The host reports a compaction that no request shows yet: what was counted before is void. */
  | { readonly kind: "room" }

/** Old outputs are left out of requests; tokens are estimated. */
type RetiringEvent =
  | {
      readonly kind: "retired"
      readonly reason: RetireReason
      /** The provider's cache was gone anyway. */
      readonly isFree: boolean
      readonly outputs: readonly RetiredOutput[]
      /** Tokens per request from now on. */
      readonly saved: number
      readonly rewritten: number
    }
  /** Requests are now shorter by a different number of tokens, for example because messages were reverted. */
  | { readonly kind: "shorter"; readonly tokens: number }
  /** The agent has asked for one of them again. */
  | { readonly kind: "fetched"; readonly output: OutputKind }
  /** Another plugin rewrites the conversation, so Cairn stops doing so. */
  | { readonly kind: "left" }

/**
 * The rule that finds a reason in the assistant's words. The conversation contains it, so it is part of activity but not news of working memory.
 */
export const REASON = "assistant:reason"
