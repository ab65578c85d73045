// Groups of facts that may say the same or contradict each other: those about one address, and those that share most of their words. Only such
// groups are worth showing to a model, so a store of any size can be processed.
import { identityKey } from "../facts/fact-key.ts"
import { contentOf, readWords } from "../facts/fact-words.ts"
import type { Fact } from "../model/fact.ts"
import { inTurns } from "../model/in-turns.ts"

const LEAST_SHARE = 0.5
const LEAST_SHARED = 2
/** A word that more facts have than this says little. Of these, each is compared with its neighbours by name, which begin alike. */
const MOST_WITH_WORD = 60
const NEIGHBOURS = 6
/** If no rarer words are shared, nearly all must be, and all numbers: else every fact of one form is in one group. */
const NEARLY_ALL = 0.8

/** Groups of at least two, sorted by path; the order of the input does not matter. Thousands of facts are grouped in small pieces. */
export async function factClusters(facts: readonly Fact[]): Promise<Fact[][]> {
  const sorted = facts.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const words: Set<string>[] = []
  await inTurns(sorted, ({ text }) => void words.push(contentOf(readWords(text))))
  const parent = sorted.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] as number
    for (let one = at; parent[one] !== root; ) [one, parent[one]] = [parent[one] as number, root]
    return root
  }
  const join = (one: number, other: number) => {
    const [a, b] = [rootOf(one), rootOf(other)]
    parent[Math.max(a, b)] = Math.min(a, b)
  }
  for (const same of groupsBy(sorted, ({ type, text }) => identityKey(type, text)).values())
    for (const at of same.slice(1)) join(same[0] as number, at)
  await inTurns(await pairsSharing(words), ([pair, rare]) => {
    const [one, other] = [Math.floor(pair / words.length), pair % words.length]
    const isByRareWords = rare >= LEAST_SHARED
    if (!isByRareWords && numbersIn(sorted[one]) !== numbersIn(sorted[other])) return
    const least = isByRareWords ? LEAST_SHARE : NEARLY_ALL
    if (shareOf(words[one] as Set<string>, words[other] as Set<string>) >= least) join(one, other)
  })
  const groups = new Map<number, Fact[]>()
  for (const [at, fact] of sorted.entries()) groups.set(rootOf(at), [...(groups.get(rootOf(at)) ?? []), fact])
  return [...groups.values()].filter((group) => group.length > 1)
}

function groupsBy(facts: readonly Fact[], keyOf: (fact: Fact) => string | undefined): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [at, fact] of facts.entries()) {
    const key = keyOf(fact)
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), at])
  }
  return groups
}

/** Each pair worth comparing, as one number, with how many rarer words it shares. */
async function pairsSharing(words: readonly ReadonlySet<string>[]): Promise<Map<number, number>> {
  const having = new Map<string, number[]>()
  for (const [at, own] of words.entries())
    for (const word of own) {
      const list = having.get(word)
      if (list) list.push(at)
      else having.set(word, [at])
    }
  const shared = new Map<number, number>()
  await inTurns(having.values(), (list) => {
    const isRare = list.length <= MOST_WITH_WORD
    for (const [n, one] of list.entries())
      for (let next = n + 1; next < list.length && (isRare || next <= n + NEIGHBOURS); next++) {
        const pair = one * words.length + (list[next] as number)
        shared.set(pair, (shared.get(pair) ?? 0) + (isRare ? 1 : 0))
      }
  })
  return shared
}

/** Share of the shorter one's words. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length
  return common / Math.max(1, Math.min(one.size, other.size))
}

function numbersIn(fact: Fact | undefined): string {
  return fact?.text.match(/\d+/g)?.join(" ") ?? ""
}
