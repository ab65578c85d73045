// Decisions: what the assistant marks as `[Decision: …]`, and what a user states as settled. A question, a condition, a negation and a
// report of what others decided use the same words and settle nothing, so a user's words count only with "I" or "we" behind them.

import { EASTERN_SCRIPT } from "../text/script.ts"
import { MAX_ITEM } from "../text/text.ts"
import { BLOT, blotCode, type Sentence } from "../text/user-text.ts"

const MARK = /\[decision:/iy
/** No one nests brackets deeper; text made of them only must not pile up. */
const MAX_DEPTH = 64

/** The marked decisions in an assistant's lines, fences taken out. A `]` in backticks or of an inner pair of brackets does not end one. */
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

/** What a user's sentence, which is no question, states as settled. */
export function decisionIn({ text, plain }: Sentence): string | undefined {
  const at = decisionAt(plain)
  if (at === undefined) return undefined
  // A sentence too long to keep whole is kept from where it decides.
  const start = at > MAX_ITEM / 2 && text.length > MAX_ITEM ? clauseStart(plain, at) : 0
  return text.slice(start).trim()
}

interface Rule {
  readonly pattern: RegExp
  /** Whether the words themselves say that it is us who decide. */
  readonly ours: boolean
}

const ENGLISH: Rule[] = [
  { ours: false, pattern: /\bdecided\s+(?:not\s+)?to\b/gi },
  { ours: true, pattern: /\bwe(?:'ll|\s+will)\s+(?:just\s+|now\s+|only\s+|simply\s+|also\s+)?(?:use|go\s+with)\b/gi },
  { ours: true, pattern: /\blet(?:'?s|\s+us)\s+(?:just\s+|now\s+|only\s+|simply\s+|also\s+)?(?:use|go\s+with)\b/gi },
  { ours: true, pattern: /\bwe(?:'re|\s+are)\s+going\s+with\b/gi },
  { ours: false, pattern: /\bgoing\s+with\s+\S.{0,100}?\sinstead\s+of\s/gi },
  { ours: false, pattern: /\bcho(?:o)?se\s+(?!to\b)\S.{0,100}?\sover\s+\S/gi },
]

const OPEN = /\b(?:if|unless|whether|suppose|supposing|assuming|imagine|in\s+case|provided|had\s+we)\b/i
const UNSETTLED =
  /\b(?:not|never|no|nobody|hardly|neither|nor|when|whenever|before|until|till|after|once|while|maybe|perhaps|possibly|might|may|could|would|should|can|cannot|why|how|what|which|where|who|wish|hope|he|she|they|you)\b|n't\b/i
const OTHERS = /\b(?:he|she|they|who|someone|people)\b/i
/** "the library we decided to use is slow" tells of a decision and does not say which. */
const NO_OBJECT = /^\s*(?:use|go\s+with)?\s*(?:(?:is|are|was|were|has|had|does|doesn't|later|next)\b|[.!,;:]|$)/i

function decisionAt(plain: string): number | undefined {
  for (const { pattern, ours } of ENGLISH) {
    for (const match of plain.matchAll(pattern)) {
      const clause = plain.slice(clauseStart(plain, match.index), match.index)
      const before = plain.slice(Math.max(0, match.index - 300), match.index)
      const rest = plain.slice(match.index + match[0].length, match.index + match[0].length + 40)
      const overY = /\bover\s+\S$/i.test(match[0])
      if (OPEN.test(before) || UNSETTLED.test(clause) || (!overY && NO_OBJECT.test(rest))) continue
      if (ours || isOurs(clause, before)) return match.index
    }
  }
  if (!EASTERN_SCRIPT.test(plain)) return undefined
  return chineseDecision(plain) ?? japaneseDecision(plain) ?? koreanDecision(plain)
}

/** Where the clause begins in which `at` stands. */
function clauseStart(plain: string, at: number): number {
  const from = Math.max(0, at - 200)
  const before = plain.slice(from, at)
  const breaks = [...before.matchAll(/[,;:()，；：、（）—–]|\s-\s/g)].at(-1)
  return breaks ? from + breaks.index + breaks[0].length : from
}

const BETWEEN = new Set(
  "have had am are was been finally just already also all now ultimately both eventually therefore thus jointly explicitly together".split(
    " ",
  ),
)
const US = new Set("i we i've we've i'd we'd i'm we're".split(" "))
const JOINS = new Set("and but so then or because since please ok okay yes yeah well".split(" "))

/** Whether the subject before the verb is "I" or "we", or left out where the speaker can leave it out. */
function isOurs(clause: string, before: string): boolean {
  const words: string[] = clause.toLowerCase().match(/[\p{L}\p{N}'\ue000-]+/gu) ?? []
  const subject = words.findLast((word) => !BETWEEN.has(word))
  if (subject !== undefined && US.has(subject)) return true
  if (subject === "it's" || subject === "it")
    return /\b(?:it's|it\s+(?:was|has))\b/i.test(clause) && !words.includes("had")
  return (subject === undefined || JOINS.has(subject)) && !OTHERS.test(before)
}

const ZH_DECIDES =
  /(?<![未没沒不待由]|没有|沒有|无法|無法|难以|難以)[决決]定(?!权|權|性|因素|于|於|论|論|吧|要不要|了?没|了?沒)(?!\s*(?:する|し|で|に|を|は|が|の|事項))|我[们們](?:就|都|还是|還是|改)?用(?!的|过|過|了|到|户|戶|不|例|法|途|处|於|于|什么|什麼|哪)|就用(?!户|戶|的|不|过|過|到|于|於|法|途|例|什么|什麼|哪)/g
const ZH_UNSETTLED =
  /如果|要是|假如|假设|假設|万一|萬一|若|除非|还没|還沒|尚未|没有|沒有|从未|不|他|她|它|你|客户|客戶|老板|老闆|经理|經理|对方|對方|同事|别人|別人|有人|谁|誰|可能|也许|也許|或许|或許|之前|为了|為了/

function chineseDecision(plain: string): number | undefined {
  for (const { index } of plain.matchAll(ZH_DECIDES)) {
    const before = plain.slice(Math.max(0, index - 60), index)
    const clause = plain.slice(Math.max(clauseStart(plain, index), index - 60), index)
    if (/如果|要是|假如|若|除非/.test(before) || ZH_UNSETTLED.test(clause)) continue
    if (/^[决決]定(?:的?时候|的?時候|之?前|之?后再|之?後再|[^，。,]{0,20}的话)/.test(plain.slice(index, index + 30)))
      continue
    return index
  }
  return undefined
}

const JA_END = "(?:[よねぞわ]|から|ので|んだ|のだ)?\\s*(?=[、,。．.!！)）]|$)"
const JA_DECIDES = [
  `(?<=こと|[\\p{Script=Katakana}\\p{Script=Han}A-Za-z0-9ー)）」${BLOT}]\\s?)に(?:する|します|しよう|しましょう|した|しました)${JA_END}`,
  `に(?:決めた|決めました|決定(?:した|しました|します|する)?)${JA_END}`,
  `採用(?:する|します|した|しました|しよう|しましょう|することにした|することにします)?${JA_END}`,
].map((source) => new RegExp(source, "gu"))
/** With these, にする makes or keeps something so, or is an idiom. */
const JA_STATE =
  /(?:よう|気|有効|無効|可能|明確|簡単|大切|大事|参考|目安|手|耳|口|目|一緒|別|最後|後回し|楽|空|大文字|小文字|必須|対象|元|きれい|シンプル|クリア|オン|オフ)$/
const JA_UNSETTLED =
  /もし|仮に|場合|たら|なら|れば|彼|顧客|クライアントが|上司|先方|相手|他社|あの人|誰|何|いつ|どの|どう|まだ|ない|かもしれ/

function japaneseDecision(plain: string): number | undefined {
  for (const pattern of JA_DECIDES) {
    for (const { index } of plain.matchAll(pattern)) {
      const before = plain.slice(Math.max(0, index - 80), index)
      if (!JA_UNSETTLED.test(before) && !JA_STATE.test(before) && !/未$/.test(before)) return index
    }
  }
  return undefined
}

const KO_DECIDES =
  /결정(?:을\s?내렸|을\s?했|했|됐|되었|하였|함|합니다|하겠|하자|이다|입니다|\s?완료|\s?[:：])(?!으면|다면|더라|던|다고|다는|고\s?하)|(?:으)?로\s?(?:하자|합시다|하죠|하겠습니다|할게요?)(?!고|는|면|니)/g
const KO_UNSETTLED =
  /아직|만약|혹시|[가-힣]면\s|안\s?$|못\s?$|그들|그가|그녀|고객[이은]|상사|팀장|사장|누가|누군가|사람들|어떻게|무엇|뭘|언제|아마/

function koreanDecision(plain: string): number | undefined {
  for (const { index } of plain.matchAll(KO_DECIDES))
    if (!KO_UNSETTLED.test(plain.slice(Math.max(0, index - 80), index))) return index
  return undefined
}
