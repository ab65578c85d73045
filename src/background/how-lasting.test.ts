import { expect, test } from "bun:test"
import { hashOfExamples, lastingExamples } from "../../scripts/lasting-examples.ts"
import { packWeights, roundWeights } from "../../scripts/pack-weights.ts"
import { FITTED } from "./fitted-weights.ts"
import { isLastingClaim } from "./how-lasting.ts"
import { bucketsOf, SIGN_BUCKETS, sumOfWeights, unpackWeights } from "./sign-weights.ts"

const examples = lastingExamples()

test("the weights belong to these examples and signs; if not: npm run fit", () => {
  expect(FITTED.of).toBe(hashOfExamples(examples))
})

test("the examples that the weights were fitted to are told apart", () => {
  const weights = unpackWeights(FITTED.packed)
  const isRight = ({ buckets, isLasting }: (typeof examples)[number]) =>
    FITTED.bias + sumOfWeights(buckets, weights) >= FITTED.least === isLasting
  expect(examples.filter(isRight).length / examples.length).toBeGreaterThan(0.95)
})

const lasts = (text: string, evidence: string, role: "user" | "assistant" = "user") =>
  isLastingClaim({ type: "feedback", text }, [{ role, text: evidence }])

test("what holds for good is told from what holds for the moment, whatever the proposal makes of it", () => {
  const kept: [string, string][] = [
    ["The user wants tests for every bug fix.", "every bug fix needs a test, no exceptions"],
    ["The team squashes commits before merging.", "we squash before merging, history stays clean that way"],
    ["Deploys run from the release branch only.", "careful, we only ever deploy from the release branch"],
    ["Antworten sind auf Deutsch.", "antworte immer auf deutsch"],
  ]
  const passing: [string, string][] = [
    ["The user wants the log level set to debug.", "set the log level to debug for now, i want to see the query"],
    ["The API is down.", "the api is down again, lets wait a bit and try later"],
    ["The user wants the button moved.", "can you move the button a bit to the left"],
    ["The cache is off.", "mach den cache aus, nachher machen wir das wieder an"],
  ]
  expect(kept.filter(([text, evidence]) => !lasts(text, evidence))).toEqual([])
  expect(passing.filter(([text, evidence]) => lasts(text, evidence))).toEqual([])
})

test("one message that says it for good is enough", () => {
  const claim = { type: "feedback", text: "The user wants tests for every bug fix." }
  const passing = { role: "user", text: "add a test for this fix and run it now please" } as const
  const rule = { role: "user", text: "every bug fix needs a test, no exceptions" } as const
  expect([[passing], [passing, rule], []].map((sources) => isLastingClaim(claim, sources))).toEqual([
    false,
    true,
    false,
  ])
})

test("of a message the sentences that the claim comes from count, not the task beside them", () => {
  const rule = "every bug fix needs a test, no exceptions"
  const task = "Look at the importer. It fails right now. I want to see the trace. Try again with the flag on."
  expect(lasts("Every bug fix needs a test.", `${task} ${rule}. Thanks so far.`)).toBe(true)
  expect(lasts("The flag is on.", `${task} ${rule}. Thanks so far.`)).toBe(false)
  expect(lasts("Every bug fix needs a test.", `${"and then the log says it again ".repeat(40)} ${rule}`)).toBe(true)
})

test("composed and decomposed letters are the same, and no text takes long or throws", () => {
  const text = "Réponses en français, toujours."
  expect(lasts(text.normalize("NFD"), "réponds toujours en français".normalize("NFD"))).toBe(
    lasts(text, "réponds toujours en français"),
  )
  const hostile = [
    "",
    "`".repeat(4000),
    "a. ".repeat(1333),
    "记".repeat(4000),
    "\ud800".repeat(50),
    "\u0301".repeat(4000),
  ]
  expect(hostile.map((message) => typeof lasts("Every bug fix needs a test.", message))).toEqual(
    hostile.map(() => "boolean"),
  )
})

test("weights are the same after packing, rounded to 1/32; those that round to 0 are left out", () => {
  const given = new Map([3, 130, 131, 70_000, SIGN_BUCKETS - 1].map((bucket, at) => [bucket, (at - 2) * 0.5]))
  const unpacked = unpackWeights(packWeights(roundWeights(given.set(9, 100).set(10, 0.01))))
  const weightOf = (bucket: number) => sumOfWeights(Int32Array.of(bucket), unpacked)
  expect([3, 130, 131, 70_000, SIGN_BUCKETS - 1, 9, 10].map(weightOf)).toEqual([-1, -0.5, 0, 0.5, 1, 127 / 32, 0])
  expect(bucketsOf(["said we", "claim we", "said we use", "said we"])).toHaveLength(3)
})
