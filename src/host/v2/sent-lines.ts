// Whether the lines that Cairn put into a request were still there when it was sent. All plugins change one event, one after the other; by the next
// request those that come after Cairn have done so too.
import { field, listAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { RetiredOutput } from "../../session/retired-account.ts"
import { argumentOf, replacedName } from "../replaced-text.ts"
import { textsIn } from "../result-content.ts"

/** Each holds a whole conversation until the session's next request. */
const MOST_SESSIONS = 16

/** The line by its call. */
type Lines = ReadonlyMap<string, string>

export function createSentLines() {
  const sent = new RecentMap<string, { readonly event: unknown; readonly lines: Lines }>(MOST_SESSIONS)
  return {
    /** The request is handed to the next plugin with the lines of what was retired. */
    placed(sessionID: string, event: unknown, retired: ReadonlyMap<string, RetiredOutput>): void {
      const lines = linesIn(listAt(event, "messages") ?? [], retired)
      if (lines.size > 0) sent.set(sessionID, { event, lines })
      else sent.delete(sessionID)
    },
    /** Whether the session's last request was sent without some of its lines. */
    areGone(sessionID: string): boolean {
      const last = sent.get(sessionID)
      sent.delete(sessionID)
      if (!last) return false
      const now = textsOf(listAt(last.event, "messages") ?? [], last.lines)
      return [...last.lines].some(([call, line]) => !now.has(call) || (now.get(call) ?? line) !== line)
    },
  }
}

/** The lines that stand in the messages. */
function linesIn(messages: readonly unknown[], retired: ReadonlyMap<string, RetiredOutput>): Lines {
  if (retired.size === 0) return new Map()
  const texts = textsOf(messages, retired)
  const placed = [...retired.values()].filter(({ call, line }) => texts.get(call) === line)
  return new Map(placed.map(({ call, line }) => [call, line]))
}

/** Of outputs and of arguments that edits replaced; undefined if a call comes twice. */
function textsOf(
  messages: readonly unknown[],
  wanted: { has(call: string): boolean },
): ReadonlyMap<string, string | undefined> {
  const texts = new Map<string, string | undefined>()
  const add = (call: string, text: () => string) => {
    if (wanted.has(call)) texts.set(call, texts.has(call) ? undefined : text())
  }
  for (const message of messages)
    for (const part of listAt(message, "content") ?? []) {
      const id = textAt(part, "id") ?? ""
      if (field(part, "type") === "tool-result") add(id, () => resultText(part))
      const input = field(part, "type") === "tool-call" ? field(part, "input") : undefined
      const name = replacedName(input)
      if (name !== undefined) add(argumentOf(id, name), () => String(field(input, name)))
    }
  return texts
}

function resultText(part: unknown): string {
  const value = field(field(part, "result"), "value")
  return Array.isArray(value) ? textsIn(value).join("\n") : String(value)
}
