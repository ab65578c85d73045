// Whose text it is that came into a session from outside the conversation, to be compared with what the assistant wants kept. What tools say is
// such a text, but for what the host keeps books with and what Cairn itself says; and Cairn hands on texts too: quarantined notes, and
// outputs of tools that were shortened.
import { othersWords } from "./past-quotes.ts"
import { readsStrangers } from "./strangers.ts"

/** Whose text an answer of Cairn's is that hands one on: a trusted note's, a quarantined note's, anybody's, past sessions', theirs with the web's. */
export type Origin = "trusted" | "quarantined" | "foreign" | "past" | "past-web"

/** `project`: the files of the project, and what its programs print. `subagent`: what one answered. `unknown`: nobody can tell any more. */
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
  readonly tool: string
  readonly text: string
  readonly args?: Readonly<Record<string, unknown>> | undefined
  /** Whether it is a tool of Cairn's. */
  readonly isOwn?: boolean | undefined
  /** Of a tool of Cairn's, whether it hands on texts. */
  readonly handsOn?: boolean | undefined
  /** As the tool itself reported for that call; for an unknown answer, the worst is assumed. */
  readonly origin?: Origin | undefined
}

/** Their answers are the model's own arguments, the user's choice, or a fixed sentence. */
const BOOKKEEPING = new Set(["todowrite", "todoread", "question", "plan_enter", "plan_exit", "invalid"])
/** What the adapters call texts that no tool brought in. */
const OTHERS = new Map<string, OutsideKind>([
  ["file", "project"],
  ["command", "command"],
  ["task", "subagent"],
  ["compaction", "unknown"],
])

/** What a newer Cairn has written of an answer, this one does not know. */
const KINDS: Readonly<Partial<Record<Origin, OutsideKind>>> = {
  quarantined: "quarantined",
  past: "past-session",
  "past-web": "web",
}

/** The part that is compared with what the agent wants to keep; undefined if there is none. */
export function saidOutside(said: ToolText, trustedTools: readonly string[] = []): SaidOutside | undefined {
  const kind = outsideKind(said, trustedTools)
  const isPast = said.isOwn && (said.origin === "past" || said.origin === "past-web")
  return kind && { kind, text: isPast ? othersWords(said.text) : said.text }
}

/** Undefined: it is nobody's from outside. */
export function outsideKind(said: ToolText, trustedTools: readonly string[] = []): OutsideKind | undefined {
  const { tool, args = {}, isOwn, handsOn, origin = "quarantined" } = said
  if (isOwn) return handsOn && origin !== "trusted" ? (KINDS[origin] ?? "unknown") : undefined
  if (BOOKKEEPING.has(tool)) return undefined
  return OTHERS.get(tool) ?? readsStrangers(tool, args, trustedTools) ?? "project"
}
