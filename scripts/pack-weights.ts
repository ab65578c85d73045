// Weights as `npm run fit` writes them: rounded and packed.
import { MOST, PARTS, type PackedWeights, SIGN_BUCKETS } from "../src/background/sign-weights.ts"

export function roundWeights(weights: ReadonlyMap<number, number>): PackedWeights {
  const rounded = new Int8Array(SIGN_BUCKETS)
  for (const [bucket, weight] of weights) rounded[bucket] = Math.max(-MOST, Math.min(MOST, Math.round(weight * PARTS)))
  return rounded
}

/** As `unpackWeights` reads them. */
export function packWeights(weights: PackedWeights): string {
  const bytes: number[] = []
  let before = 0
  for (const [bucket, weight] of weights.entries()) {
    if (weight === 0) continue
    let distance = bucket - before
    for (; distance > MOST; distance >>>= 7) bytes.push((distance & MOST) | 128)
    bytes.push(distance, weight & 255)
    before = bucket
  }
  return Buffer.from(bytes).toString("base64")
}
