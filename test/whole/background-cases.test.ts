// The published cases of the design that background work comes from. Where Cairn decides otherwise, the reason stands beside it.
import { describe, expect, test } from "bun:test"
import { isOneStatement } from "../../src/background/extraction-answer.ts"
import { jsonArrayIn } from "../../src/background/json-array.ts"
import { readReconcile } from "../../src/background/reconcile-plan.ts"
import { foldFact } from "../../src/facts/fact-key.ts"
import { factWith } from "../bed/facts.ts"
import { publishedCases } from "../bed/published-cases.ts"

interface Case {
  readonly fn: string
  readonly input: string
  readonly expect: unknown
}
const { present, of } = publishedCases<Case>("seed003")

describe.if(present)("cases of the published background design", () => {
  test("the list in an answer", () => {
    expect(of("parseJsonArray").length).toBeGreaterThan(3)
    expect(of("parseJsonArray").map(({ input }) => jsonArrayIn(input))).toEqual(
      of("parseJsonArray").map((one) => one.expect as unknown[]),
    )
  })

  test("what is no fact by its form", () => {
    // A fact may have 260 characters here, as everybody's.
    const short = of("structuralReject").filter(({ input }) => input.length <= 200 || input.length > 260)
    expect(short.length).toBeGreaterThan(3)
    expect(short.map(({ input }) => [input, !isOneStatement(input)])).toEqual(
      short.map((one) => [one.input, one.expect as boolean]),
    )
  })

  test("when two facts are one", () => {
    expect(of("normalizeFact").map(({ input }) => foldFact(input))).toEqual(
      of("normalizeFact").map((one) => one.expect as string),
    )
  })

  test("which files a pass may touch", () => {
    // Here a model never names a file, only marks of facts that it was shown: every name is refused, also a good one.
    const facts = [factWith({ path: "facts/user-email.md" }), factWith({ path: "facts/b.md" })]
    const group = facts.map((fact) => ({ fact, isProtected: false }))
    const verdicts = of("safeFile").map(
      ({ input }) => readReconcile(JSON.stringify([{ op: "delete", of: [input] }]), [group])[0]?.verdict,
    )
    expect(verdicts.length).toBeGreaterThan(5)
    expect(verdicts.filter((verdict) => verdict !== "unknown_mark")).toEqual([])
  })
})
