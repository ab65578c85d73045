// A text after one URL decoding, with the mapping back. A key in a query string or a form body has its line ends, slashes and colons encoded, and
// no pattern would recognise it.

export interface PercentView {
  readonly text: string
  /** The position after each character that was encoded. */
  readonly places: readonly number[]
  /** Where in the encoded text a character of the decoded one begins. */
  at(index: number): number
}

const ENCODED = /%(?:0[AaDd9]|[2-7][\da-fA-F])/

/** Undefined if nothing is encoded. Characters beyond ASCII stay as they are: no secret has them. */
export function percentView(text: string): PercentView | undefined {
  if (!ENCODED.test(text)) return
  const starts: number[] = []
  const shifts: number[] = []
  let decoded = ""
  let from = 0
  for (const { index, 0: code } of text.matchAll(new RegExp(ENCODED, "g"))) {
    decoded += text.slice(from, index) + String.fromCharCode(Number.parseInt(code.slice(1), 16))
    from = index + code.length
    starts.push(decoded.length)
    shifts.push(from - decoded.length)
  }
  return { text: decoded + text.slice(from), places: starts, at: (index) => index + shiftAt(index, starts, shifts) }
}

function shiftAt(index: number, starts: readonly number[], shifts: readonly number[]): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= index) low = middle + 1
    else high = middle
  }
  return low === 0 ? 0 : (shifts[low - 1] as number)
}
