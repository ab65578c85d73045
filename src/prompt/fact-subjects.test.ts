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
  expect(subjects.at(-1)?.name).not.toBe("")
  expect(subjects.reduce((sum, { count }) => sum + count, 0)).toBe(5)
})

test("a word that most of them have is not a subject", () => {
  const all = facts(...Array.from({ length: 20 }, (_, n) => `Cairn has a ${n < 10 ? "lantern" : "sextant"} ${n}`))
  expect(subjectsOf(all).map(({ name }) => name)).toEqual(["lantern", "sextant"])
})

test("of 200 facts that say what is done with twenty things, the subjects are the things", () => {
  const things =
    "invoice tenant webhook ledger voucher courier catalog refund payout glossary avatar locale wizard replica certificate holiday barcode pallet tariff warehouse".split(
      " ",
    )
  const said = [
    (thing: string) => `Adding a column to the ${thing} table needs two steps`,
    (thing: string) => `Changing a ${thing} requires two reviews`,
    (thing: string) => `Each ${thing} uses the first one`,
    (thing: string) => `Using the old ${thing} hid a bug`,
    (thing: string) => `The ${thing} is shipped, signed and stored at night`,
    (thing: string) => `We chose one ${thing} each because two were lost`,
    (thing: string) => `Never run the ${thing} job twice`,
    (thing: string) => `Added fields of a ${thing} may be empty`,
    (thing: string) => `The ${thing} gets parked after five failures`,
    (thing: string) => `Who keeps a ${thing} writes down why`,
  ]
  const all = facts(...things.flatMap((thing) => said.map((say) => say(thing))))
  const subjects = subjectsOf(all)
  expect(subjects.map(({ name }) => name).sort()).toEqual(things.sort())
  expect(subjects.every(({ count }) => count === 10)).toBe(true)
  const plain = facts(
    "Adding tests needs a ticket",
    "Never change a commit",
    "Keep it simple",
    "Tests use one file each",
  )
  expect(subjectWords(subjectsOf(plain), 200)).toBe("tests 2, commit 1, 1 other")
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
