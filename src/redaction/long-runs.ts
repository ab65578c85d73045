// The long words of a text. Most words are short: looking at every twentieth character finds the long ones, each passed over once.

const ASCII = 128

/** By code: 1 for the characters that match. */
export function codesOf(character: RegExp): Uint8Array {
  return Uint8Array.from({ length: ASCII }, (_, code) => Number(character.test(String.fromCharCode(code))))
}

/** Visits the runs of such characters that are at least so long, in order. */
export function eachLongRun(
  text: string,
  codes: Uint8Array,
  shortest: number,
  visit: (start: number, end: number) => void,
): void {
  let behind = 0
  for (let at = shortest - 1; at < text.length; at += shortest) {
    if (codes[text.charCodeAt(at)] !== 1) continue
    let start = at
    while (start > behind && codes[text.charCodeAt(start - 1)] === 1) start--
    let end = at + 1
    while (end < text.length && codes[text.charCodeAt(end)] === 1) end++
    behind = end
    // No word after it is missed.
    at = end - 1
    if (end - start >= shortest) visit(start, end)
  }
}
