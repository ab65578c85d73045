// The host contract: everything that Cairn hears from OpenCode and may ask of it, in plain values. The adapters in host/v1 and host/v2 translate;
// nothing above them knows which OpenCode runs.

import type { Message } from "../compaction/checkpoint.ts"
import type { Notice } from "../model/notice.ts"
import type { Todo } from "../model/todo.ts"
import type { ToolMode } from "../model/tool-mode.ts"
import type { CutMade } from "../session/compaction-account.ts"
import type { ToolAnswer } from "../session/evidence.ts"
import type { FileTouch } from "../session/memory-event.ts"
import type { RetiredOutput } from "../session/retired-account.ts"
import type { ModelWindow, Sizes, TokenCount } from "../window/meter.ts"
import type { ShownConversation } from "../window/retiring/shown-output.ts"

/** Something happens in the host. Do not rely on any method being called: a host that lacks the hook simply never calls it. */
export interface Moments {
  /** A user message came, before it is stored. */
  userSpoke(moment: UserSpoke): Promise<{ readonly tail?: string | undefined }>
  /** A request to the model is being built; never called for titles and the like. */
  promptBuilt(moment: PromptBuilt): Promise<Served>
  /** A request shows these outputs of tools. Returns those that have left the conversation, by call, and what replaces them. */
  outputsShown(moment: OutputsShown): Promise<ReadonlyMap<string, RetiredOutput>>
  /** The lines that replaced outputs are no longer in the request: something else has rewritten it. */
  outputsRewritten(moment: { readonly sessionID: string }): Promise<void>
  /** `output` is what the model is shown instead of the tool's own; `append` goes at its end. */
  toolEnded(moment: ToolEnded): Promise<{ readonly output?: string | undefined; readonly append?: string | undefined }>
  /** The assistant has finished a text in a turn of a session: each text once, summaries and titles never. */
  assistantSpoke(moment: Pick<UserSpoke, "sessionID" | "messageID" | "text">): Promise<void>
  /** The model has answered one step; once for each message of the assistant. */
  stepEnded(moment: StepEnded): Promise<void>
  /**
   * The host is about to summarise the session. Returns what the summary's author should know besides the conversation; or, if the host accepts it,
   * the summary itself.
   */
  compactionBegun(
    moment: CompactionBegun,
  ): Promise<{ readonly context?: string | undefined; readonly summary?: string | undefined }>
  /** The host could not summarise; `endedTurn`: and ended the turn because of it. */
  compactionFailed(moment: { readonly sessionID: string; readonly endedTurn: boolean }): Promise<void>
  /** The host would continue by itself after a compaction, by starting a turn. */
  mayContinue(moment: { readonly sessionID: string; readonly turnIsOver: boolean }): Promise<boolean>
  /** The host has summarised the session; `summary` is what it wrote, if the host tells. */
  compacted(moment: { readonly sessionID: string; readonly summary?: string | undefined }): Promise<void>
  /** `wasStopped`: the user or a failure ended the turn. */
  wentIdle(moment: { readonly sessionID: string; readonly wasStopped?: boolean | undefined }): Promise<void>
  /**
   * Messages were taken back, or cancelled before they were sent. Called before the user message that replaces them; the same may be reported
   * twice.
   */
  reverted(moment: Reverted): Promise<void>
  /** A session began as a copy of another. Called before the copy's next user message, and again by every process that serves it. */
  forked(moment: Forked): Promise<void>
  sessionDeleted(moment: { readonly sessionID: string }): Promise<void>
  /** The user asked by command for a prefix that shows the newest notes. Returns the answer for the user. */
  flushRequested(moment: { readonly sessionID: string }): Promise<Notice>
  /** The user asked by command what was done last. Returns the answer for the user. */
  resumeRequested(moment: { readonly sessionID: string }): Promise<Notice>
  /** The user asked by command to remember nothing from the session, or to remember it again. Returns the answer for the user. */
  pauseRequested(moment: { readonly sessionID: string; readonly typed: string }): Promise<Notice>
}

export interface Served {
  readonly prefix?: string | undefined
  readonly cut?: Cut | undefined
  /** Which tools the session is offered, if the host allows a choice. */
  readonly tools?: ToolMode | undefined
}

export interface UserSpoke {
  readonly sessionID: string
  readonly messageID?: string | undefined
  /** What the user typed; empty if the message is only a command's template. */
  readonly text: string
  /** For a command: its template's text, which nobody typed. */
  readonly template?: string | undefined
  /** The session has no message yet. If a host cannot tell, the worst is assumed: a title's author might read this message. */
  readonly isFirst: boolean
}

export interface Reverted {
  readonly sessionID: string
  readonly messageID: string
  /** Whether all messages after this one are gone as well; otherwise only this one, and each is reported separately. */
  readonly andAfter: boolean
}

export interface Forked {
  readonly sessionID: string
  /** The session that was copied. The copy's messages have different ids. */
  readonly from: string
  /** The first message of the original that was not copied. */
  readonly before?: string | undefined
  /** The last message of the original that was copied. Neither is given if everything was copied. */
  readonly through?: string | undefined
}

export interface PromptBuilt {
  readonly sessionID: string
  /** Provider and model: another model has another cache. */
  readonly model: string
  /** A host whose compaction is an ordinary request must be served the bytes of the turn before, or the cache is missed. */
  readonly purpose: "turn" | "compaction"
  /** Id of the compaction the conversation begins with, if any. */
  readonly compaction?: string | undefined
  readonly summary?: string | undefined
  /** Id of the newest user message in this request: one that came in later is still waiting for its turn. */
  readonly answers?: string | undefined
  /** Ids of the user messages in this request that carry a tail of Cairn's. */
  readonly tailed: readonly string[]
  readonly window?: ModelWindow | undefined
  readonly sizes?: RequestSizes | undefined
  /** What tools have said in this request, oldest first; absent if the host does not show it. */
  readonly foreign?: (() => readonly ForeignText[]) | undefined
  /** What the user has typed in this request, oldest first; absent if the host does not show it. */
  readonly typed?: (() => readonly string[]) | undefined
  /** What was said before a user message of this request, oldest first, if the host allows a request to be cut. */
  readonly before?: ((messageID: string) => readonly Said[]) | undefined
}

/** Nothing new is decided for a compaction. */
export interface OutputsShown extends Pick<PromptBuilt, "sessionID" | "model" | "purpose" | "compaction"> {
  readonly conversation: () => ShownConversation
}

export type Said = Message

/** What came from outside the conversation: data, whatever it says. */
export type ForeignText = ToolAnswer

/** In characters, as the host has composed the request, without what Cairn adds now. */
export type RequestSizes = Omit<Sizes, "memory">

/** What replaces everything before a message in a request: Cairn's own compaction, for a host that offers none. */
export type Cut = Pick<CutMade, "from" | "checkpoint">

export interface CompactionBegun {
  readonly sessionID: string
  /** What is about to be summarised, oldest first, without tool results; empty if the host does not show it. */
  readonly conversation: readonly Said[]
  /** Whether the host accepts a summary instead of asking a model for one. */
  readonly takesSummary: boolean
}

export interface ToolEnded {
  readonly sessionID: string
  readonly callID: string
  /** By OpenCode 1's names: `bash`, `task`, `apply_patch`. */
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  /** A call of Cairn's own; `tool` is then its verb (`by-verb.ts`). */
  readonly isOwn?: boolean | undefined
  /** Whether that verb passes on texts of others. */
  readonly handsOn?: boolean | undefined
  readonly ok: boolean
  /** What the model is shown: the result, or the error. */
  readonly output: string
  /** For a command; null if it was stopped, undefined for other tools. */
  readonly exit?: number | null | undefined
  /** The files it touched; none if it failed. For a search, the first few that were found. */
  readonly files: readonly FileTouch[]
  /** The beginning of the lines that an edit added, or of what was written. */
  readonly added?: string | undefined
  /** Whether the host has cut the output, and the file in which it keeps all of it. */
  readonly truncated?: boolean | undefined
  readonly outputPath?: string | undefined
}

export interface StepEnded {
  readonly sessionID: string
  readonly messageID?: string | undefined
  readonly tokens: TokenCount
  readonly model?: string | undefined
  readonly window?: ModelWindow | undefined
}

/** What Cairn may ask of the host. Every call may fail or never be answered; nothing depends on one. */
export interface HostServices {
  /** Tells the host's databases apart: a session is unknown to all of them but one. */
  readonly database: string
  /** The session that this one works for; null if there is none, undefined if the host cannot tell. */
  parentOf(sessionID: string): Promise<string | null | undefined>
  /** False only when the host says clearly that its database has no such session. */
  exists(sessionID: string): Promise<boolean | undefined>
  /** The host's own todo list; undefined if it keeps none. */
  todos(sessionID: string): Promise<readonly Todo[] | undefined>
  /** Compacts the session as soon as the running step has ended, and continues afterwards. False: the host has no such call. */
  compact(sessionID: string): Promise<boolean>
  /** Whether the host allows a request to be cut; otherwise `promptBuilt` answers no cut. */
  readonly cuts: boolean
  /** Whether the host's permissions deny an agent a tool of this name. Throws if that cannot be found out. */
  isDenied(
    tool: string,
    caller: { readonly sessionID: string | undefined; readonly agent?: string | undefined },
  ): Promise<boolean>
  /** Whether each session can be offered different tools; otherwise they are fixed at the start. */
  readonly choosesTools: boolean
  /** Sends the agent a message when it is idle; does not wait for the answer. */
  prompt(sessionID: string, text: string): Promise<void>
  /** Whether a notice is shown outside the conversation. */
  readonly hasToasts: boolean
  /** Shows these to a person, all at once, and outside the conversation if the host can. */
  notice(notices: readonly Notice[], sessionID: string): Promise<void>
  /** Whether a person sees a notice here at all; `opencode run` and a bare server have nobody in front of them. */
  readonly isWatched: boolean
  /** An answer of a model, without tools and outside the user's conversation. Rejects at the deadline. */
  ask(question: Question): Promise<Answered>
  /** The model (`provider/model`) that the user has configured for small tasks; undefined if there is none. */
  smallModel(): Promise<string | undefined>
  /** Removes a leftover session that was made for a question; absent if questions need no session. */
  removeQuestion?(sessionID: string): Promise<void>
}

export type Purpose = "extraction" | "reconcile"

/** The instructions are part of the prompt: OpenCode 2 passes on nothing else. */
export interface Question {
  readonly purpose: Purpose
  readonly prompt: string
  /** `provider/model`. */
  readonly model: string
  readonly deadlineMs: number
  /** The session that it concerns. */
  readonly about: string
}

export interface Answered {
  readonly text: string
  /** Absent if the host does not count them. */
  readonly tokens?: { readonly input: number; readonly output: number } | undefined
  /** In the provider's currency, as the host calculates it. */
  readonly cost?: number | undefined
}
