import { expect, test } from "bun:test"
import fc from "fast-check"
import { factWith } from "../../test/bed/facts.ts"
import { subjectsOf, subjectWords } from "./fact-subjects.ts"

const facts = (...texts: string[]) => texts.map((text, n) => factWith({ path: `facts/${n}.md`, text }))

test("a fact is counted under the word that it shares with most others", () => {
  const all = facts(
    "Kafka topics are named by team",
    "The kafka cluster has three brokers",
    "Invoices are sent by the billing job",
    "Billing runs at night",
    "配置文件在仓库里",
  )
  const subjects = subjectsOf(all)
  expect(subjects.slice(0, 2).map(({ name, count }) => [name, count])).toEqual([
    ["billing", 2],
    ["kafka", 2],
  ])
  expect(subjects.reduce((sum, { count }) => sum + count, 0)).toBe(5)
})

test("a word that most of them have is not a subject", () => {
  const all = facts(...Array.from({ length: 20 }, (_, n) => `Cairn has a ${n < 10 ? "lantern" : "sextant"} ${n}`))
  expect(subjectsOf(all).map(({ name }) => name)).toEqual(["lantern", "sextant"])
})

test("whatever the room, the counts add up", () => {
  const text = fc.array(fc.constantFrom("kafka", "billing", "tide", "the", "42", "数据", "build", "…"), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), fc.integer({ min: 12, max: 300 }), (texts, room) => {
      const all = facts(...texts.map((words) => words.join(" ")))
      const words = subjectWords(subjectsOf(all), room)
      const counts = [...words.matchAll(/ (\d+)(?=,|$)|(\d+) others?/g)].map(([, one, other]) => Number(one ?? other))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all.length)
      expect(words.length).toBeLessThanOrEqual(room)
    }),
  )
})
