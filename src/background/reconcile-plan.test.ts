// What a model may do to facts, whatever it answers: no pass loses a number, path, address or quotation without a recorded deletion, deletes more
// than a quarter of a group, or touches what is protected.
import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { factWith } from "../../test/bed/facts.ts"
import type { Fact } from "../model/fact.ts"
import { factClusters } from "./fact-clusters.ts"
import { missingValues } from "./kept-values.ts"
import { type CheckedOp, type ClusterFact, readReconcile } from "./reconcile-plan.ts"

const value = fc.oneof(
  fc.integer({ min: 1, max: 65_535 }).map(String),
  fc.constantFrom(
    "src/app/main.ts",
    "./conf/nginx.conf",
    "https://ci.example/a?b=1",
    "`make lint`",
    '"the blue one"',
    "'chore release'",
    "«la bleue»",
    "C:\\build\\out",
    "bob@corp",
    "٨١٢٣",
    "v2.3.1",
  ),
)
const words = fc.constantFrom(
  "reports",
  "service",
  "build",
  "host",
  "listens",
  "importer",
  "queue",
  "runs",
  "nightly",
  "not",
)
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: value }), { minLength: 4, maxLength: 14 })
  .map((parts) => `The ${parts.join(" ")}`)
const member = fc.record({ text, isProtected: fc.boolean() })
const groups = fc.array(fc.array(member, { minLength: 2, maxLength: 9 }), { minLength: 1, maxLength: 4 }).map((all) =>
  all.map((group, g) =>
    group.map(
      ({ text: said, isProtected }, n): ClusterFact => ({
        fact: factWith({ path: `facts/${g}-${n}.md`, text: said }),
        isProtected,
      }),
    ),
  ),
)
const mark = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((n) => `M${n}`),
  fc.constantFrom<unknown>("../../x.md", "", "M", null, 3, { toString: 1 }),
)
/** Ops of every shape; half of them are about facts of one group and in their words, or hardly one would ever be let through. */
const opsFor = (all: readonly (readonly ClusterFact[])[]) => {
  const facts = all.flat()
  const name = fc.constantFrom("merge", "rewrite", "delete", "flag", "burn")
  const wild = fc.record(
    { op: name, of: fc.oneof(fc.array(mark, { maxLength: 4 }), mark), text: fc.oneof(text, fc.string()) },
    { requiredKeys: ["op"] },
  )
  const sane = fc.tuple(name, fc.constantFrom(...all), fc.integer({ min: 1, max: 3 })).map(([op, group, count]) => {
    const members = group.slice(0, count)
    const of = members.map(({ fact }) => `M${facts.findIndex((one) => one.fact === fact) + 1}`)
    return { op, of, text: members.map(({ fact }) => fact.text).join(" and ") }
  })
  return fc.array(fc.oneof(wild, sane), { maxLength: 20 })
}

const applied = (ops: readonly CheckedOp[]) => ops.filter(({ verdict }) => verdict === "apply")

function lossesIn(all: readonly (readonly ClusterFact[])[], ops: readonly CheckedOp[]): string[] {
  const isProtected = new Set(
    all
      .flat()
      .filter((one) => one.isProtected)
      .map(({ fact }) => fact),
  )
  const faults: string[] = []
  for (const { op, facts, text: said = "" } of applied(ops)) {
    const lost = missingValues(
      facts.map((fact) => fact.text),
      said,
    )
    if ((op === "merge" || op === "rewrite") && lost.length > 0) faults.push(`${op} loses ${lost.join(" ")}`)
    if (op !== "flag" && facts.some((fact) => isProtected.has(fact))) faults.push(`${op} of a protected fact`)
    if (facts.length === 0) faults.push(`${op} of nothing`)
  }
  for (const group of all) {
    const deleted = applied(ops).filter(
      ({ op, facts }) => op === "delete" && group.some(({ fact }) => fact === facts[0]),
    )
    if (deleted.length > group.length / 4) faults.push(`${deleted.length} of ${group.length} deleted`)
  }
  const touched = applied(ops).flatMap(({ facts }) => facts)
  if (new Set(touched).size !== touched.length) faults.push("a fact in two ops")
  return faults
}

describe("whatever a model answers", () => {
  test("nothing is lost, too much or another's", () => {
    let done = 0
    fc.assert(
      fc.property(
        groups.chain((all) => fc.tuple(fc.constant(all), opsFor(all))),
        ([all, answer]) => {
          const ops = readReconcile(JSON.stringify(answer), all)
          done += applied(ops).length
          expect(lossesIn(all, ops)).toEqual([])
        },
      ),
      { numRuns: 400 },
    )
    // The property would hold of a checker that refuses everything.
    expect(done).toBeGreaterThan(20)
  })

  test("a merge of texts that say the same is let through", () => {
    const facts = ["The API listens on port 8123", "The API listens on port 8123 behind nginx"].map((said, n) => ({
      fact: factWith({ path: `facts/${n}.md`, text: said }),
      isProtected: false,
    }))
    const merge = (said: string) =>
      readReconcile(JSON.stringify([{ op: "merge", of: ["M1", "M2"], text: said }]), [facts])[0]?.verdict
    expect(merge("The API listens on port 8123 behind nginx")).toBe("apply")
    expect(merge("The API listens behind nginx")).toBe("loses_value")
  })

  test("a merge that leaves little of one of its facts is a deletion, and refused", () => {
    const texts = ["The deploy of the shop is done by Anna with ansible", "The deploy of the shop needs a rehearsal"]
    const facts = texts.map((said, n) => ({
      fact: factWith({ path: `facts/${n}.md`, text: said }),
      isProtected: false,
    }))
    const merge = (said: string) =>
      readReconcile(JSON.stringify([{ op: "merge", of: ["M1", "M2"], text: said }]), [facts])[0]?.verdict
    expect(merge("The deploy of the shop is done by Anna with ansible and needs a rehearsal")).toBe("apply")
    expect(merge("The deploy of the shop is done")).toBe("loses_words")
  })
})

describe("groups", () => {
  const factsSaying = (texts: readonly string[]): Fact[] =>
    texts.map((said, n) => factWith({ path: `facts/${n}.md`, text: said }))

  test("are facts that share most of their words or an address, in any order the same", async () => {
    const facts = factsSaying([
      "The reports service listens on port 8123",
      "On port 8123 the reports service listens",
      "Invoices are printed on the second floor",
      "The mailer sends a digest at seven",
    ])
    const named = async (all: readonly Fact[]) =>
      (await factClusters(all)).map((group) => group.map(({ path }) => path))
    expect(await named(facts)).toEqual([["facts/0.md", "facts/1.md"]])
    expect(await named(facts.toReversed())).toEqual(await named(facts))
  })

  test("any number of facts that say the same are one group", async () => {
    const team = (n: number) => `${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}eam`
    const said = (n: number) => `Deployments of the billing service go through the Jenkins pipeline of the ${team(n)}`
    const facts = Array.from({ length: 200 }, (_, n) => factWith({ path: `facts/${1000 + n}.md`, text: said(n) }))
    expect((await factClusters(facts)).map((group) => group.length)).toEqual([200])
  })

  test("five thousand facts are grouped in small groups, all of them at most once", async () => {
    const facts = factsSaying(
      Array.from({ length: 5000 }, (_, n) => `The worker of region ${n % 700} keeps ${n} items in its cache`),
    )
    const all = await factClusters(facts)
    expect(Math.max(...all.map((group) => group.length))).toBeLessThanOrEqual(24)
    expect(new Set(all.flat()).size).toBe(all.flat().length)
  })
})
