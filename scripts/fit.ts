// Fits the weights of the signs that tell lasting facts from passing ones to the labelled examples, and says how well the weights of all other writers
// do on each one's examples. `npm run fit` writes src/background/fitted-weights.ts; `npm run fit -- check` only measures.
import { writeFileSync } from "node:fs"
import { type PackedWeights, SIGN_BUCKETS, sumOfWeights } from "../src/background/sign-weights.ts"
import { hashOfExamples, type LastingExample, lastingExamples } from "./lasting-examples.ts"
import { packWeights, roundWeights } from "./pack-weights.ts"

const TARGET = "src/background/fitted-weights.ts"
/** What counts as lasting: the score that so many of a stranger's lasting facts reach. The rest of the pipeline loses a few more. */
const KEPT = 0.93
/** Those that matter most; with half as many a stranger's examples are judged worse, with twice as many hardly better. */
const MOST_WEIGHTS = 30_000
const ROUNDS = 20
const RATE = 0.04
/** Holds weights down, so that single words of single examples do not decide. */
const DECAY = 0.001

interface Fit {
  readonly bias: number
  readonly weights: PackedWeights
}

/** Logistic regression by AdaGrad; the order is shuffled, the same way each time. */
function fit(from: readonly LastingExample[]): Fit {
  const [weights, moved, count] = [
    new Float64Array(SIGN_BUCKETS),
    new Float64Array(SIGN_BUCKETS),
    new Float64Array(SIGN_BUCKETS),
  ]
  moved.fill(1e-6)
  let [bias, biasMoved, seed] = [0, 1e-6, 7]
  const order = [...from]
  for (const { buckets } of from) for (const bucket of buckets) count[bucket] = (count[bucket] as number) + 1
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      const other = seed % (at + 1)
      ;[order[at], order[other]] = [order[other] as LastingExample, order[at] as LastingExample]
    }
    for (const { buckets, isLasting } of order) {
      let score = bias
      for (const bucket of buckets) score += weights[bucket] as number
      const error = 1 / (1 + Math.exp(-score)) - (isLasting ? 1 : 0)
      for (const bucket of buckets) {
        const slope = error + DECAY * (weights[bucket] as number)
        moved[bucket] = (moved[bucket] as number) + slope * slope
        weights[bucket] = (weights[bucket] as number) - (RATE * slope) / Math.sqrt(moved[bucket] as number)
      }
      biasMoved += error * error
      bias -= (RATE * error) / Math.sqrt(biasMoved)
    }
  }
  const matters = (bucket: number) => Math.abs(weights[bucket] as number) * Math.sqrt(count[bucket] as number)
  const best = [...weights.keys()].filter((bucket) => weights[bucket] !== 0).sort((a, b) => matters(b) - matters(a))
  const kept = best.slice(0, MOST_WEIGHTS).map((bucket) => [bucket, weights[bucket] as number] as const)
  return { bias, weights: roundWeights(new Map(kept)) }
}

interface Scored {
  readonly writer: string
  readonly isLasting: boolean
  readonly score: number
}

/** Each writer's examples, scored by weights that know nothing of them. */
function scoredByOthers(all: readonly LastingExample[]): Scored[] {
  const writers = [...new Set(all.map(({ writer }) => writer))].filter((writer) => writer !== "own")
  return writers.flatMap((writer) => {
    const others = fit(all.filter((one) => one.writer !== writer))
    return all
      .filter((one) => one.writer === writer)
      .map((one) => ({
        writer,
        isLasting: one.isLasting,
        score: others.bias + sumOfWeights(one.buckets, others.weights),
      }))
  })
}

function share(of: readonly Scored[], isLasting: boolean, least: number): number {
  const some = of.filter((one) => one.isLasting === isLasting)
  return some.filter(({ score }) => score >= least === isLasting).length / Math.max(1, some.length)
}

const all = lastingExamples()
const scored = scoredByOthers(all)
const lasting = scored
  .filter((one) => one.isLasting)
  .map(({ score }) => score)
  .sort((a, b) => a - b)
const least = Number((lasting[Math.floor((1 - KEPT) * lasting.length)] as number).toFixed(2))
const percent = (value: number) => `${(100 * value).toFixed(0)} %`
for (const [writer, some] of Map.groupBy(scored, (one) => one.writer))
  console.log(
    `writer ${writer}: lasting kept ${percent(share(some, true, least))}, passing refused ${percent(share(some, false, least))}`,
  )
for (const one of [least, 0])
  console.log(
    `at ${one}: lasting kept ${percent(share(scored, true, one))}, passing refused ${percent(share(scored, false, one))}`,
  )
if (!process.argv.includes("check")) {
  const { bias, weights } = fit(all)
  const fields = [
    `of: "${hashOfExamples(all)}"`,
    `least: ${least}`,
    `bias: ${Number(bias.toFixed(3))}`,
    `packed:\n    "${packWeights(weights)}"`,
  ]
  const head =
    "// Written by `npm run fit` from the labelled examples in test/corpus. Do not edit: add examples, and fit again."
  writeFileSync(TARGET, `${head}\nexport const FITTED = {\n  ${fields.join(",\n  ")},\n}\n`)
  console.log(`written to ${TARGET}`)
}
