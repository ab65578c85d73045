import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { type Remembered, rememberIn } from "../../test/bed/requests.ts"

const none: Remembered = { facts: [], bare: false, maybe: [], forget: [], negated: [] }
const kept = (text: string) => rememberIn(text).facts.map((one) => one.text)

describe("a whole message", () => {
  test("requests of several lines, and what is between them", () => {
    const text =
      "remember this: Prefer deterministic tests.\nThe build is red.\ndon't remember this: temporary value sushi\nremember this: later\nforget that we use npm"
    expect(rememberIn(text)).toEqual({
      facts: [{ text: "Prefer deterministic tests.", why: "user:remember" }],
      bare: false,
      maybe: [],
      negated: ["temporary value sushi"],
      forget: ["we use npm"],
    })
  })

  test("the same said twice is one fact", () => {
    expect(kept("remember this: use pnpm always\nremember this: USE  PNPM always")).toEqual(["use pnpm always"])
  })

  test("a list that is announced is one fact a line", () => {
    const text =
      "Please remember the following:\n- we use pnpm\n- CI runs on Node 20. Never on 18.\n\nNow fix the test."
    expect(kept(text)).toEqual(["we use pnpm", "CI runs on Node 20. Never on 18."])
    expect(kept("记住以下内容：\n1. 端口是 5433\n2. 我们用 pnpm")).toEqual(["端口是 5433", "我们用 pnpm"])
    expect(kept("Remember these rules:\n\nwe use pnpm")).toEqual(["we use pnpm"])
  })

  test("after a colon what follows on the line belongs to it, until something else is asked for", () => {
    expect(kept("Remember: we use pnpm. CI uses npm. Now fix the test.")).toEqual(["we use pnpm. CI uses npm."])
    expect(kept("Remember: we use pnpm. Can you fix the test?")).toEqual(["we use pnpm."])
    expect(kept("Remember that we use pnpm. The test is red.")).toEqual(["we use pnpm."])
  })

  test("a wrapped line is one fact", () => {
    expect(kept(`remember that the staging database is restored every night at\ntwo o'clock from production`)).toEqual([
      "the staging database is restored every night at two o'clock from production",
    ])
  })

  test("a long fact keeps its rest as detail", () => {
    const sentence = "The staging database is restored every night from a dump. "
    const [long] = rememberIn(`remember: ${sentence.repeat(8)}`).facts
    expect(long?.text).toBe(sentence.repeat(4).trim())
    expect(long?.detail).toBe(sentence.repeat(4).trim())
    const [endless] = rememberIn(`remember that ${"word ".repeat(3000)}`).facts
    expect(endless?.text).toMatch(/^word .{240,255}…$/)
    expect(endless?.detail?.length).toBeLessThanOrEqual(4000)
    expect(endless?.detail?.length).toBeGreaterThan(3900)
  })

  test("private text is never part of a fact", () => {
    expect(kept("remember that the port is 5433 <private>and the code is sushi</private>")).toEqual([
      "the port is 5433 [private]",
    ])
    expect(rememberIn("remember: <private>the code is sushi</private>").facts).toEqual([])
    expect(JSON.stringify(rememberIn("remember: <private>the code is sushi"))).not.toContain("sushi")
  })

  test("twenty facts at most", () => {
    const many = Array.from({ length: 100 }, (_, at) => `remember that port ${at} is taken`).join("\n")
    expect(rememberIn(many).facts).toHaveLength(20)
  })
})

describe("any text", () => {
  const word = fc.constantFrom(
    ..."remember this that : , . ? ! don't not never forget from now on I prefer merk dir nicht dass recuerda que olvida 记住 不要 这个 覚えておいて 忘れて 기억해줘 잊어 ` \" > \n - * we use pnpm 5433".split(
      " ",
    ),
    "\n",
    " ",
  )
  test("gives facts of one line, long enough, within their bounds", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(word).map((words) => words.join(" ")),
        ),
        (text) => {
          const { facts, forget, negated } = rememberIn(text)
          const odd = facts.filter(
            ({ text: said, detail = "" }) => !/^\S[^\n]*$/.test(said) || said.length > 260 || detail.length > 4000,
          )
          const others = [...forget, ...negated].filter((said) => !/^[^\n]{1,260}$/.test(said))
          expect([...odd, ...others]).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })

  test("in a fence or a quote asks for nothing", () => {
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(" ").replaceAll("`", "")
        const quoted = text
          .split("\n")
          .map((line) => `> ${line}`)
          .join("\n")
        expect([`\`\`\`\n${text}\n\`\`\``, quoted].map((body) => rememberIn(body))).toEqual([none, none])
      }),
    )
  })
})
