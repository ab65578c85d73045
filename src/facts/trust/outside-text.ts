// Classifies text that came into a session from outside the conversation, for comparison with what the agent wants to keep. That is what tools
// return, except for the host's bookkeeping and Cairn's own words. Cairn passes on others' texts too: quarantined notes, shortened tool outputs,
// past sessions.
import { othersWords } from "./past-quotes.ts"
import { readsStrangers } from "./strangers.ts"

/** Whose text Cairn passes on in an answer: a trusted note's, a quarantined note's, anybody's, or past sessions' (`past-web`: with web content). */
export type Origin = "trusted" | "quarantined" | "foreign" | "past" | "past-web"

/** `project`: the project's files and its programs' output. `subagent`: a subagent's answer. `unknown`: the origin is lost. */
export type OutsideKind =
  | "project"
  | "subagent"
  | "web"
  | "foreign-tool"
  | "command"
  | "paste"
  | "quarantined"
  | "past-session"
  | "unknown"

export interface SaidOutside {
  readonly kind: OutsideKind
  readonly text: string
}

/** Whether strangers may have written it. */
export function isStrangers({ kind }: Pick<SaidOutside, "kind">): boolean {
  return kind !== "project" && kind !== "subagent"
}

export interface ToolText {
  /** By OpenCode 1's names; for Cairn's own tools, the verb. */
  readonly tool: string
  readonly text: string
  readonly args?: Readonly<Record<string, unknown>> | undefined
  /** Whether it is one of Cairn's tools. */
  readonly isOwn?: boolean | undefined
  /** For Cairn's tools: whether the tool passes on texts. */
  readonly handsOn?: boolean | undefined
  /** As the tool reported for this call. If unknown, the worst is assumed. */
  readonly origin?: Origin | undefined
}

/** Their answers are the model's own arguments, the user's choice or a fixed sentence. */
const BOOKKEEPING = new Set(["todowrite", "todoread", "question", "plan_enter", "plan_exit", "invalid"])
/** Names that the adapters give to texts that no tool brought in. */
const OTHERS = new Map<string, OutsideKind>([
  ["file", "project"],
  ["command", "command"],
  ["task", "subagent"],
  ["compaction", "unknown"],
])

/** Other values, such as those of a newer Cairn, count as unknown. */
const KINDS: Readonly<Partial<Record<Origin, OutsideKind>>> = {
  quarantined: "quarantined",
  past: "past-session",
  "past-web": "web",
}

/** The part to compare with what the agent wants to keep; undefined if there is none. */
export function saidOutside(said: ToolText, trustedTools: readonly string[] = []): SaidOutside | undefined {
  const kind = outsideKind(said, trustedTools)
  const isPast = said.isOwn && (said.origin === "past" || said.origin === "past-web")
  return kind && { kind, text: isPast ? othersWords(said.text) : said.text }
}

/** Undefined if the text is not from outside. */
export function outsideKind(said: ToolText, trustedTools: readonly string[] = []): OutsideKind | undefined {
  const { tool, args = {}, isOwn, handsOn, origin = "quarantined" } = said
  if (isOwn) return handsOn && origin !== "trusted" ? (KINDS[origin] ?? "unknown") : undefined
  if (BOOKKEEPING.has(tool)) return undefined
  return OTHERS.get(tool) ?? readsStrangers(tool, args, trustedTools) ?? "project"
}
