// Candidates come from several sessions and processes, late, twice and contradicting each other. What is in memory afterwards must not depend
// on who came first: a thousand of them, in any order and in batches of any size, end as the same notes.
import { afterAll, describe, expect, test } from "bun:test"
import fc from "fast-check"
import { startChild } from "../../test/contract/runtimes.ts"
import { closeApps, type OpenedApp, open } from "../../test/bed/opened-app.ts"
import { conflictBetween } from "../capture/conflict.ts"
import { classKey } from "../capture/fact-key.ts"
import { type Candidate, type Fact, SOURCES } from "../model/fact.ts"
import { SCOPES } from "../model/scope.ts"
import { conflictPairs } from "../recall/conflicts.ts"
import { type Judged, judge } from "./judge.ts"
import { knownFacts } from "./known-facts.ts"
import { sawNothing } from "./seen.ts"
import { settleAll } from "./take-in.ts"

afterAll(closeApps)

const START = Date.parse("2026-11-01T09:00:00Z")
const CANDIDATES = 1000

interface Said {
  readonly candidate: Candidate
  readonly at: number
}

/** Duplicates in other spellings, one address in several wordings, values that contradict each other, words that a tool said as well. */
const subject = fc.constantFrom("cache", "queue", "worker", "gateway", "scheduler", "indexer", "importer", "mailer")
const wording = fc.oneof(
  fc.tuple(subject, fc.nat(4)).map(([name, value]) => ({
    type: "decision",
    text: `The ${name} limit is ${10 + value} items`,
  })),
  fc.tuple(subject, fc.nat(4)).map(([name, value]) => ({
    type: "project",
    text: `The ${name} timeout is ${10 + value} seconds`,
  })),
  fc.tuple(subject, fc.boolean()).map(([name, isNot]) => ({
    type: "decision",
    text: `The ${name} is ${isNot ? "not " : ""}restarted after a deployment`,
  })),
  fc.tuple(subject, fc.nat(20)).map(([name, number]) => ({
    type: "project",
    text: `The ${name} writes its report number ${number} for the accountants`,
  })),
  fc.tuple(subject, fc.nat(3)).map(([name, number]) => ({
    type: "reference",
    text: [
      `Docs of the ${name}: https://example.com/${name}`,
      `The ${name} handbook is at https://example.com/${name}/`,
      `The long and complete ${name} handbook is at https://example.com/${name}`,
      `The ${name} dashboard is at https://example.com/dashboards/${name}`,
    ][number] as string,
  })),
)
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `${text}.`,
  (text) => text.replaceAll(" ", "  "),
  (text) => text.replace(/^The/, "the"),
  (text) => `“${text}”!`,
)
const said = fc.record({
  wording,
  spelling,
  source: fc.constantFrom(...SOURCES),
  importance: fc.constantFrom("low", "normal", "high"),
  scope: fc.constantFrom(...SCOPES),
  detail: fc.option(fc.nat(9)),
  second: fc.nat(5000),
})
const thousand = fc.array(said, { minLength: CANDIDATES, maxLength: CANDIDATES }).map((all) =>
  all.map(
    ({ wording: { type, text }, spelling: spell, detail, second, ...rest }, n): Said => ({
      at: START + second * 1000,
      candidate: {
        ...rest,
        type,
        text: type === "reference" ? text : spell(text),
        said: rest.source === "explicit" ? "user" : "assistant",
        evidence: `ses_${n % 7}/msg_${n}`,
        ...(detail !== null && { detail: `Why: reason ${detail}` }),
      },
    }),
  ),
)

async function takeAll(order: readonly Said[], sizes: () => number): Promise<OpenedApp> {
  const cairn = await open({ env: { CAIRN_GIT: "false", CAIRN_AUTO_COMMIT: "false" } })
  await cairn.app.complete
  const judged: Judged[] = []
  for (const { candidate, at } of order) judged.push(await judge(cairn.app, candidate, { seen: sawNothing, at }))
  for (let from = 0; from < judged.length; ) {
    const size = sizes()
    await settleAll(cairn.app, judged.slice(from, from + size))
    from += size
  }
  return cairn
}

/** What stands, what was superseded and does not stand, and which facts contradict each other. */
function outcomeOf({ app }: OpenedApp) {
  return SCOPES.map((scope) => {
    const { facts, retired } = knownFacts(app, scope)
    const keyOf = ({ type, text }: Fact) => classKey(type, text)
    const standing = new Set(facts.map(keyOf))
    return {
      facts: facts.map(comparable).sort(),
      superseded: [...new Set(retired.map(keyOf))].filter((key) => !standing.has(key)).sort(),
      conflicts: conflictPairs(app.scopeNotes(scope).index.facts, conflictBetween)
        .map((pair) => pair.map(keyOf).sort().join(" / "))
        .sort(),
    }
  })
}

function comparable({ path: _, conflicts: __, ...fact }: Fact): string {
  return JSON.stringify(Object.entries(fact).sort())
}

describe("any order", () => {
  test("a thousand candidates end as the same notes", async () => {
    await fc.assert(
      fc.asyncProperty(thousand, fc.infiniteStream(fc.integer({ min: 1, max: 120 })), async (all, sizes) => {
        const first = outcomeOf(await takeAll(all, () => 50))
        const size = () => sizes.next().value as number
        expect(outcomeOf(await takeAll(all.toReversed(), size))).toEqual(first)
        expect(outcomeOf(await takeAll(all.toSorted((a, b) => a.at - b.at), size))).toEqual(first)
        expect(first[0]?.facts.length).toBeGreaterThan(50)
        await closeApps()
      }),
      { numRuns: 1, endOnFailure: true, seed: Number(process.env.FC_SEED ?? 1) },
    )
  }, 120_000)
})
