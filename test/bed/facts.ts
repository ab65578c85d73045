// Facts and candidates for tests, which name only what matters to them.
import { retain } from "../../src/facts/retention.ts"
import type { Candidate, Fact } from "../../src/model/fact.ts"
import { type FactsView, renderRetained } from "../../src/prompt/fact-lines.ts"
import { joinLines } from "../../src/prompt/prompt-line.ts"
import { cleanText } from "../../src/redaction/clean-text.ts"
import type { CleanText } from "../../src/text/known-clean.ts"

export const NOW = Date.parse("2026-11-15T12:00:00Z")

export function factWith(more: Partial<Fact> = {}): Fact {
  return {
    path: "facts/x.md",
    scope: "project",
    type: "reference",
    text: "Some durable fact",
    source: "compaction",
    trust: "trusted",
    importance: "normal",
    created: more.updated ?? NOW,
    updated: NOW,
    reinforced: { count: 0 },
    ...more,
  }
}

/** As a prompt shows them, if there is nothing else in it. */
export function renderFacts(facts: readonly Fact[], view: FactsView) {
  const rendered = renderRetained(retain(facts, view, view.rules), view)
  return { ...rendered, text: joinLines(rendered.lines) }
}

/** With plain strings, to compare it with what a test writes. */
export type Plain<T> = T extends CleanText ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T

export function clean(text: string): CleanText {
  return cleanText(text).text
}

export interface CandidateParts extends Partial<Omit<Candidate, "text" | "detail">> {
  readonly detail?: string | undefined
}

/** As a summary proposes it. */
export function candidateSaying(text: string, { detail, ...more }: CandidateParts = {}): Candidate {
  return {
    text: clean(text),
    ...(detail !== undefined && { detail: clean(detail) }),
    type: "project",
    source: "compaction",
    evidence: "ses/msg",
    said: "assistant",
    ...more,
  }
}
