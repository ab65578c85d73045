// Weights of signs as one short string, so that thousands of them take few bytes: a sign is known by its hash alone, and two signs with the same one
// share a weight.

/** With fewer buckets, collisions cost more than the room is worth. */
export const SIGN_BUCKETS = 2 ** 18
/** A weight is stored as a whole number of such parts. */
export const PARTS = 32
export const MOST = 127

/** Each bucket once. */
export function bucketsOf(signs: Iterable<string>): Int32Array {
  return Int32Array.from(new Set(Array.from(signs, bucketOf)))
}

function bucketOf(sign: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < sign.length; at++) hash = Math.imul(hash ^ sign.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) & (SIGN_BUCKETS - 1)
}

/** In parts, by bucket. */
export type PackedWeights = Int8Array

export function sumOfWeights(buckets: Int32Array, weights: PackedWeights): number {
  return buckets.reduce((sum, bucket) => sum + (weights[bucket] as number), 0) / PARTS
}

/** From the distance to the bucket before, in seven bits a byte, and the weight, again and again; as base64. */
export function unpackWeights(packed: string): PackedWeights {
  const bytes = Buffer.from(packed, "base64")
  const weights = new Int8Array(SIGN_BUCKETS)
  let bucket = 0
  for (let at = 0; at < bytes.length; at++) {
    let shift = 0
    for (; (bytes[at] as number) > MOST; at++, shift += 7) bucket += ((bytes[at] as number) & MOST) << shift
    bucket += (bytes[at] as number) << shift
    weights[bucket] = bytes.readInt8(++at)
  }
  return weights
}
