// What of the conversation is worth keeping in mind for the session. No model is involved: each rule has a name, so every item says why it is there.

import { readPattern } from "../model/pattern.ts"
import type { Config } from "../model/settings.ts"
import { pieceOf, piecesOf } from "../redaction/clean-text.ts"
import type { ClassifiedMessage } from "../requests/classify-message.ts"
import { assistantDecisions } from "../requests/decisions.ts"
import { unfencedLines } from "../text/fenced-code.ts"
import { stripHidden } from "../text/hidden-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { ownLines } from "../text/pasted-text.ts"
import { MAX_ITEM, oneLine } from "../text/text.ts"
import { type FileTouch, REASON } from "./memory-event.ts"
import { reasonsIn } from "./reasons.ts"
import type { CleanFile } from "./tool-events.ts"

export interface Finding {
  readonly slot: string
  readonly text: CleanText
  /** The rule that found it: `user:todo`, `assistant:decision`, `tool:read`. */
  readonly why: string
}

/** As events. */
export function asItems(findings: readonly Finding[]) {
  return findings.map((finding) => ({ kind: "item", ...finding }) as const)
}

export type ExtractSettings = Pick<Config, "slots">

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
    ...findings("decision", "assistant:decision", piecesOf(text, assistantDecisions(lines))),
    ...customFindings("assistant", text, lines, slots),
  ]
}

export function reasonsGiven(text: CleanText): readonly CleanText[] {
  return piecesOf(text, reasonsIn(unfencedLines(text, MAX_ASSISTANT)))
}

export function fromReasons(reasons: readonly CleanText[]): Finding[] {
  return findings("decision", REASON, reasons)
}

export function fromToolResult(tool: string, files: readonly CleanFile[]): Finding[] {
  // A path that had to be cut or cleaned would be a different path.
  const paths = pathsOf(tool, files).filter((path) => itemText(path) === path)
  return paths.map((text) => ({ slot: "pool", text, why: `tool:${tool}` }))
}

function customFindings(who: string, whole: CleanText, lines: readonly string[], slots: Config["slots"]): Finding[] {
  const found = customItems(lines, slots)
  return Object.keys(slots).flatMap((slot) =>
    findings(
      slot,
      `${who}:${slot}`,
      piecesOf(
        whole,
        found.filter((item) => item.slot === slot).map((item) => item.text),
      ),
    ),
  )
}

function findings(slot: string, why: string, texts: readonly CleanText[]): Finding[] {
  const items = texts.map(itemText).filter((text) => /[\p{L}\p{N}]/u.test(text))
  return [...new Set(items)].slice(-MAX_FINDINGS).map((text) => ({ slot, text, why }))
}

function itemText(text: CleanText): CleanText {
  return pieceOf(text, oneLine(stripHidden(text).text, MAX_ITEM))
}

const MAX_LINES = 400
const MAX_LINE = 500

export function customItems(lines: readonly string[], slots: Config["slots"]): { slot: string; text: string }[] {
  const looked = lines.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE).toWellFormed())
  return Object.entries(slots).flatMap(([slot, { patterns = [] }]) =>
    patterns
      .flatMap((source) => readPattern(source, "gu") ?? [])
      .flatMap((pattern) =>
        looked.flatMap((line) => [...line.matchAll(pattern)].map((match) => ({ slot, text: match[1] ?? match[0] }))),
      ),
  )
}

/** Tools whose arguments name the files. */
const NAMING = new Set(["read", "edit", "write", "apply_patch"])
const SEARCHING = new Set(["grep", "glob"])
const MAX_FOUND = 5
/** As many as fit into the pool. */
const MAX_NAMED = 50

type Touched<T> = Pick<FileTouch, "action"> & { readonly path: T; readonly to?: T | undefined }

/** The existing paths, each once; a deleted file does not count. */
export function pathsOf<T extends string>(tool: string, files: readonly Touched<T>[]): T[] {
  const paths = files.filter(({ action }) => action !== "delete").map(({ path, to }) => to ?? path)
  const distinct = [...new Set(paths)].filter((path) => path !== "")
  if (NAMING.has(tool)) return distinct.slice(0, MAX_NAMED)
  return SEARCHING.has(tool) ? distinct.slice(0, MAX_FOUND) : []
}
