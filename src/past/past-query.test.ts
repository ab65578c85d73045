import { describe, expect, test } from "bun:test"
import { parsePastQuery } from "./past-query.ts"

/** Different words that are in no list of common ones. */
function rareWords(count: number): string[] {
  const letters = "bcdfghklmn"
  return Array.from({ length: count }, (_, at) => `zo${letters[Math.floor(at / 10) % 10]}u${letters[at % 10]}ax`)
}

const ORDINARY =
  "people think about something good because they always want another thing before night while others never give time back again today"

describe("a whole message as a question", () => {
  test("of many terms the most telling are kept, wherever they stand", () => {
    const { terms } = parsePastQuery(`${ORDINARY} ${rareWords(75).join(" ")} then look at parseLedgerRow`)
    expect(terms.size).toBe(80)
    expect([...terms.keys()]).toContain("parseledgerrow")
    for (const word of rareWords(75)) expect([...terms.keys()]).toContain(word)
  })

  test("what a text says again and again tells more, and is kept before what it says once", () => {
    const { terms } = parsePastQuery(`${rareWords(90).join(" ")} ledger ledger ledger`)
    expect(terms.size).toBe(80)
    const [once, thrice] = [terms.get(rareWords(1)[0] as string) ?? 0, terms.get("ledger") ?? 0]
    expect(thrice).toBeGreaterThan(once)
    expect(parsePastQuery('"again again again"').isLiteral).toBe(parsePastQuery('"again"').isLiteral)
  })

  test("words are counted as they are written, and two characters as a word where there are no spaces", () => {
    const count = (text: string) => parsePastQuery(text).words
    expect(
      ["prod.tfvars", "the src/payments/webhook-handler.ts", "the tower hoist", "部署网关端口"].map(count),
    ).toEqual([1, 1, 2, 3])
  })

  test("of few terms all are kept, in their order", () => {
    const { terms } = parsePastQuery("think about the tower hoist")
    expect([...terms.keys()]).toEqual(["think", "tower", "hoist"])
  })
})
