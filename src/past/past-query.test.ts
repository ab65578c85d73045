import { describe, expect, test } from "bun:test"
import { parsePastQuery, writtenWords } from "./past-query.ts"

/** Different words that are in no list of common ones. */
function rareWords(count: number): string[] {
  const letters = "bcdfghklmn"
  return Array.from({ length: count }, (_, at) => `zo${letters[Math.floor(at / 10) % 10]}u${letters[at % 10]}ax`)
}

const ORDINARY =
  "people think about something good because they always want another thing before night while others never give time back again today"

describe("a whole message as a question", () => {
  test("of many terms the most telling come first, wherever they stand, and not all are kept", () => {
    const { terms } = parsePastQuery(`${ORDINARY} ${rareWords(75).join(" ")} then look at parseLedgerRow`)
    const first = [...terms.keys()].slice(0, 80)
    expect(first).toContain("parseledgerrow")
    for (const word of rareWords(75)) expect(first).toContain(word)
    const unsaid = Array.from({ length: 900 }, (_, at) => `zo${at.toString(36)}uvax`)
    expect(parsePastQuery(unsaid.join(" ")).terms.size).toBe(400)
  })

  test("what a text says again and again tells more, and comes before what it says once", () => {
    const { terms } = parsePastQuery(`${rareWords(90).join(" ")} ledger ledger ledger`)
    expect([...terms.keys()][0]).toBe("ledger")
    const [once, thrice] = [terms.get(rareWords(1)[0] as string) ?? 0, terms.get("ledger") ?? 0]
    expect(thrice).toBeGreaterThan(once)
    expect(parsePastQuery('"again again again"').isLiteral).toBe(parsePastQuery('"again"').isLiteral)
  })

  test("so does the stem of a word in another language", () => {
    const { terms, stems } = parsePastQuery(`warum haben wir ${"die Verbindungen und ".repeat(3)} nicht geschlossen`)
    expect(terms.get(stems.get("verbindungen") ?? "")).toBe(terms.get("verbindungen") as number)
  })

  test("the words that were searched for are named, however many others come first", () => {
    const { text, stems, terms, words } = parsePastQuery(`${"the and of with ".repeat(20)} heron cache stale quay`)
    expect(writtenWords({ text, stems }, terms)).toEqual(["heron", "cache", "stale", "quay"])
    expect(words).toBe(4)
  })

  test.each(["ﬃ", "㌖", "ж", "中", "e\u0301"])("a long run of %p takes no longer than other text", (letter) => {
    expect(parsePastQuery(`${letter.repeat(7990 / letter.length)}!`).last).toBeUndefined()
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
