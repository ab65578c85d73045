import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { parse } from "yaml"
import { factWith } from "../../test/bed/facts.ts"
import { contentHash, type Fact, factBody, factOf, factPath, headOfFact, IMPORTANCES, SOURCES } from "./fact.ts"
import { newNote, parseNote } from "./note-file.ts"

const NOTE = { path: "facts/decision-x.md", scope: "project", fileTime: 5, description: "Decision x" } as const
const values = (yaml: string) => new Map(Object.entries((parse(yaml, { schema: "core" }) ?? {}) as object))
const fromYaml = (yaml: string, more = {}) => factOf(values(yaml), { ...NOTE, ...more })

describe("a fact", () => {
  test("is read from frontmatter as a person sees it", () => {
    const yaml = `description: Use the npm cache for plugin loading, not npm link
type: decision
source: compaction
trust: trusted
importance: high
created: 2026-11-15T09:00:00Z
updated: 2026-11-16T09:00:00Z
reinforced: 2, 2026-11-20
evidence: ses_1/msg_2`
    expect(fromYaml(yaml, { body: "\nWhy: it breaks.\n" })).toEqual({
      path: NOTE.path,
      scope: "project",
      type: "decision",
      text: "Use the npm cache for plugin loading, not npm link",
      detail: "Why: it breaks.",
      source: "compaction",
      trust: "trusted",
      importance: "high",
      created: Date.parse("2026-11-15T09:00:00Z"),
      updated: Date.parse("2026-11-16T09:00:00Z"),
      reinforced: { count: 2, last: Date.parse("2026-11-20") },
      evidence: "ses_1/msg_2",
    })
  })

  test.each([
    ["the body's first line", undefined, "Use pnpm\n\nWhy: it merges", "Use pnpm", "Why: it merges"],
    ["on one line with the rest below", undefined, "\n  Use pnpm \nnot npm", "Use pnpm", "not npm"],
    ["an older fact's description", "Use pnpm", "", "Use pnpm", undefined],
    ["and its reason", "Use pnpm", "Why: it merges", "Use pnpm", "Why: it merges"],
    ["the body where both have one", "Use npm", "Use pnpm", "Use pnpm", undefined],
    ["neither", undefined, "", "Decision x", undefined],
  ])("says %s", (_, description, body, text, detail) => {
    const { text: said, detail: more } = fromYaml(description ? `description: ${description}` : "", { body })
    expect([said, more]).toEqual([text, detail])
  })

  test("has harmless values where a person wrote none or wrong ones", () => {
    const bare = { type: "decision", source: "manual", trust: "trusted", importance: "normal", created: 5, updated: 5 }
    expect(fromYaml("")).toMatchObject({ ...bare, text: "Decision x", reinforced: { count: 0 } })
    const odd = "source: gossip\nimportance: 7\ncreated: not-a-date\nreinforced: [1]\ntype: ''"
    expect(fromYaml(odd)).toMatchObject({ ...bare, reinforced: { count: 0 } })
    expect(fromYaml("trust: perhaps")).toMatchObject({ trust: "quarantined" })
    expect(fromYaml("updated: 1970-01-01T00:00:01Z")).toMatchObject({ created: 1000, updated: 1000 })
    expect(fromYaml("reinforced: 3")).toMatchObject({ reinforced: { count: 3 } })
  })

  test("without a type takes it from its name", () => {
    expect(fromYaml("", { path: "facts/user-x.md" }).type).toBe("user")
    expect(fromYaml("", { path: "facts/users.md" }).type).toBe("reference")
    expect(fromYaml("type: Incident", { path: "facts/user-x.md" }).type).toBe("incident")
  })

  test("keys at their default are not written", () => {
    const fact = fromYaml("type: decision")
    const note = newNote("", headOfFact(fact))
    for (const key of ["trust", "importance", "reinforced", "evidence"]) expect(note).not.toContain(`${key}:`)
  })

  test("comes back from its note", () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => second * 1000)
    const text = fc
      .string({ unit: "binary", minLength: 1, maxLength: 300 })
      .map((raw) => raw.toWellFormed().replace(/\s+/g, " ").trim() || "x")
    const facts: fc.Arbitrary<Fact> = fc.record({
      path: fc.constant(NOTE.path),
      scope: fc.constant("project" as const),
      type: fc.constantFrom("user", "feedback", "project", "decision", "reference", "incident"),
      text,
      detail: fc.constantFrom("Why: it breaks", "More.\n\nWhy: it breaks"),
      source: fc.constantFrom(...SOURCES),
      trust: fc.constantFrom("trusted" as const, "quarantined" as const),
      importance: fc.constantFrom(...IMPORTANCES),
      created: seconds,
      updated: seconds,
      reinforced: fc.oneof(
        fc.constant({ count: 0 }),
        fc.record({ count: fc.integer({ min: 1, max: 99 }), last: seconds }),
      ),
      evidence: fc.constantFrom("ses_1/msg_2", "ses: x"),
    })
    fc.assert(
      fc.property(facts, (fact) => {
        const body = factBody({ sentence: fact.text, detail: fact.detail })
        const note = parseNote(newNote(body, headOfFact(fact)))
        expect(note.problem).toBeUndefined()
        expect(fromYaml(note.parts.yaml, { body: note.body })).toEqual(fact)
      }),
      { numRuns: 300 },
    )
  })
})

describe("a fact's path", () => {
  const path = (type: string, text: string, taken: string[] = []) => factPath(type, text, (one) => taken.includes(one))

  test.each([
    ["user", "Email Address!", "facts/user-email-address.md"],
    ["feedback", "  --Tabs--  ", "facts/feedback-tabs.md"],
    ["project", "日本語", "facts/project-note.md"],
    ["decision", "Über Größe: café", "facts/decision-uber-gro-e-cafe.md"],
    ["reference", "a/../b", "facts/reference-a-b.md"],
    ["../x", "y", "facts/x-y.md"],
    ["reference", "x".repeat(80), `facts/reference-${"x".repeat(60)}.md`],
    ["reference", `${"x".repeat(59)} y`, `facts/reference-${"x".repeat(59)}.md`],
  ])("%s %s", (type, text, expected) => expect(path(type, text)).toBe(expected))

  test("gets a number if it is taken", () => {
    expect(path("user", "Ann", ["facts/user-ann.md"])).toBe("facts/user-ann-2.md")
    expect(path("user", "Ann", ["facts/user-ann.md", "facts/user-ann-2.md"])).toBe("facts/user-ann-3.md")
  })
})

test("the hash of what a fact says: its words alone, without the space around them", () => {
  const hash = contentHash({ description: "Use tabs", body: "why" })
  // printf 'Use tabs\n\nwhy' | sha256sum
  expect(hash).toBe("fad6f95aeb2e383f72577920224f3a0c0d50b6190116f6941dd359995274de76")
  expect(contentHash({ description: " Use tabs\n", body: "\nwhy\r\n" })).toBe(hash)
  expect(contentHash({ description: "Use tabs", body: "Why" })).not.toBe(hash)
  expect(contentHash({ description: "Use tabs why", body: "" })).not.toBe(hash)
})

test("a fact that no session has seen has no evidence in its head", () => {
  expect(headOfFact(factWith({ evidence: "" })).evidence).toBeUndefined()
})
