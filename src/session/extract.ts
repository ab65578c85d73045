// What of the conversation is worth keeping in mind for the rest of the session. No model is involved: each rule has a name, so every item can
// say why it is there.

import { pathsOf } from "../commands/tool-paths.ts"
import { type CleanText, pieceOf } from "../redaction/clean-text.ts"
import type { ClassifiedMessage } from "../requests/classify-message.ts"
import { assistantDecisions } from "../requests/decisions.ts"
import { unfencedLines } from "../text/fenced-code.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { ownLines } from "../text/pasted-text.ts"
import { MAX_ITEM, oneLine } from "../text/text.ts"
import { type CustomSlots, customItems } from "./custom-slots.ts"
import { REASON } from "./memory-event.ts"
import { reasonsIn } from "./reasons.ts"
import type { CleanFile } from "./tool-events.ts"

export interface Finding {
  readonly slot: string
  readonly text: CleanText
  /** The rule that found it: `user:todo`, `assistant:decision`, `tool:read`. */
  readonly why: string
}

export interface ExtractSettings {
  readonly slots: CustomSlots
}

/** Per text and slot; more would only push each other out. The last ones count, as in a slot. */
const MAX_FINDINGS = 10
/** Longer than any answer meant to be read. */
const MAX_ASSISTANT = 128 * 1024

export function fromUserText(
  text: CleanText,
  { decisions, todos }: Pick<ClassifiedMessage, "decisions" | "todos">,
  { slots }: ExtractSettings,
): Finding[] {
  return [
    ...findings("decision", "user:decision", decisions),
    ...findings("todo", "user:todo", todos),
    ...customFindings("user", text, Object.keys(slots).length > 0 ? ownLines(text) : [], slots),
  ]
}

export function fromAssistantText(text: CleanText, { slots }: ExtractSettings): Finding[] {
  const lines = unfencedLines(text, MAX_ASSISTANT)
  return [
    ...findings("decision", "assistant:decision", pieces(text, assistantDecisions(lines))),
    ...customFindings("assistant", text, lines, slots),
  ]
}

/** Why things are as they are, in the assistant's words. */
export function reasonsGiven(text: CleanText): CleanText[] {
  return pieces(text, reasonsIn(unfencedLines(text, MAX_ASSISTANT)))
}

export function fromReasons(reasons: readonly CleanText[]): Finding[] {
  return findings("decision", REASON, reasons)
}

export function fromToolResult(tool: string, files: readonly CleanFile[]): Finding[] {
  // A path that had to be cut or cleaned would be a different path.
  const paths = pathsOf(tool, files).filter((path) => itemText(path) === path)
  return paths.map((text) => ({ slot: "pool", text, why: `tool:${tool}` }))
}

function customFindings(who: string, whole: CleanText, lines: readonly string[], slots: CustomSlots): Finding[] {
  const found = customItems(lines, slots)
  return Object.keys(slots).flatMap((slot) =>
    findings(
      slot,
      `${who}:${slot}`,
      pieces(
        whole,
        found.filter((item) => item.slot === slot).map((item) => item.text),
      ),
    ),
  )
}

function pieces(whole: CleanText, texts: readonly string[]): CleanText[] {
  return texts.map((text) => pieceOf(whole, text))
}

function findings(slot: string, why: string, texts: readonly CleanText[]): Finding[] {
  const items = texts.map(itemText).filter((text) => /[\p{L}\p{N}]/u.test(text))
  return [...new Set(items)].slice(-MAX_FINDINGS).map((text) => ({ slot, text, why }))
}

function itemText(text: CleanText): CleanText {
  return pieceOf(text, oneLine(stripHidden(text).text, MAX_ITEM))
}
