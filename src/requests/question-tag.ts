// Whether a sentence is a question, judging by its end: "…, ok?" leaves an order an order, "…, right?" asks whether it is so.
import type { Sentence } from "../text/user-text.ts"

const ASKING =
  /(?:[?？]|[吗嗎]|(?:です|ます|でしょう|[るたの])か|(?:[습합입됩]니까|(?<!니)까요?|나요|[는은]가요?|냐)(?=[\s.。!！?？~…)）]{0,8}$))[\s.。!！?？~…)）]{0,8}$/

const TAG =
  /(?:[\s,;—–-]+(?:ok|okay|okey|k|got\s+it|gotcha|alright|all\s+right|understood|deal|yes|yeah|please|pls|ja|gut|verstanden|klar|einverstanden|vale|de\s+acuerdo|entendido|sí|si|d'accord|compris|oui|blz|beleza|tá|tá\s+bom|combinado|certo|va\s+bene|capito|d'accordo|ладно|хорошо|ок|окей|да|понял|поняла)\s*[?？]|[\s,，、]+(?:(?:好|知道了|明白了)[吗嗎]|好不好|(?:いい|응|알겠지|알았지)[?？])|ね[?？])[\s?？!！。~)）]{0,8}$/iu
const IS_IT_SO =
  /(?:[\s,;—–-]+(?:right|correct|no|oder|nicht\s+wahr|verdad|no\s+es\s+así|n'est-ce\s+pas|non|né|vero|giusto|верно|правда)|[\s,，、]*(?:[对對是][吗嗎吧]|だよね|맞지))\s*[?？][\s?？!！~)）]{0,8}$/iu

/** "Run the linter, ok?" is an order. */
export function withoutTag(sentence: Sentence): Sentence {
  const { text, plain } = sentence
  const last = Math.max(0, plain.length - 60)
  const tag = TAG.exec(plain.slice(last))
  return tag ? { text: text.slice(0, last + tag.index), plain: plain.slice(0, last + tag.index) } : sentence
}

/** Judged by the end only: what to remember may well contain a "why" or a "whether". */
export function isAsking({ plain }: Pick<Sentence, "plain">): boolean {
  return ASKING.test(plain.slice(-60))
}

export function asksIfSo({ plain }: Pick<Sentence, "plain">): boolean {
  return IS_IT_SO.test(plain.slice(-40))
}
