import { expect, test } from "bun:test"
import fc from "fast-check"
import { RULE_EXAMPLES } from "../../test/bed/secret-examples.ts"
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
