// Cairn's lines for the user. OpenCode 2 stores them as messages of the conversation, and would hand them to the model in the user's name; so they
// are marked and taken out of each request. A compaction also writes them into its checkpoint, and from there they are cut out. Without Cairn the host
// shows them to the model, so the text says whom it is for.
import { field, fieldAt, listAt, textAt } from "../../model/fields.ts"
import { textsIn } from "../result-content.ts"

const BEGINNING = "(Cairn notice for the user; no action needed: "
const CHECKPOINT = "<conversation-checkpoint>"
/** As the host writes it into a checkpoint: up to the next empty line, or to the end of what was kept. */
const IN_CHECKPOINT =
  /(?<=\n\n|<recent-context>\n)\[Synthetic context\]: \(Cairn notice for the user; no action needed: [^\n]*(?:\n(?!\n|<\/recent-context>)[^\n]*)*(?:\n\n)?/g

export const noticeMark = { cairn: { notice: true } }

/** Without empty lines: in a checkpoint, the next one is its end. */
export function noticeForModel(message: string): string {
  return `${BEGINNING}${message.replace(/\n{2,}/g, "\n")})`
}

/**
 * The same array if there are none. Always the same for the same messages, or the prompt's cache would be missed. A turn's request that would then end
 * with the assistant's words keeps its last: some providers refuse such a request.
 */
export function withoutNotices(messages: unknown[], purpose: "turn" | "compaction"): unknown[] {
  const kept = messages.filter((message) => !isNotice(message)).map(checkpointWithout)
  if (kept.length === messages.length && kept.every((message, at) => message === messages[at])) return messages
  const last = messages.at(-1)
  const endsWithAnswer = kept.length === 0 || field(kept.at(-1), "role") === "assistant"
  return purpose === "turn" && endsWithAnswer && isNotice(last) ? [...kept, last] : kept
}

/** The same message if it is no checkpoint or has none. What only begins like one, as in a tool's output, stays. */
function checkpointWithout(message: unknown): unknown {
  const content = listAt(message, "content")
  if (field(message, "role") !== "user" || !content) return message
  const parts = content.map((part) => {
    const text = textAt(part, "text")
    if (!text?.startsWith(CHECKPOINT)) return part
    const without = text.replace(IN_CHECKPOINT, (block) => (block.trimEnd().endsWith(")") ? "" : block))
    return without === text ? part : { ...(part as object), text: without }
  })
  return parts.every((part, at) => part === content[at]) ? message : { ...(message as object), content: parts }
}

/**
 * OpenCode 2.0.15 drops the metadata of what a plugin says, so the beginning of the text is what mostly tells. A typed message always has metadata, if
 * only empty.
 */
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
