// The published cases of the workspace memory: what its gate, its keys, its accounting and its retention do. Where Cairn decides otherwise, the
// case is listed with the reason.
import { describe, expect, test } from "bun:test"
import { baselineKeeps } from "../../bench/baseline-gate.ts"
import { consolidate, MAX_FACTS, type Outcome } from "../../src/facts/consolidate.ts"
import { classKey, exactKey, identityKey } from "../../src/facts/fact-key.ts"
import { doubtAbout, gate } from "../../src/facts/gate.ts"
import {
  DAY,
  effectiveAge,
  halfLifeOf,
  initialStrength,
  reinforce,
  retain,
  ruleOf,
  strengthOf,
  TYPE_RULES,
} from "../../src/facts/retention.ts"
import { judgeTrust } from "../../src/facts/trust/trust.ts"
import { type Candidate, type Fact, factPath, type Source } from "../../src/model/fact.ts"
import { RETENTION } from "../../src/model/tunable.ts"
import { candidateSaying, factWith, renderFacts } from "../bed/facts.ts"
import { publishedCases } from "../bed/published-cases.ts"

interface Case {
  fn?: string
  name?: string
  // biome-ignore lint/suspicious/noExplicitAny: data of many shapes, read field by field
  input: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  expect: any
}

const { present } = publishedCases<Case>("wm-quality-gate")

function casesOf(name: string, fn?: string): Case[] {
  const { cases, of } = publishedCases<Case>(name)
  return fn === undefined ? cases : of(fn)
}

const NOW = Date.parse("2026-05-15T12:00:00Z")
const TRUSTED = { trust: "trusted", reason: "own_work" } as const

const candidate = ({ text, ...input }: { type: string; text: string; source?: Source }): Candidate =>
  candidateSaying(text, { ...input, said: input.source === "explicit" ? "user" : "assistant" })

const fact = (more: Partial<Fact>) => factWith({ text: "x", created: more.updated ?? NOW, updated: NOW, ...more })

describe.if(present)("cases of the published workspace memory", () => {
  test("the gate", () => {
    const OURS: Record<string, string> = { prompt_injection: "injection", code_or_api_signature: "code_signature" }
    /** [what Cairn says, why] */
    const differs: Record<string, [string | undefined, string]> = {
      "The migration writes to disk when redaction changes content": [undefined, "a wish needs no certain words"],
      "PostgreSQL for primary storage": [undefined, "a decision needs no certain words"],
      "defaced wall art catalogue lives in the wiki": [undefined, "a word without a digit is no commit"],
      "Uses deadbeef as the sentinel value in tests": [undefined, "a word without a digit is no commit"],
      "pnpm monorepo": ["too_short", "under 20 characters there is nothing to judge by"],
      "concise answers": ["too_short", "as above"],
      "Implemented owner-aware pending journal cleanup in plugin.ts": [
        "progress_snapshot",
        "a report without a subject",
      ],
      "PR1 is done and PR2 is ready to start": ["progress_snapshot", "how far two numbered things are"],
    }
    const cases = casesOf("wm-quality-gate")
    expect(cases.length).toBeGreaterThanOrEqual(77)
    for (const { input, expect: expected } of cases) {
      const reason = gate(candidate(input)) ?? doubtAbout(candidate(input))
      const own = differs[input.text]
      if (own) {
        expect([input.text, reason]).toEqual([input.text, own[0] as typeof reason])
        continue
      }
      expect([input.text, reason === undefined, reason]).toEqual([input.text, expected.accepted, reason])
      // Theirs lists every reason, ours tells the first.
      const theirs = (expected.reasons ?? expected.reasonsInclude ?? []).map((name: string) => OURS[name] ?? name)
      if (reason) expect([input.text, theirs]).toEqual([input.text, expect.arrayContaining([reason])])
    }
    const known = new Set(cases.map(({ input }) => input.text))
    expect(Object.keys(differs).filter((text) => !known.has(text))).toEqual([])
  })

  test("injections are refused from the user too", () => {
    const injections = casesOf("wm-quality-gate").filter(({ expect: { reasonsInclude } }) =>
      reasonsInclude?.includes("prompt_injection"),
    )
    expect(injections).toHaveLength(4)
    for (const { input } of injections) expect(gate(candidate({ ...input, source: "explicit" }))).toBe("injection")
  })

  test("a real workspace", () => {
    const cases = casesOf("wm-migration-hard-cleanup")
    expect(cases).toHaveLength(24)
    for (const { input, expect: expected } of cases) {
      // Theirs has a second, laxer gate for what is stored already; here is one, and it lets the same through.
      const kept = (gate(candidate(input)) ?? doubtAbout(candidate(input))) === undefined
      expect([input.text, kept]).toEqual([input.text, expected.statusAfterHardCleanup === "active"])
    }
  })

  test("the baseline of the figure decides as the original", () => {
    for (const { input, expect: expected } of casesOf("wm-quality-gate")) {
      if (expected.reasonsInclude?.includes("prompt_injection")) continue
      expect([input.text, baselineKeeps(input)]).toEqual([input.text, expected.accepted])
    }
    for (const { input, expect: expected } of casesOf("wm-migration-hard-cleanup"))
      expect([input.text, baselineKeeps(input)]).toEqual([input.text, expected.alsoAcceptedByFullGate])
  })

  test("keys", () => {
    const cases = casesOf("wm-consolidation", "keys")
    expect(cases).toHaveLength(13)
    for (const { input, expect: expected } of cases) {
      // Backticks are punctuation here: with them or without, it is the same fact.
      const folded = (key: string) => (key.includes(":path:") ? key : key.replace(/ ?`/g, "").replace(/ +/g, " "))
      const identity = identityKey(input.type, input.text) ?? exactKey(input.type, input.text)
      const mine = [exactKey(input.type, input.text), identity]
      expect(mine).toEqual([folded(expected.exact), folded(expected.identity)])
      expect(classKey(input.type, input.text)).toBe(identity)
    }
  })

  test("which of several facts stays", () => {
    /** How sure somebody is of a fact is a matter of its source here, so of these two the spelling decides. */
    const differs: Record<string, string[]> = { "canonical text, higher confidence": ["lower"] }
    for (const { name = "", input, expect: expected } of casesOf("wm-consolidation", "dedupe")) {
      const { kept, absorbed } = saveAll(input.entries)
      expect([name, kept.toSorted()]).toEqual([name, (differs[name] ?? expected.kept).toSorted()])
      if (!differs[name]) expect([name, absorbed]).toEqual([name, expected.absorbed.length])
    }
  })

  test("what is promoted, absorbed or refused", () => {
    const cases = casesOf("wm-consolidation", "promotionAccounting")
    expect(cases).toHaveLength(4)
    for (const { name, input, expect: expected } of cases) {
      const [pending] = input.pending
      const full = input.events.length > 0
      const before: Fact[] = full
        ? Array.from({ length: MAX_FACTS }, (_, n) => fact({ path: `facts/${n}.md`, text: `fact number ${n}` }))
        : input.before.map(({ type, text }: Fact) => fact({ type, text }))
      const { outcome, reason } = consolidate(candidate(pending), { verdict: TRUSTED, at: NOW }, { facts: before })
      const theirs = expected.promotedKeys[0] ? "promoted" : expected.absorbedKeys[0] ? "absorbed" : "rejected"
      // What the user asks for is never refused for want of room, so there is nothing to try again.
      const retries = expected.retryableRejectedKeys.length > 0
      expect([name, outcome]).toEqual([name, retries ? "promoted" : theirs])
      if (outcome === "rejected") expect(reason).toBe("capacity")
    }
  })

  test("caps", () => {
    // At most 10 decisions, as the design says; its later code shows 12.
    const CAPS: Record<string, number> = { feedback: 10, decision: 10, project: 8, reference: 6 }
    const [published] = casesOf("wm-retention", "caps")
    const { typeMax, maxEntries } = published?.expect ?? {}
    for (const type of Object.keys(typeMax))
      expect([type, ruleOf(type).cap]).toEqual([type, type === "decision" ? 10 : typeMax[type]])
    // Here a cap only says who comes first: as long as there are places, it hides nothing.
    const rules = { ...RETENTION, types: TYPE_RULES, shown: maxEntries }
    for (const { input } of casesOf("wm-consolidation", "caps")) {
      const counts: Record<string, number> = input.counts
      const facts = Object.entries(counts).flatMap(([type, count]) =>
        Array.from({ length: count }, (_, n) => fact({ type, path: `facts/${type}-${n}.md` })),
      )
      const expected: Record<string, number> = {}
      let room = maxEntries
      for (const type of ["decision", "feedback", "project", "reference"]) {
        const shown = Math.min(counts[type] ?? 0, CAPS[type] as number, room)
        if (shown > 0) expected[type] = shown
        room -= shown
      }
      const { shown, inTurn } = retain(facts, { now: NOW }, rules)
      expect(shown).toHaveLength(Math.min(facts.length, maxEntries))
      const byType: Record<string, number> = {}
      for (const { type } of inTurn.slice(0, maxEntries - room)) byType[type] = (byType[type] ?? 0) + 1
      expect([counts, byType]).toEqual([counts, expected])
    }
  })

  test("strength", () => {
    expect(casesOf("wm-retention", "initialStrength").length).toBeGreaterThanOrEqual(36)
    for (const { input, expect: expected } of casesOf("wm-retention", "initialStrength"))
      expect(initialStrength({ ...input, importance: input.userImportance })).toBeCloseTo(expected, 10)
    for (const { input, expect: expected } of casesOf("wm-retention", "effectiveHalfLifeDays"))
      expect(halfLifeOf(input.reinforcementCount)).toBeCloseTo(expected, 8)
    for (const { input, expect: expected } of casesOf("wm-retention", "effectiveAgeDays"))
      expect(effectiveAge(input.entryAgeDays, input.daysSinceLastActivity)).toBeCloseTo(expected, 10)
    for (const { input, expect: expected } of casesOf("wm-retention", "strength")) {
      const { type, source, ageDays = Number.NaN, reinforcementCount: count = 0 } = input
      const strength = strengthOf(fact({ type, source, updated: NOW - ageDays * DAY, reinforced: { count } }), {
        now: NOW,
      })
      if (typeof expected === "number") expect(strength).toBeCloseTo(expected, 10)
      else expect(Number.isFinite(strength) && strength >= expected.min).toBe(true)
    }
  })

  test("reinforcement", () => {
    const cases = casesOf("wm-retention", "tryReinforce")
    expect(cases.length).toBeGreaterThanOrEqual(8)
    for (const { input, expect: expected } of cases) {
      const { reinforcementCount: count, elapsedSinceLastMs: elapsed, label } = input
      const last = elapsed === null ? {} : { last: NOW - elapsed }
      const result = reinforce(fact({ reinforced: { count, ...last } }), NOW, "ses")
      // Once a day here; theirs waits for a week.
      if (expected.blockReason === "min_elapsed_window" && elapsed >= DAY) {
        expect([label, result.reinforced]).toEqual([label, true])
        continue
      }
      expect([label, result.reinforced ? "reinforced" : "blocked"]).toEqual([label, expected.outcome])
      if (result.reinforced) expect(result.fact.reinforced).toEqual({ count: expected.newCount, last: NOW })
      else expect([result.reason, expected.blockReason]).toEqual(["too_soon", "min_elapsed_window"])
    }
  })

  test("rendering", () => {
    const cases = casesOf("wm-render", "renderWorkspace")
    expect(cases).toHaveLength(3)
    for (const { input, expect: expected } of cases) {
      const live = input.entries.filter(({ status }: { status: string }) => status === "active")
      const facts = live.map(({ id, type, text }: { id: string; type: string; text: string }) =>
        fact({ path: `facts/${id}.md`, type, text }),
      )
      const { text } = renderFacts(facts, {
        now: NOW,
        ...(input.maxRenderedChars && { budget: input.maxRenderedChars }),
      })
      // The title says "facts": this is what Cairn calls them. Where not one has room, theirs says nothing; Cairn still says how many there are.
      const title = "Facts from earlier sessions (verify if stale):"
      const counted = facts.length === 0 ? "" : `${facts.length} more facts (memory_tree folder facts)`
      expect(text).toBe(expected === "" ? counted : expected.replace(/^Workspace memory.*$/m, title))
    }
    const [entry] = casesOf("wm-render", "renderEntry")
    const { text, rationale, ageDays, staleAfterDays } = entry?.input ?? {}
    expect(ruleOf("decision").staleAfter).toBe(staleAfterDays)
    const old = fact({ type: "decision", text, detail: `Why: ${rationale}`, updated: NOW - ageDays * DAY })
    // In weeks: an age in days would change the prompt every day.
    const mine = entry?.expect.replace("50d old", "7 weeks old")
    expect(renderFacts([old], { now: NOW }).text.split("\n").at(-1)).toBe(`- ${mine}`)
  })

  test("what may be kept, by who said it", () => {
    // The other three are told and not shown: `background-cases.test.ts` plays them.
    const cases = casesOf("seed003", "gate").filter(({ input }) =>
      /^(?:user turn|assistant turn|assistant found): '/.test(input),
    )
    expect(cases).toHaveLength(4)
    for (const { input, expect: expected } of cases) {
      const [, said, text = ""] = /^(user|assistant)[^:]*: '(.*)'$/.exec(input) ?? []
      const [decision, type = "user"] = expected.split(" ")
      const one = { ...candidate({ type, text }), said: said as "user" | "assistant" }
      const { trust } = judgeTrust(one, { userTurns: [], outside: [], readWeb: false, readQuarantined: false })
      // A claim about the user that no user made waits in quarantine, where a person finds it.
      const kept = gate(one) === undefined && trust === "trusted"
      expect([input, kept]).toEqual([input, decision === "keep"])
    }
  })

  test("names of facts", () => {
    for (const { input, expect: expected } of casesOf("seed003", "filename")) {
      // A type of the user's own keeps its digits.
      const mine = input.type === "user1" ? expected.replace("user-", "user1-") : expected
      expect(factPath(input.type, input.name, () => false)).toBe(`facts/${mine}`)
    }
  })
})

interface Entry {
  id: string
  type: string
  text: string
  source: Source
  createdAt: string
  updatedAt: string
}

function saveAll(entries: readonly Entry[]): { kept: string[]; absorbed: number } {
  let facts: Fact[] = []
  let absorbed = 0
  for (const { id, createdAt, ...entry } of entries) {
    const one = { ...candidate(entry), evidence: id }
    const outcome: Outcome = consolidate(one, { verdict: TRUSTED, at: Date.parse(createdAt) }, { facts })
    if (outcome.outcome === "absorbed") {
      absorbed++
      facts = facts.map((known) => (known === outcome.into ? (outcome.change ?? known) : known))
    } else if (outcome.outcome === "promoted") {
      absorbed += outcome.supersedes.length
      facts = [...facts.filter((known) => !outcome.supersedes.includes(known)), outcome.fact]
    }
  }
  return { kept: facts.map(({ evidence }) => evidence ?? ""), absorbed }
}
