// How random a value looks. A labelled value is a secret only if a machine made it or a person chose it as one; identifiers, words and versions are
// neither, and code is full of them next to the word "token".

/** Shannon entropy in bits a character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/**
 * A machine-made key: long, with mixed characters, not made of words. Hex has at most 4 bits a character and short samples have less than their
 * alphabet allows, hence two floors.
 */
export function looksRandom(value: string, shortest = 16): boolean {
  if (value.length < shortest || !/^[\w+/=.~:%!?@#$^*-]+$/.test(value)) return false
  if (!/[A-Za-z]/.test(value) || (!/\d/.test(value) && !hasMixedCase(value))) return false
  return entropy(value) >= (/^[\da-f-]+$/i.test(value) ? 2.8 : 3.3) && !isWordy(value)
}

/** Letters and digits in a mixture that names seldom have: "abc123def", "tok123" and "x4Gh", not "oauth2". */
export function mixesDigits(value: string): boolean {
  const digits = value.replace(/\D/g, "").length
  if (digits === 0 || !/[A-Za-z]/.test(value)) return false
  return (digits >= 2 && digits >= 0.15 * value.length) || (hasMixedCase(value) && !isWordy(value))
}

/** Mostly words, as in "my-service-account-2024", "UserTokenFactory" or ASN1_METHOD. A word with digits inside does not count as one. */
export function isWordy(value: string): boolean {
  const pieces = value.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])/)
  const words = pieces.filter((piece) =>
    /^(?:[a-z]{3,}\d{0,2}|[A-Z][a-z]{2,}\d{0,4}|[A-Z]{3,}\d{0,4}|\d{1,4})$/.test(piece),
  )
  return words.join("").length > 0.7 * pieces.join("").length
}

/** The digests found in lock files, logs and commits: md5, sha1, sha224, sha256, sha384, sha512 in hex, and subresource integrity. */
export function isDigest(value: string): boolean {
  return /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$|^(?:md5|sha\d{1,3})[-:]/i.test(
    value,
  )
}

export function isUuid(value: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(value)
}

function hasMixedCase(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value)
}
