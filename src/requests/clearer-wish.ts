// Of two wordings of one wish, picks the one that a later session understands best, and strips what was only meant for that moment.
import { isQuestion, sentencesOf } from "../text/user-text.ts"
import { isComplaint, saysRule } from "./said-again.ts"
import { weigh, wishContent } from "./wish-words.ts"

/** A rule beats a reproach; of two rules, the one that says more; otherwise the newer one. */
export function clearerWish(newer: string, older: string): string {
  const clarity = (text: string) =>
    (REPROACHES.test(text) || isComplaint(text) ? 0 : 1000) + (saysRule(text) ? 500 : 0) + weigh(wishContent(text))
  const [clearer, other] = clarity(older) > clarity(newer) ? [older, newer] : [newer, older]
  const wish = sentenceOf(clearer, other).replace(LEAD, "").replace(END, "").replace(/!+$/, "")
  return wish.charAt(0).toUpperCase() + wish.slice(1)
}

/** In "Write the fetcher. Without lodash", the sentence that the other wording is about. */
function sentenceOf(text: string, other: string): string {
  const meant = wishContent(other)
  const shared = (sentence: string) => weigh([...wishContent(sentence)].filter(([word]) => meant.has(word)))
  const all = sentencesOf([text])
  const told = all.filter((sentence) => !isQuestion(sentence))
  const sentences = (told.length > 0 ? told : all).map((sentence) => sentence.text)
  return sentences.reduce((best, one) => (shared(one) > shared(best) ? one : best), sentences[0] ?? text)
}

const LEAD =
  /^(?:(?:no|nope|wrong|nein|non|não|нет|不|いや|아니)(?:\s*[,.!:;，、。—–]+\s*|\s+-+\s+)|(?:nice|hey|um|please|pls|plz|and|but|so|ok|okay|bitte|por\s+favor|stp|per\s+favore|пожалуйста)[,\s]\s*|i(?:'ve|\s+have)?\s+(?:already\s+)?(?:said|told\s+you)(?:\s+already)?\s*[,:]\s*){1,3}/iu
const END = /[,\s]+(?:please|pls|plz|thanks|bitte|porfa|por\s+favor|stp|svp|per\s+favore|пожалуйста)[.!\s]*$/iu
const REPROACHES = /(?<!\p{L})(?:said|keep\s+\p{L}+ing|dit|disse|detto)(?!\p{L})|!/iu
