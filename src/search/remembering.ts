// A function that caches its answers: the latest questions, in two halves, so that frequent questions stay when the older half is dropped.

/** Longer ones are seldom asked twice, and would fill the memory. */
const LONGEST = 100

export function remembering<T extends object>(half: number, work: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>()
  let old = young
  return (text) => {
    const known = young.get(text)
    if (known !== undefined) return known
    if (text.length > LONGEST) return work(text)
    // In some engines a substring keeps the whole text alive, so a copy is kept.
    const own = Buffer.from(text, "utf16le").toString("utf16le")
    const answer = old.get(own) ?? work(own)
    if (young.size >= half) {
      old = young
      young = new Map()
    }
    young.set(own, answer)
    return answer
  }
}
