import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import type { Fact } from "../model/fact.ts"
import { matchingFacts } from "./match-fact.ts"

const fact = (text: string, at: number): Fact => ({
  path: `facts/${at}.md`,
  scope: "project",
  type: "project",
  text,
  source: "explicit",
  trust: "trusted",
  importance: "normal",
  created: 0,
  updated: 0,
  reinforced: { count: 0 },
})

const FACTS = [
  "the staging database listens on port 5433",
  "the production database listens on port 5432",
  "we use pnpm, never npm",
  "CI runs on Node 20",
  "always answer in German",
  "my email is ann@example.com",
  "deploys are frozen on Fridays",
  "tests need Docker",
  "the design docs are at https://docs.example.com/design",
  "我们用 pnpm 管理依赖",
  "部署需要十分钟",
  "ポートは5433です",
  "配布は金曜日に禁止",
  "배포는 금요일에 금지",
  "Die Sitzung dauert 15 Minuten",
  "Los viernes no se despliega nada",
].map(fact)
const found = (words: string) => matchingFacts(words, FACTS).map(({ text }) => text)

describe("a fact is found by", () => {
  test.each([
    ["the staging port", "the staging database listens on port 5433"],
    ["the staging database", "the staging database listens on port 5433"],
    ["the production port", "the production database listens on port 5432"],
    ["the npm rule", "we use pnpm, never npm"],
    ["we use npm", "we use pnpm, never npm"],
    ["the Node 20 thing", "CI runs on Node 20"],
    ["what CI runs on", "CI runs on Node 20"],
    ["answering in German", "always answer in German"],
    ["my email", "my email is ann@example.com"],
    ["the Friday deploys", "deploys are frozen on Fridays"],
    ["Docker", "tests need Docker"],
    ["design docs", "the design docs are at https://docs.example.com/design"],
    ["部署需要十分钟的规则", "部署需要十分钟"],
    ["ポートのこと", "ポートは5433です"],
    ["금요일 배포 규칙", "배포는 금요일에 금지"],
    ["die Regel mit der Sitzung", "Die Sitzung dauert 15 Minuten"],
    ["lo de los viernes", "Los viernes no se despliega nada"],
  ])("%p", (words, expected) => {
    expect(found(words)[0]).toBe(expected)
  })

  test("one word that several have gives the shortest first", () => {
    expect(found("pnpm")).toEqual(["we use pnpm, never npm", "我们用 pnpm 管理依赖"])
  })

  test("its own words, alone", () => {
    for (const { text } of FACTS) expect(found(text)).toEqual([text])
  })
})

test.each([
  "the kubernetes port",
  "the Redis database",
  "my birthday",
  "Node versions of the frontend",
  "the yarn rule",
  "answer in French",
  "it",
  "the rule",
  "everything",
  "",
  "端口 81",
  "测试需要 Redis",
  "데이터베이스 규칙",
  "メールアドレス",
  "die Datenbank",
  "el correo",
])("nothing is meant by %p", (words) => {
  expect(found(words)).toEqual([])
})

test("of many that match, three", () => {
  const many = Array.from({ length: 50 }, (_, at) => fact(`service ${at} uses pnpm`, at))
  expect(matchingFacts("pnpm", many)).toHaveLength(3)
})

test("any words, any facts: at most three, all of them known", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.string({ unit: "binary" })), (words, texts) => {
      const facts = texts.map(fact)
      const given = matchingFacts(words, facts)
      expect(given.length).toBeLessThanOrEqual(3)
      for (const one of given) expect(facts).toContain(one)
    }),
  )
})

test.each(["a", "a ", "pnpm ", "的", "rule ", "는 ", "-", "😀"])(
  "a megabyte of %j is looked through in linear time",
  (unit) => {
    const text = unit.repeat(1_000_000 / unit.length)
    expect(matchingFacts(text, [fact(text, 0), ...FACTS]).length).toBeLessThanOrEqual(3)
    expect(matchingFacts("the staging port", [fact(text, 0), ...FACTS])).toEqual(FACTS.slice(0, 1))
  },
)
