// Cairn's lines for the user. OpenCode 2 stores them as messages of the conversation, and would hand them to the model in the user's name; so they
// are marked and taken out of each request. Without Cairn the host shows them to the model, so the text says whom it is for.
import { field, fieldAt, listAt } from "../../model/fields.ts"
import { textsIn } from "../result-content.ts"

const BEGINNING = "(Cairn notice for the user; no action needed: "

export const noticeMark = { cairn: { notice: true } }

export function noticeForModel(message: string): string {
  return `${BEGINNING}${message})`
}

/**
 * The same array if there are none. Always the same for the same messages, or the prompt's cache would be missed. A turn's request that would then end
 * with the assistant's words keeps its last: some providers refuse such a request.
 */
export function withoutNotices(messages: unknown[], purpose: "turn" | "compaction"): unknown[] {
  const kept = messages.filter((message) => !isNotice(message))
  if (kept.length === messages.length) return messages
  const last = messages.at(-1)
  const endsWithAnswer = kept.length === 0 || field(kept.at(-1), "role") === "assistant"
  return purpose === "turn" && endsWithAnswer && isNotice(last) ? [...kept, last] : kept
}

/** An earlier Cairn did not mark them. A typed message always has metadata, if only empty. */
function isNotice(message: unknown): boolean {
  if (field(message, "role") !== "user") return false
  const metadata = field(message, "metadata")
  if (fieldAt(metadata, "cairn", "notice") === true) return true
  return (
    metadata === undefined &&
    textsIn(listAt(message, "content") ?? [])
      .join("\n")
      .startsWith(BEGINNING)
  )
}
