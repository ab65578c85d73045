// Whether a tool's answer is somebody else's text, to be compared with what the assistant wants kept. Everything is but what the host keeps
// books with and what Cairn itself says; and Cairn hands on texts too: quarantined notes, and outputs of tools that were shortened.

/** Whose text an answer of Cairn's is that hands one on: a trusted note's, a quarantined note's, anybody's. */
export type Origin = "trusted" | "quarantined" | "foreign"

export interface ToolText {
  readonly tool: string
  readonly text: string
  /** Whether it is a tool of Cairn's. */
  readonly isOwn?: boolean | undefined
  /** Of a tool of Cairn's, whether it hands on texts. */
  readonly handsOn?: boolean | undefined
  /** As the tool itself has said of that call; of an answer that nobody knows of, the worst is assumed. */
  readonly origin?: Origin | undefined
}

/** Their answers are the model's own arguments, the user's choice, or a fixed sentence. */
const BOOKKEEPING = new Set(["todowrite", "todoread", "question", "plan_enter", "plan_exit", "invalid"])

export function isForeign({ tool, isOwn, handsOn, origin }: ToolText): boolean {
  return isOwn ? handsOn === true && origin !== "trusted" : !BOOKKEEPING.has(tool)
}

/** Whether a tool of Cairn's has shown a quarantined note. */
export function readsQuarantined({ isOwn, handsOn, origin = "quarantined" }: ToolText): boolean {
  return isOwn === true && handsOn === true && origin === "quarantined"
}
