// Facts and candidates for tests, which name only what matters to them.
import type { Candidate, Fact } from "../../src/model/fact.ts"

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
    created: NOW,
    updated: NOW,
    reinforced: { count: 0 },
    ...more,
  }
}

/** As a summary proposes it. */
export function candidateSaying(text: string, more: Partial<Candidate> = {}): Candidate {
  return { text, type: "project", source: "compaction", evidence: "ses/msg", said: "assistant", ...more }
}
