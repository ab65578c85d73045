import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { fromAssistantText, fromToolResult, userDirectives, userFindings } from "../../test/bed/requests.ts"
import { MAX_DIRECTIVE } from "../requests/directives.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { MAX_ITEM } from "../text/text.ts"

const settings = { slots: { risk: { max: 2, title: "Risks", patterns: ["Risk: (.+)", "("] } } }

describe("findings", () => {
  test("of a user's message", () => {
    const text = "We'll use pnpm.\nTODO: bump zod\nRisk: the cache\n```\nTODO: no\nRisk: no\n```"
    expect(userFindings(text, settings)).toEqual([
      { slot: "decision", text: "We'll use pnpm.", why: "user:decision" },
      { slot: "todo", text: "bump zod", why: "user:todo" },
      { slot: "risk", text: "the cache", why: "user:risk" },
    ])
  })

  test("from an assistant's text: no todos, and only marked decisions", () => {
    const text = "We decided to use X. TODO: y\n[Decision: use\n  Z] Risk: none seen\n[Decision: …]"
    expect(fromAssistantText(text, settings)).toEqual([
      { slot: "decision", text: "use Z", why: "assistant:decision" },
      { slot: "risk", text: "none seen", why: "assistant:risk" },
    ])
  })

  test("of a tool call: paths that can be written on one line", () => {
    const paths = ["src/__init__.py", "a  b.ts", "x\ny", "z\u200b", "d/".repeat(200), "ünï cödé.md"]
    const files = paths.map((path) => ({ path, action: "read" as const }))
    expect(fromToolResult("read", files)).toEqual([
      { slot: "pool", text: "src/__init__.py", why: "tool:read" },
      { slot: "pool", text: "ünï cödé.md", why: "tool:read" },
    ])
    expect(fromToolResult("bash", files)).toEqual([])
  })

  test("one line, nothing hidden, cut at a word, the same thing once", () => {
    const [item, ...more] = userFindings(`TODO: a\u200bb\u202e  c ${"word ".repeat(100)}`, settings)
    expect(more).toEqual([])
    expect(item?.text).toMatch(/^ab c word .* word…$/)
    expect(item?.text.length).toBeLessThanOrEqual(MAX_ITEM)
    expect(userFindings("TODO: x\nTODO:  x", settings)).toHaveLength(1)
  })

  test("of many the last ten", () => {
    const text = Array.from({ length: 30 }, (_, i) => `TODO: item ${i}`).join("\n")
    const found = userFindings(text, settings).map((finding) => finding.text)
    expect([found.length, found[0], found.at(-1)]).toEqual([10, "item 20", "item 29"])
  })
})

const words = [
  "we'll use ",
  "decided to ",
  "[Decision: ",
  "]",
  "[",
  "TODO: ",
  "don't forget to ",
  "remember to ",
  "never ",
  "always ",
  "only ",
  "`",
  "```",
  "\n",
  "\n\n",
  "> ",
  '"',
  "“",
  "”",
  "'",
  "*",
  "**",
  "_",
  ". ",
  "? ",
  "。",
  "Risk: ",
  "决定",
  "就用",
  "に決めた",
  "로 하자",
  "别忘了",
  "忘れずに",
  "잊지 말고",
  "不要",
  "//",
  "/*",
  "\u200b",
  "\ud83d",
  "😀",
  "x",
  "run tests",
  "    ",
  "\t",
  "\r\n",
  "… ",
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 300 }),
)
const bare = (text: string) => stripHidden(text).text.replace(/\s+/g, " ")

describe("whatever is written", () => {
  test("findings are short, on one line, and occur in the text", () => {
    let found = 0
    fc.assert(
      fc.property(text, (text) => {
        const items = [...userFindings(text, settings), ...fromAssistantText(text, settings)]
        const directives = userDirectives(text)
        found += items.length + directives.length
        const long = [
          ...items.filter((item) => item.text.length > MAX_ITEM),
          ...directives.filter((one) => one.length > MAX_DIRECTIVE),
        ]
        const odd = [...items.map((item) => item.text), ...directives].filter((one) => {
          const said = one.length >= MAX_ITEM / 2 ? one.replace(/…$/, "") : one
          return /[\n\r]/.test(one) || stripHidden(one).text !== one || !bare(text).includes(said)
        })
        expect({ long, odd }).toEqual({ long: [], odd: [] })
      }),
      { numRuns: 3000 },
    )
    expect(found).toBeGreaterThan(300)
  })
})
