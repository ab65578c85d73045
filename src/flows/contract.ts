// The host contract: all that Cairn hears from OpenCode and may ask of it, in plain values. The adapters in host/v1 and host/v2 translate;
// nothing above them knows which OpenCode runs.
import type { TokenCount } from "../context/window-usage.ts"

/** Something happens in the host. No method may be relied on to be called: a host that lacks the hook simply never calls it. */
export interface Moments {
  /** A user message came, before it is stored. */
  userSpoke(moment: UserSpoke): Promise<{ readonly tail?: string | undefined }>
  /** A request to the model is being built; titles and the like are never asked about. */
  promptBuilt(moment: PromptBuilt): Promise<{ readonly prefix?: string | undefined }>
  toolEnded(moment: ToolEnded): Promise<{ readonly append?: string | undefined }>
  /** The model has answered one step. */
  stepEnded(moment: StepEnded): Promise<void>
  /** The host is about to summarise the session: what the summary's author should know besides the conversation. */
  compactionBegun(moment: { readonly sessionID: string }): Promise<{ readonly context?: string | undefined }>
  compacted(moment: { readonly sessionID: string }): Promise<void>
  wentIdle(moment: { readonly sessionID: string }): Promise<void>
  /** This message and all after it are gone from the session. */
  reverted(moment: { readonly sessionID: string; readonly fromMessageID: string }): Promise<void>
  sessionDeleted(moment: { readonly sessionID: string }): Promise<void>
  /** The user asked by command for a prefix that shows the newest notes. */
  flushRequested(moment: { readonly sessionID: string }): Promise<void>
}

export interface UserSpoke {
  readonly sessionID: string
  readonly messageID?: string | undefined
  readonly text: string
}

export interface PromptBuilt {
  readonly sessionID: string
  /** Provider and model: another model has another cache. */
  readonly model: string
  /** A host whose compaction is an ordinary request must be served the bytes of the turn before, or the cache is missed. */
  readonly purpose: "turn" | "compaction"
  /** Id of the compaction the conversation begins with, if any. */
  readonly compaction?: string | undefined
}

export interface ToolEnded {
  readonly sessionID: string
  readonly callID: string
  /** By OpenCode 1's names: `bash`, `task`, `apply_patch`. */
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly ok: boolean
  /** What the model is shown: the result, or the error. */
  readonly output: string
  /** Of a command; null when it was stopped, undefined for other tools. */
  readonly exit?: number | null | undefined
}

export interface StepEnded {
  readonly sessionID: string
  readonly tokens: TokenCount
  /** Tokens that fit before the host compacts by itself, by its own reckoning; undefined when the model's window is not known. */
  readonly usable?: number | undefined
}

/** What Cairn may ask of the host. Every call may fail or never be answered; nothing depends on one. */
export interface HostServices {
  /** Undefined when the host cannot tell. */
  isSubagent(sessionID: string): Promise<boolean | undefined>
  /** Shows a person one line, outside the conversation where the host can. */
  notice(message: string, sessionID: string): Promise<void>
  /** A short answer of a model (`provider/model`), without tools and outside every session. */
  ask(question: { readonly prompt: string; readonly model: string }): Promise<string>
}
