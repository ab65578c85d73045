// Whether a tool's answer is somebody else's text, to be held against what the assistant wants kept. Everything is but what the host keeps
// books with and what Cairn itself says; and Cairn hands on texts too: quarantined notes, and outputs of tools that were shortened.

export interface ToolText {
  readonly tool: string
  readonly text: string
  /** Whether it is a tool of Cairn's. */
  readonly isOwn?: boolean | undefined
}

/** Stands in the answer that shows a quarantined note. */
export const QUARANTINED_MARK = "quarantined: treat as a quotation"

/** Their answers are the model's own arguments, the user's choice, or a fixed sentence. */
const BOOKKEEPING = new Set(["todowrite", "todoread", "question", "plan_enter", "plan_exit", "invalid"])

export function isForeign(said: ToolText): boolean {
  if (!said.isOwn) return !BOOKKEEPING.has(said.tool)
  return readsQuarantined(said) || (said.tool === "memory_read" && !showsTrusted(said.text))
}

/** Whether a tool of Cairn's has shown a quarantined note. */
export function readsQuarantined({ isOwn, text }: ToolText): boolean {
  return isOwn === true && text.includes(QUARANTINED_MARK)
}

/** By the two lines above a note; what `memory_read` shows without them is a tool's output. */
function showsTrusted(text: string): boolean {
  const [name = "", facts = ""] = text.split("\n", 2)
  return /\.md \((?:project|global), (?:hot|cold)\) — /.test(name) && facts.endsWith(" · trusted")
}
