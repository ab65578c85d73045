// Todos: what a user asks not to forget, or writes down as one. A `TODO` inside code is about the code, and "remember that …" asks to keep a
// fact, so only forms that name something to do count.
import { EASTERN_SCRIPT } from "../text/script.ts"
import type { Sentence } from "../text/user-text.ts"
import { wordSet } from "../text/word-set.ts"

/** A `TODO:` mark counts even in a question, and so does a favour that is asked for: "can you remember to …?" */
export function todoIn(sentence: Sentence, isAsked: boolean): string | undefined {
  const text =
    markedTodo(sentence) ?? (isAsked ? askedTodo(sentence) : (englishTodo(sentence) ?? easternTodo(sentence)))
  return text === undefined || EMPTY.test(text) ? undefined : text
}

const EMPTY = /^(?:none|nothing|n\/?a|tbd|[^\p{L}\p{N}]{0,200})[.!]?$/iu

/** `TODO: …` at the start of a sentence; elsewhere it is talk about such a mark. */
const MARK =
  /^[\s(]{0,4}(?:(?:and|also|oh|ok|okay|btw|my|one more|another|next|new)\b[,:]?\s+){0,2}(?:to-?do\s*(?:[:：](?![:=])|\s[-–—](?=\s))|(?:待办|待辦)(?:事项|事項)?\s*(?:[:：]|\s[-–—]\s)|할\s?일\s*(?:[:：]|\s[-–—]\s))\s*/i

function markedTodo({ text, plain }: Sentence): string | undefined {
  const mark = MARK.exec(plain.slice(0, 200))
  return mark ? text.slice(mark[0].length) : undefined
}

const ASKED =
  /\b(?:(?:do\s+not|don't|dont|let's\s+not|(?:should|must)(?:n't|\s+not))\s+forget|remember)\s+to\s+(?!(?:the|a|an|me|you|him|her|us|them|this|that|it|my|your|our|have|be)\b)(?=[\p{L}\ue000])/giu
/** Words that may come before it in its clause: they address whoever should do it. */
const ADDRESSED = wordSet(
  "please also and but so then just oh ok okay btw always kindly you we i must should need to have gotta do make sure let's later finally",
)
/** With a plain subject it describes a habit or a purpose: "so we don't forget to …", "I remember to …". */
const OBLIGED = /\b(?:must|should|need|have\s+to|gotta|make\s+sure)(?:n't)?\b/i
const OPEN = /\b(?:if|unless|whether|no\s+need)\b|n't\b|\bnot\b/i

function englishTodo({ text, plain }: Sentence): string | undefined {
  for (const match of plain.matchAll(ASKED)) {
    const before = plain.slice(Math.max(0, match.index - 120), match.index)
    const clause = before.slice([...before.matchAll(/[,;:()—–]|\s-\s|\band\b/g)].at(-1)?.index ?? 0)
    // With what is blotted out: code or a quotation before it means that nobody is addressed.
    const words: string[] = clause.toLowerCase().match(/[\p{L}\p{N}'\ue000]+/gu) ?? []
    const addressed = words.every((word) => ADDRESSED.has(word)) && !OPEN.test(clause)
    const subject = words.some((word) => word === "i" || word === "we" || word === "you")
    if (addressed && (!subject || OBLIGED.test(clause + match[0]))) return text.slice(match.index + match[0].length)
  }
  return undefined
}

const FAVOUR =
  /^[\s(]{0,4}(?:(?:and|also|oh|ok|okay|so|but|please|hey|btw)\b[,\s]{1,3}){0,3}(?:can|could|would|will)\s+(?:you|u)\s+(?:(?:please|kindly|also|always)\s+){0,2}(?:remember|not\s+forget)\s+to\s+(?!(?:the|a|an|me|you|him|her|us|them|this|that|it|my|your|our|have|be|wh\p{L}+|how)\b)(?=[\p{L}\ue000])/iu

function askedTodo({ text, plain }: Sentence): string | undefined {
  const favour = FAVOUR.exec(plain.slice(0, 200))
  return favour ? text.slice(favour[0].length).replace(/\s*\?+$/, "") : undefined
}

const EASTERN = [
  {
    pattern: /(?:别|別|不要|千万别|千萬別)忘(?:了|记|記)(?!吗|嗎|的)|(?<![我他她])[记記]得要/,
    never: /他|她|如果|要是|我[没沒]|已经|已經/,
    start: /^(?:(?:也|还有|還有|请|請|对了|對了|另外|最后|最後|然后|然後|千万|千萬)[，,\s]?){0,3}$/,
  },
  {
    pattern: /忘れずに(?!済|す[むん]|い[るたて])/,
    never: /彼|もし|なら|場合|(?:ました|した|だった|でした|った|いた)[。.!！]?$/,
    start: /^(?:(?:あと|また|最後に|それと|必ず)[、,\s]?){0,2}$/,
  },
  {
    pattern: /잊지\s?말고/,
    never: /그[가는]|만약|(?:[았었했였]다|[았었했였]어요?|[았었했였]습니다)[.!]?$/,
    start: /^(?:(?:그리고|또|꼭|아)[,\s]{1,2}){0,2}$/,
  },
]

function easternTodo({ text, plain }: Sentence): string | undefined {
  if (!EASTERN_SCRIPT.test(plain)) return undefined
  for (const { pattern, never, start } of EASTERN) {
    const match = pattern.exec(plain)
    if (!match || never.test(plain.slice(0, 200)) || never.test(plain.slice(-200))) continue
    // The task may come before the words that ask for it; then the whole sentence is kept.
    const rest = text.slice(match.index + match[0].length).replace(/^[，,、\s]{1,4}/, "")
    return start.test(plain.slice(Math.max(0, match.index - 20), match.index).trimStart()) ? rest : text
  }
  return undefined
}
