import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { RULE_EXAMPLES } from "../../test/bed/secret-examples.ts"
import { randomFrom } from "../../test/bed/seeded-random.ts"
import { redact } from "./redact.ts"
import { redactInSlices } from "./redact-in-slices.ts"

const key = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"
const SECRETS = [
  `ghp_${key}abcd`,
  "password=hunt3r&2",
  `DB_PASSWORD:\n  ${key}`,
  `-----BEGIN PRIVATE KEY-----\n${`${key}${key}\n`.repeat(30)}-----END PRIVATE KEY-----`,
  `eyJ${key.repeat(40)}.eyJ${key.repeat(80)}.${key}`,
]

test("what it finds is what is found in one piece, wherever a slice ends", async () => {
  const failures: string[] = []
  for (const secret of SECRETS)
    for (const before of [11_500, 11_990, 12_000, 23_000, 23_900, 23_990, 24_000, 24_010, 25_000, 26_500])
      for (const filler of ["plain words of a log, line 7\n", "x y "]) {
        const text = `${filler.repeat(Math.ceil(before / filler.length)).slice(0, before)} ${secret} ${filler.repeat(4000)}`
        const { text: left } = await redactInSlices(text, async () => undefined)
        if (left !== redact(text).text) failures.push(`${secret.slice(0, 30)} at ${before}`)
      }
  expect(failures).toEqual([])
})

test("secrets strewn over a long text", async () => {
  const piece = fc.constantFrom(
    ...RULE_EXAMPLES.map(({ positive }) => `${positive} `),
    "plain words\n",
    "password: ",
    "token = ",
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 20, maxLength: 40 }), async (pieces) => {
      const text = pieces.map((one) => one + "and some more words of a log\n".repeat(60)).join("")
      expect((await redactInSlices(text, async () => undefined)).text).toBe(redact(text).text)
    }),
    { numRuns: 40 },
  )
})

test("the host gets its turn after each slice", async () => {
  let pauses = 0
  await redactInSlices("password: hunter2\n".repeat(60_000), async () => void pauses++)
  expect(pauses).toBeGreaterThan(40)
})

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const random = randomFrom(7)
const keyLine = () => Array.from({ length: 64 }, () => LETTERS[Math.floor(random() * 64)]).join("")
const BEGIN = "-----BEGIN PGP PRIVATE KEY BLOCK-----"
const END = "-----END PGP PRIVATE KEY BLOCK-----"
const LAYOUTS: readonly [string, (lines: readonly string[]) => string][] = [
  ["in lines", (lines) => `${lines.join("\n")}\n`],
  ["in lines of Windows", (lines) => `${lines.join("\r\n")}\r\n`],
  ["with numbers of lines", (lines) => lines.map((line, i) => `${String(i + 1).padStart(6)}\t${line}\n`).join("")],
  ["quoted", (lines) => lines.map((line) => `> ${line}\n`).join("")],
  ["in a string", (lines) => `key: "${lines.join("\\n")}\\n", next: "one"\n`],
  ["in a string of a string", (lines) => `key: \\"${lines.join("\\\\n")}\\\\n\\", next: "one"\n`],
  ["in an address", (lines) => `?key=${encodeURIComponent(lines.join("\n"))}&next=one\n`],
  ["put together", (lines) => `${lines.map((line) => `  "${line}\\n" +`).join("\n")}\n  "";\n`],
  ["on one line", (lines) => `${lines[0]}${lines.slice(1, -1).join("")}${lines.at(-1)}\n`],
]

describe("a private key longer than what is examined at once goes, as it does in one piece", () => {
  const lengths = [45_000, 60_000, 110_000, 200_000]
  test.each(
    LAYOUTS.flatMap(([name, layout]) =>
      [true, false].map((ends) => [name, ends ? "with" : "without", layout] as const),
    ),
  )("%s, %s its end", async (_name, ends, layout) => {
    for (const length of lengths)
      for (const before of [0, 11_000, 11_037]) {
        const body = Array.from({ length: Math.ceil(length / 64) }, keyLine)
        const key = layout([BEGIN, ...body, ...(ends === "with" ? [END] : [])])
        const text = `${"plain words, line 7\n".repeat(before / 20)}${key}and what follows\n\n${"more words of it\n".repeat(4000)}`
        const { text: left } = await redactInSlices(text, async () => undefined)
        const lines = body.filter((line) => left.includes(line.slice(0, 12)) || left.includes(line.slice(-12))).length
        expect({ length, before, lines, left: left.length }).toEqual({
          length,
          before,
          lines: 0,
          left: redact(text).text.length,
        })
      }
  })

  test("and of a key of eight megabytes the host gets its turn", async () => {
    let pauses = 0
    const text = `${BEGIN}\n${`${keyLine()}\n`.repeat(120_000)}`
    expect((await redactInSlices(text, async () => void pauses++)).text).toBe("[REDACTED:private-key]\n")
    expect(pauses).toBeGreaterThan(100)
  })
})
