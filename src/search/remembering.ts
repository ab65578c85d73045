// A function that remembers what it has answered: the latest questions, in two halves, so that what is asked for again and again stays when
// the older half goes.

/** Longer ones are seldom asked twice, and would fill the memory. */
const LONGEST = 100

export function remembering<T extends object>(half: number, work: (text: string) => T): (text: string) => T {
  let young = new Map<string, T>()
  let old = young
  return (text) => {
    const known = young.get(text)
    if (known !== undefined) return known
    if (text.length > LONGEST) return work(text)
    // A piece of a text holds on to all of it in some engines, so what is kept is a copy.
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
