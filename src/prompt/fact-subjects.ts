// The subjects of facts that have no line in the prompt, each a word and a number: an agent cannot look for what it does not know is there. A fact
// is counted under one word, the one it shares with most others, so that the numbers add up.

import type { Fact } from "../model/fact.ts"
import { onceFor } from "../model/once-for.ts"
import { baseForm } from "../search/irregular-forms.ts"
import { ORDINARY, SEARCH_FILLERS, SPOKEN } from "../text/common-words.ts"
import { pairsOf } from "../text/script.ts"
import { wordSet } from "../text/word-set.ts"
import { stemOf, stemSet, wordsIn } from "../text/words.ts"

export interface Subject {
  readonly name: string
  readonly count: number
}

/** A word in more than this share of the facts is what the project is about, not what sets a fact apart. */
const MOST_SHARED = 0.6
const FEW = 10
const MAX_TEXT = 300
const MAX_NAME = 24

/** Largest first. Facts without a usable word are counted under an empty name at the end. */
export const subjectsOf = onceFor((facts: readonly Fact[]): readonly Subject[] => {
  const frequency = new Map<string, number>()
  for (const fact of facts) for (const { stem } of wordsOf(fact)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  const most = facts.length > FEW ? facts.length * MOST_SHARED : facts.length
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const fact of facts) {
    const { stem, word } = commonest(wordsOf(fact), frequency, most) ?? { stem: "", word: "" }
    if (!names.has(stem)) names.set(stem, word)
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return [...counts]
    .map(([stem, count]) => ({ name: names.get(stem) ?? "", count }))
    .sort((a, b) => Number(a.name === "") - Number(b.name === "") || b.count - a.count || (a.name < b.name ? -1 : 1))
})

/** "deploy 12, billing 9, 5 others", within the room; every fact is counted in one of the numbers. */
export function subjectWords(subjects: readonly Subject[], room: number): string {
  const named = subjects.filter(({ name }) => name !== "").map(({ name, count }) => `${name} ${count}`)
  const total = subjects.reduce((sum, { count }) => sum + count, 0)
  let text = ""
  let counted = 0
  const others = (count: number) => (count === 0 ? "" : `, ${count} ${count === 1 ? "other" : "others"}`)
  for (const [at, words] of named.entries()) {
    const count = counted + (subjects[at]?.count ?? 0)
    const longer = text === "" ? words : `${text}, ${words}`
    if (longer.length + others(total - count).length > room) break
    text = longer
    counted = count
  }
  return `${text}${others(total - counted)}`.replace(/^, /, "")
}

interface SubjectWord {
  readonly stem: string
  readonly word: string
  /** Says what a fact is about, whatever else is in it. */
  readonly isTelling: boolean
}

/** Everyday words of the trade that name a thing; verbs are not subjects. */
const COMMON_THINGS = stemSet(
  "api branch browser build button ci class cli code color column command comment commit component config configuration console css data database date day db description design directory document documentation env environment error example exception feature file folder format function html ide input instruction interface issue json language layer library line list log menu message method module month name object order os output page panel parameter path pattern pr product project property question readme record repo repository report request response rule script screen section setting setup site sql src style summary syntax table task terminal test text ticket time type ui unit url user ux value variable version view warning window yaml year",
)
/** "shipped" says what is done, not what it is done with. */
const PARTICIPLE = /[a-z]{3}ed$/
const ordinary = wordSet(...ORDINARY, SPOKEN)

const wordsOf = onceFor((fact: Fact): readonly SubjectWord[] => {
  const distinct = new Map<string, SubjectWord>()
  for (const word of wordsIn(fact.text.slice(0, MAX_TEXT), pairsOf)) {
    if (SEARCH_FILLERS.has(word) || word.length < 2 || word.length > MAX_NAME || /^[\d.%+#-]+$/.test(word)) continue
    const base = baseForm(word)
    const stem = stemOf(base)
    const isTelling = !basesOf(base).some((one) => ordinary.has(one))
    if (distinct.has(stem) || PARTICIPLE.test(word) || !(isTelling || COMMON_THINGS.has(stem))) continue
    distinct.set(stem, { stem, word, isTelling })
  }
  return [...distinct.values()]
})

/** Base forms of "uses", "adding" and "copies". Stems would not do: "tides" and "tidy" share one. */
function basesOf(word: string): string[] {
  const without = (ending: RegExp, instead = "") => word.replace(ending, instead)
  return [
    ...[word, without(/s$/), without(/es$/), without(/ies$/, "y")],
    ...[without(/ing$/), without(/ing$/, "e"), without(/(.)\1ing$/, "$1")],
  ]
}

function commonest(
  words: readonly SubjectWord[],
  frequency: ReadonlyMap<string, number>,
  most: number,
): SubjectWord | undefined {
  const rank = ({ stem, isTelling }: SubjectWord) => {
    const count = frequency.get(stem) ?? 0
    return (count > most ? 0 : count) + (isTelling ? 1_000_000 : 0)
  }
  return words.reduce<SubjectWord | undefined>((best, one) => (best && rank(best) >= rank(one) ? best : one), undefined)
}
