// What can happen to a session. The journal keeps these, in order; what a session remembers, and what its model was told and shown, is nothing but
// their fold, so two processes on one session lose nothing, and taking a message back takes back what was learnt and told with it. Each fold names
// the groups that do not concern it, so the compiler lists the places to change when a kind is added.

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
  /** The file it names, if any. */
  readonly file?: string | undefined
  /** If it differs from that of the command. */
  readonly category?: string | undefined
  /** The tool whose message it is, whatever ran that tool. */
  readonly tool?: string | undefined
  /** What ran when it was shown. */
  readonly check?: CheckRun | undefined
}

/** A check as a command line ran it, so that a later run can be recognised as the same one, a wider or a narrower one. */
export interface CheckRun {
  readonly category: string
  /** `vitest`, `cargo check`, `test:unit`. */
  readonly name?: string | undefined
  /** Its name means the same in every project; that of a script may mean any tool. */
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
  /** A user message begins a turn; `said` is as much of it as is kept, or of the command template that it consisted of. */
  | { readonly kind: "turn"; readonly said?: string | undefined; readonly isTemplate?: true | undefined }
  /** The model has answered once: the clock by which the pool decays. `used` are the window's tokens by then, out of `limit`. */
  | { readonly kind: "step"; readonly used?: number | undefined; readonly limit?: number | undefined }
  | { readonly kind: "compaction"; readonly id: string }
  /** Everything before this happened in another session, which this one is a copy of. */
  | { readonly kind: "fork" }
  /** The user wants nothing from the session remembered from now on, or wants it again. */
  | { readonly kind: "pause"; readonly isOn: boolean }
  /** A model has looked through the conversation up to this message. */
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
  /** Something worth keeping in mind; `why` names the rule that found it, or the tool that was asked. */
  | { readonly kind: "item"; readonly slot: string; readonly text: string; readonly why: string }
  /** What the user wants followed from now on, word for word. */
  | { readonly kind: "directive"; readonly text: string }
  /** Items named again in a message; `in` tells messages apart, since each counts once. */
  | { readonly kind: "mention"; readonly texts: readonly string[]; readonly in: string }
  | { readonly kind: "remove"; readonly text: string }
  /** For one slot, or for all of working memory. */
  | { readonly kind: "clear"; readonly slot?: string | undefined }

/** What the agent did. */
type WorkEvent =
  | { readonly kind: "files"; readonly files: readonly FileTouch[] }
  /** A call or an answer of the agent used these names and mentioned these files. */
  | { readonly kind: "used"; readonly names: readonly string[]; readonly paths: readonly string[] }
  /** The agent wrote a note of long-term memory. */
  | { readonly kind: "saved"; readonly note: string }
  /**
   * A command ended. `exit` is null if it was stopped. Without a category its output says nothing about errors; `passed` are all checks that it has
   * shown to succeed; older events name only their categories.
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
  /** A prefix was rendered: how its content differs from the one before, and the notes it shows whole, by their hashes. */
  | { readonly kind: "prefix"; readonly tells: Told; readonly notes: Readonly<Record<string, string>> }
  /** A user message carries this at its tail; it counts as told once the message is shown. */
  | { readonly kind: "tail"; readonly message: string; readonly tells: Told }
  /** A request shows the tails of these messages. */
  | { readonly kind: "shown"; readonly messages: readonly string[] }
  /** What would be at the tail of the first message, which gets none: the first prefix shows it. */
  | { readonly kind: "aside"; readonly lines: readonly string[] }

/** The agent was told how full the window is: the level, the tens of percent, or everything remembered. */
interface PressureEvent {
  readonly kind: "pressure"
  readonly level?: Level | undefined
  readonly tens?: number | undefined
  readonly intervened?: true | undefined
}

type NoteEvent =
  /** It has seen this version of a note: all of it, or its lines before `upTo`. */
  | { readonly kind: "seen"; readonly note: string; readonly hash: string; readonly upTo?: number | undefined }
  /** A tool of Cairn's has passed on a text: whose it is. */
  | { readonly kind: "answer"; readonly call: string; readonly origin: Origin }
  /** Notes were mentioned as relevant. */
  | { readonly kind: "recalled"; readonly notes: readonly string[] }
  /** What the user asked to remember that is not written yet, by the ids of the facts: the model was told so. */
  | { readonly kind: "unsaved"; readonly facts: readonly string[] }

type CompactionEvent =
  /** A request for a summary showed these facts, with marks; `[M1]` is the first. */
  | { readonly kind: "marked"; readonly id: string; readonly facts: readonly MarkedFact[] }
  /** The candidates of this summary were processed; by its hash. */
  | { readonly kind: "summary"; readonly hash: string }
  /** A compaction was checked: this is what its summary does not say. */
  | ({ readonly kind: "loss" } & Loss)
  /** From this message on requests are cut: what came before it is replaced by a checkpoint. */
  | ({ readonly kind: "cut" } & CutMade)
  /** The host has made its own compaction since, so there is nothing left to cut. */
  | { readonly kind: "uncut" }

/** Old outputs leave the conversation; tokens are estimated. */
type RetiringEvent =
  | {
      readonly kind: "retired"
      readonly reason: RetireReason
      /** The cache was gone anyway. */
      readonly isFree: boolean
      readonly outputs: readonly RetiredOutput[]
      /** Per request from now on. */
      readonly saved: number
      readonly rewritten: number
    }
  /** Requests are shorter by another number of tokens now, for example because messages were taken back. */
  | { readonly kind: "shorter"; readonly tokens: number }
  /** The agent has asked for one of them again. */
  | { readonly kind: "fetched"; readonly output: OutputKind }
  /** Another plugin rewrites the conversation, so Cairn does not. */
  | { readonly kind: "left" }

/** The rule that finds a reason in the assistant's words. The conversation has it, so it belongs to activity and is not news of working memory. */
export const REASON = "assistant:reason"

/** What happened outside the conversation, or is still served in it: taking messages back does not undo it. */
const LASTING: ReadonlySet<EventKind> = new Set(["prefix", "summary", "fork", "pause", "retired", "left"])

/** What requests are sent without: a copy's requests begin with the same bytes, which the provider may still have cached. */
export function holdsInCopies({ kind }: Pick<MemoryEvent, "kind">): boolean {
  return kind === "retired" || kind === "left"
}

export function outlivesRevert({ kind }: Pick<MemoryEvent, "kind">): boolean {
  return LASTING.has(kind)
}
