import { describe, expect, test } from "bun:test"
import { RULE_EXAMPLES } from "../../test/bed/secret-examples.ts"
import { redact } from "./redact.ts"

const numbered = RULE_EXAMPLES.map((rule, i) => [`${rule.kind} ${i}`, rule] as const)

describe("vendor formats", () => {
  test.each(numbered)("%s finds its example and leaves the other", (_name, { kind, positive, negative }) => {
    expect(redact(positive).found).toContainEqual({ kind, count: 1 })
    expect(redact(negative)).toEqual({ text: negative, found: [] })
  })

  test.each(numbered)("%s: the hints cover the example", (_name, { hints, positive, pattern }) => {
    expect(hints.some((hint) => positive.toLowerCase().includes(hint))).toBe(true)
    expect(hints.every((hint) => hint.length >= 3 && hint === hint.toLowerCase())).toBe(true)
    expect(pattern.global && !pattern.sticky).toBe(true)
  })

  test("every one of several hints is needed: each occurs in some text that the pattern matches", () => {
    const github = RULE_EXAMPLES.find(({ kind }) => kind === "github")
    for (const hint of github?.hints ?? [])
      expect(redact(`${hint}${"aB3".repeat(12)}`).found).toEqual([{ kind: "github", count: 1 }])
  })

  test("a prefix inside a longer word is not a secret", () => {
    const { positive } = RULE_EXAMPLES.find(({ kind }) => kind === "pulumi") ?? { positive: "" }
    expect(redact(`x${positive}`).found).toEqual([])
    expect(redact(`_${positive}`).found).toEqual([{ kind: "pulumi", count: 1 }])
  })

  test.each([
    "public function test_itReturnsNullForMissingRecords()",
    "md-datepicker-button-icon",
    "pod api-3f2b8c1e-9d47-4a6b-8e05-1c2d3e4f5a6b restarted",
  ])("a common word at the beginning is not enough: %p", (text) => expect(redact(text)).toEqual({ text, found: [] }))

  test.each([
    "password: /^(?=.*[A-Za-z])(?=.*\\d)[A-Za-z\\d@$!%*#?&]{8,}$/,",
    "token: /^[\\w-]+\\.[\\w-]+\\.[\\w-]*$/i,",
  ])("a pattern is no password: %p", (text) => expect(redact(text)).toEqual({ text, found: [] }))
})
