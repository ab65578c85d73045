// Decisions: what the assistant marks as `[Decision: …]`, and what a user states as settled. Questions, conditions and reports use the same words,
// so only a few plain forms count; doubtful ones are left to the model, which reads the sentence anyway.

import { MAX_ITEM } from "../text/text.ts"
import { blotCode, type Sentence } from "../text/user-text.ts"

const MARK = /\[decision:/iy
/** Nobody nests deeper; text made only of brackets must not pile up. */
const MAX_DEPTH = 64

/** The marked decisions in an assistant's lines, without fenced code. A `]` in backticks or closing an inner bracket does not end one. */
export function assistantDecisions(lines: readonly string[]): string[] {
  const plain = lines.map(blotCode).join("\n")
  const written = lines.join("\n")
  const found: { start: number; text: string }[] = []
  let open: { at: number; start: number }[] = []
  for (const { 0: sign, index: at } of plain.matchAll(/\[|\]|\n\s*\n/g)) {
    if (sign === "[") {
      MARK.lastIndex = at
      open.push({ at, start: MARK.test(plain) ? MARK.lastIndex : -1 })
      if (open.length > MAX_DEPTH) open.shift()
    } else if (sign === "]") {
      const { at: from = at, start = -1 } = open.pop() ?? {}
      if (start < 0) continue
      while (found.length > 0 && (found.at(-1)?.start ?? 0) > from) found.pop()
      found.push({ start, text: written.slice(start, at).trim() })
    } else open = []
  }
  return found.map(({ text }) => text)
}

export function decisionIn({ text, plain }: Sentence): string | undefined {
  const said = plain.slice(0, LOOKED_AT)
  const found = LANGUAGES.find(({ settles, open }) => settles.test(said) && !open.test(said))?.settles.exec(said)
  if (!found) return undefined
  // A sentence too long to keep is cut to the part that decides.
  return text.length > MAX_ITEM && found.index > MAX_ITEM / 2 ? text.slice(found.index).trim() : text
}

const LOOKED_AT = 1000

/** `open` leaves it open, or makes it somebody else's decision. */
const LANGUAGES: readonly Readonly<Record<"settles" | "open", RegExp>>[] = [
  {
    settles:
      /(?:\b(?:i|we)(?:'ve|\s+have|\s+all)?\s+(?:finally\s+|already\s+)?|\bit\s+was\s+|^)decided\s+(?:not\s+)?to\s+\S|\b(?:we(?:'ll|\s+will)|let'?s|let\s+us)\s+(?:just\s+)?(?:use|go\s+with)\s+\S|\bwe(?:'re|\s+are)\s+going\s+with\s+\S|^(?:i'm\s+)?going\s+with\s+\S.{0,100}?\sinstead\s+of\s|(?:\b(?:i|we)\s+|^(?:please\s+)?)cho(?:o)?se\s+\S.{0,100}?\sover\s+\S/i,
    open: /\b(?:if|unless|whether|suppose|assuming|maybe|perhaps|might|when|before|until|wonder|don't|haven't|never|what|they|he|she)\b.{0,80}?\b(?:decided|use|go|going|cho(?:o)?se)\b|\bdecided\s+to\s+use\s+(?:is|was)\b|\bcho(?:o)?se\s+to\b/i,
  },
  {
    settles:
      /(?<![未没沒不待由])[决決]定(?:[用使采採迁遷改]|[了，,])|我[们們](?:就|都|改)?用(?![的过過了到户戶])|就用(?![户戶的])/,
    open: /如果|要是|[还還][没沒]|尚未|他|她|你|客[户戶]|要不要/,
  },
  {
    settles:
      /(?:こと|[\p{Script=Katakana}A-Za-z0-9])に(?:する|します|した|しました|しよう)[。.!！]?$|に(?:決めた|決めました|決定しました?)[。.!！]?$|採用(?:する|します|した|しました)?[。.!！]?$/u,
    open: /もし|場合|たら|なら|彼|顧客|まだ|キャッシュ|よう/,
  },
  {
    settles: /결정(?:했|됐|함|합니다|하자|\s?[:：])(?!으면|다면|다고)|(?:으)?로\s?(?:하자|합시다|하겠습니다)(?!고)/,
    open: /아직|만약|그들|그가|그녀|고객|팀장/,
  },
]
