// Finds the facts that a few words refer to. People do not repeat a fact but name it ("the staging port"), so a fact must contain most of the
// words, and rare words count for more. A cheap substring check comes first: facts that cannot match are never split into words.
import type { Fact } from "../model/fact.ts"
import { onceFor } from "../model/once-for.ts"
import { foldCase } from "../text/fold.ts"
import { contentOf, readWords, weightOf } from "./fact-words.ts"

const LEAST_SHARE = 0.6
/** Relative to the best match: when one is much better, it is the one that is meant. */
const LEAST_OF_BEST = 0.8
const MOST = 3
/** Nobody names a fact in a longer text. */
const LOOKED_AT = 600

/** Words about the memory itself, not about its contents. */
const ABOUT_FACTS =
  /(?<!\p{L})(?:rules?|facts?|notes?|memor(?:y|ies)|preferences?|entr(?:y|ies)|things?|stuff|about|everything|anything|what|use[ds]?|using|regel|notiz|erinnerung|sache|mit|über|dass|die|der|das|wir|regla|nota|recuerdo|sobre|el|la|lo|los|las|que|de)(?!\p{L})|规则|規則|记忆|記憶|关于|關於|这件事|這件事|我们|我們|[的了吧用是在]|ルール|こと|という|です|ます|[はがをにのでとも]|규칙|기억|(?<=[\p{Script=Hangul}])(?:을|를|은|는|이|가|에|의)(?=\s|$)/giu

/** Best match first. */
export function matchingFacts(words: string, facts: readonly Fact[]): Fact[] {
  const wanted = wantedIn(words)
  const near = facts.map(nearTo(wanted)).filter((one) => one !== undefined)
  const weights = weightsOf(wanted, near, facts.length)
  const share = (had: ReadonlySet<string>) => sum([...had], weights) / sum(wanted, weights)
  const both = (said: ReadonlySet<string>) => new Set(wanted.filter((word) => said.has(word)))
  const found = near
    .filter(({ maybe }) => share(maybe) >= LEAST_SHARE)
    .map(({ fact }) => ({ fact, share: share(both(wordsOf(fact))), rest: wordsOf(fact).size }))
    .filter((one) => one.share >= LEAST_SHARE)
    .sort((a, b) => b.share - a.share || a.rest - b.rest || (a.fact.path < b.fact.path ? -1 : 1))
  const least = (found[0]?.share ?? 0) * LEAST_OF_BEST
  return found
    .slice(0, MOST)
    .filter((one) => one.share >= least)
    .map(({ fact }) => fact)
}

interface Near {
  readonly fact: Fact
  /** Words that occur in the text, possibly inside other words. */
  readonly maybe: ReadonlySet<string>
}

function wantedIn(words: string): string[] {
  const asked = words.slice(0, LOOKED_AT)
  const telling = contentOf(readWords(asked.replace(ABOUT_FACTS, " ")))
  return [...(telling.size > 0 ? telling : contentOf(readWords(asked)))]
}

function nearTo(wanted: readonly string[]): (fact: Fact) => Near | undefined {
  return (fact) => {
    const text = plainOf(fact)
    const maybe = wanted.filter((word) => text.includes(word))
    return maybe.length > 0 ? { fact, maybe: new Set(maybe) } : undefined
  }
}

/** A word that every fact has cannot tell them apart. */
function weightsOf(wanted: readonly string[], near: readonly Near[], total: number): Map<string, number> {
  return new Map(
    wanted.map((word) => {
      const having = near.filter(({ maybe }) => maybe.has(word)).length
      return [word, weightOf(word) * Math.log(1 + (total + 1) / (having + 1))]
    }),
  )
}

function sum(words: readonly string[], weights: ReadonlyMap<string, number>): number {
  return words.reduce((all, word) => all + (weights.get(word) ?? 0), 0)
}

/** They are searched often. */
const plainOf = onceFor((fact: Fact) => foldCase(fact.text))
const wordsOf = onceFor((fact: Fact): ReadonlySet<string> => contentOf(readWords(fact.text)))
