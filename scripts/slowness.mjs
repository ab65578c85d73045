// How much slower this machine is now than the quiet one on which the deadlines of the tests were chosen. A test that passes never waits for a
// deadline, so a long one costs nothing; a short one on a busy machine costs a failure that means nothing.
import { createHash } from "node:crypto"

/** What the probe takes on that machine, in ms. */
const QUIET_MS = 40
const BLOCK = new Uint8Array(1 << 20)
const BLOCKS = 64
const FRESH_MS = 3_000
/** Beyond this, something hangs. */
const SLOWEST = 30

let known = { at: Number.NEGATIVE_INFINITY, factor: 1 }

/** 1 on the quiet machine; 5 where everything takes five times as long. */
export function slowness() {
  if (performance.now() - known.at > FRESH_MS) known = { factor: measure(), at: performance.now() }
  return known.factor
}

function measure() {
  const begun = performance.now()
  const hash = createHash("sha256")
  for (let block = 0; block < BLOCKS; block++) hash.update(BLOCK)
  hash.digest()
  return Math.min(Math.max((performance.now() - begun) / QUIET_MS, 1), SLOWEST)
}
