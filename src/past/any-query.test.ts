// Whatever is typed as a question is words: nothing in it is syntax of FTS5 or LIKE, unless it is asked for as such.
import { afterAll, expect, test } from "bun:test"
import { join } from "node:path"
import fc from "fast-check"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { isSqliteBusy, isSqliteDamaged } from "../platform/sqlite.ts"
import { searchLiterally } from "./literal-search.ts"
import { openPast } from "./past.ts"
import { parsePastQuery } from "./past-query.ts"
import { searchPast } from "./past-search.ts"
import { rawExpression } from "./raw-expression.ts"

/** What means something to FTS5, LIKE, SQL or the parser itself. */
const PIECES = [
  ..."\"'`“”*^:-+%_\\(){}[]?;,.!~|&/$@#<>=\n\t\0 \ud800\udc00".split(""),
  ...[
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "NEAR(",
    "NEAR/3",
    "terms:",
    "{terms} :",
    "term",
    "rank",
    "rowid",
    "--",
    "DROP TABLE term",
  ],
  ...[
    "crane",
    "the",
    "why is the",
    "1.2.3",
    "a_b",
    "may",
    "2026-01-05",
    "部署",
    "ß",
    "İ",
    "ﷺ",
    "e\u0301",
    "💥",
    "\u202e",
    "?1",
  ],
]
const anyQuestion = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(" ")),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
)
const RUNS = 400

const data = tempDir("data")
const made = makePastDatabase(pastDatabaseFile(data), [1])
const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
const home = made.session({ directory: "/x", title: "The crane" })
const CRANE = made.said(home, "the crane has a gearbox, why is the gearbox red?")
for (const text of ["soup for lunch", "AND OR NOT NEAR", "100% of a_b in 1.2.3", "terms rank rowid"])
  made.said(home, text)
const bounds = { isWanted: () => true }

afterAll(() => past.close())

/** Ids of what is found, in the index or by reading. */
async function found(question: string, expression?: string): Promise<string[]> {
  return past.look(undefined, (view) =>
    past.withIndex(async (index) => {
      const query = parsePastQuery(question)
      const { hits } = await searchPast(index, view, query, { ...bounds, expression }, Date.UTC(2026, 0, 6))
      const read = await searchLiterally(view, query.phrases, bounds, { most: 10, forMs: 60_000 })
      return [...hits, ...(query.phrases.length > 0 ? read.hits : [])].map(({ message }) => message.id)
    }),
  )
}

test("any string is parsed into terms that are no syntax, and not too many of them", () => {
  const holds = (question: string) => {
    const { terms, phrases, words } = parsePastQuery(question)
    expect(terms.size).toBeLessThanOrEqual(400)
    for (const [term, weight] of terms) {
      expect(term).not.toMatch(/["\s]|^$/)
      expect(weight).toBeGreaterThan(0)
      // However often it is said.
      expect(weight).toBeLessThan(12)
    }
    for (const phrase of phrases) expect(phrase).toBe(phrase.trim().toLowerCase())
    expect(phrases).not.toContain("")
    expect(Number.isFinite(words)).toBe(true)
  }
  fc.assert(fc.property(anyQuestion, holds), { numRuns: 4 * RUNS })
})

test("any string is searched for without an error, and harms neither the index nor the database", async () => {
  expect(await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)).toBe(true)
  await fc.assert(
    fc.asyncProperty(anyQuestion, async (question) => {
      for (const id of await found(question)) expect(id).toStartWith("msg_")
    }),
    { numRuns: RUNS },
  )
  expect(await found("crane gearbox")).toContain(CRANE)
})

test("operators, wildcards and names of columns find nothing that their words would not: what they are put around is found as before", async () => {
  const harmless = fc
    .array(
      fc.constantFrom(
        "*",
        "^",
        ":",
        "-",
        "+",
        "%",
        "(",
        ")",
        "{",
        "}",
        "'",
        "?",
        ";",
        "--",
        "!",
        "~",
        "|",
        "&",
        "[",
        "]",
        "$",
        "@",
      ),
      {
        maxLength: 6,
      },
    )
    .map((signs) => signs.join(" "))
  const plain = await found("zebra crane gearbox")
  expect(plain).toContain(CRANE)
  await fc.assert(
    fc.asyncProperty(harmless, harmless, harmless, async (before, between, after) => {
      expect(await found(`${before} zebra ${between} crane ${between} gearbox ${after} `)).toEqual(plain)
    }),
    { numRuns: RUNS / 4 },
  )
  expect(await found("zebra NOT crane NOT gearbox")).toContain(CRANE)
  for (const nothing of [
    "zebra OR gantry",
    "cra*",
    "cr_ne",
    "%",
    "*",
    "terms:zebra",
    "NOT zebra",
    "{terms}: zeb*",
    '"cr%ne"',
    '"c_ane"',
    '".*"',
  ])
    expect([nothing, await found(nothing)]).toEqual([nothing, expect.not.arrayContaining([CRANE])])
})

test("the same strings asked for as an expression are one or are refused by FTS5, and change nothing either", async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(anyQuestion, async (question) => {
      const ids = await found(question, rawExpression(question)).catch((error: unknown) => {
        expect([question, isSqliteDamaged(error), isSqliteBusy(error)]).toEqual([question, false, false])
        refused++
        return []
      })
      for (const id of ids) expect(id).toStartWith("msg_")
    }),
    { numRuns: RUNS },
  )
  expect(refused).toBeGreaterThan(0)
  expect(await found("x", rawExpression("cran* AND gearbox"))).toEqual([CRANE])
})
