import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { LITERAL_LIMITS, type LiteralLimits, searchLiterally } from "./literal-search.ts"
import { openPast } from "./past.ts"
import type { SearchBounds } from "./past-search.ts"

function bed() {
  const data = tempDir("data")
  const made = makePastDatabase(pastDatabaseFile(data), [1])
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const look = (phrases: string[], bounds: Partial<SearchBounds> = {}, limits: LiteralLimits = LITERAL_LIMITS) =>
    past.look(undefined, (view) => searchLiterally(view, phrases, { isWanted: () => true, ...bounds }, limits))
  const find = async (...phrases: string[]) => (await look(phrases)).hits.map(({ message }) => message.id)
  return { ...made, look, find }
}

describe("texts read for a quotation", () => {
  test("all that have it are found, newest first, whatever is between its words; of several, a message needs all", async () => {
    const { session, said, find, wait } = bed()
    const older = session({ directory: "/x" })
    const first = said(older, "why is the lamp red?")
    const second = said(older, "Why is\n  THE lamp green, and who was it")
    wait(60_000)
    const third = said(session({ directory: "/x" }), "I know why is the answer.")
    said(older, "why the lamp is red")
    expect(await find("why is the")).toEqual([third, second, first])
    expect(await find("why is the", "who was")).toEqual([second])
  })

  test("a word is not found inside another, and signs are nothing but signs", async () => {
    const { session, said, find } = bed()
    const id = session({ directory: "/x" })
    const signs = said(id, "a (b|c)* [d] ^e$ \\f .+ g? is")
    said(id, "this, island, abc")
    expect(await find("is")).toEqual([signs])
    for (const phrase of ["(b|c)*", "[d]", "^e$", "\\f", ".+", "g?"]) expect(await find(phrase)).toEqual([signs])
    for (const phrase of [".*", "[a-z]", "a.(b", "%", "_"]) expect(await find(phrase)).toEqual([])
  })

  test("only so many of the newest messages are read, within the bounds of the question, and it says so", async () => {
    const { session, said, answered, look } = bed()
    const id = session({ directory: "/x" })
    const [older, newer] = [said(id, "what is it"), said(id, "what is it")]
    const told = answered(id, { type: "text", text: "what is it" })
    const found = async (...question: Parameters<typeof look>) => {
      const { hits, read, isAll } = await look(...question)
      return [hits.map(({ message }) => message.id), read, isAll]
    }
    expect(await found(["what is it"])).toEqual([[told, newer, older], 3, true])
    expect(await found(["what is it"], {}, { ...LITERAL_LIMITS, most: 2 })).toEqual([[told, newer], 2, false])
    expect(await found(["what is it"], {}, { ...LITERAL_LIMITS, most: 3 })).toEqual([[told, newer, older], 3, true])
    expect(await found(["what is it"], {}, { ...LITERAL_LIMITS, forMs: 0 })).toEqual([[], 0, false])
    expect(await found(["what is it"], { role: "user" })).toEqual([[newer, older], 2, true])
    expect(await found(["what is it"], { isWanted: () => false })).toEqual([[], 0, true])
  })
})
