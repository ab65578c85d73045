// Directives: the user's sentences that say how things are to be done from here on, kept word for word, since a summary that rewords them
// loses them. The same words also describe ("it always fails", "the only test"), and a list full of those would push the rules out.

import { EASTERN_SCRIPT } from "../text/script.ts"
import { oneLine } from "../text/text.ts"
import type { Sentence } from "../text/user-text.ts"

export const MAX_DIRECTIVE = 300

/** The rule that a sentence is, which is no question. */
export function directiveIn({ text, plain }: Sentence): string | undefined {
  return isDirective(plain.slice(0, 2000)) ? oneLine(text, MAX_DIRECTIVE) : undefined
}

interface Word {
  readonly pattern: RegExp
  /** Whether, standing between `before` and `after`, it only describes. */
  readonly describes: (before: string, after: string) => boolean
}

const ACTS =
  /^\s*(?:[a-z-]+ly\s+)?(?:use|want|prefer|write|run|commit|need|like|work|keep|put|name|format|test|deploy|ship|squash|rebase|review|pin|support|target|push|merge|store|log|add|allow|accept)\b/i
const BEING = /\b(?:is|was|were|are|am|been|has|had|have|does|did|would|almost|as|nearly|isn't|wasn't)\s*$/i
const ABOUT_IT =
  /\b(?:it|this|that|there|he|she|they|something|somebody|someone|everyone|which|who)\s*(?:(?:can|will|would|could|might|may|has|have)\s*)?$/i
const INFLECTED =
  /^\s*(?:\p{L}*[^\W\dsu]s|(?!(?:need|feed|embed|seed|proceed|exceed|speed|shed)\b)\p{L}+ed|\p{L}{2,}ing|is|was|were|are|been|had|has|got|went|came|saw|seen|heard|knew|gone|done|made|gave|took|mind|again|fail|crash|hang|happen|break|time\s+out|return|get|seem|end\s+up|forget|the\s+same)\b/iu
const FIRST = /\b(?:i|i've|you)\s*(?:(?:can|have|had|will|would|could)\s*)?$/i
const WE_LEARN = /\bwe(?:'ve)?\s*$/i
const LEARNS = /^\s*(?:see|saw|know|find|found|hear|notice|hit|ran|wrote|could|can|think|thought|understood|figure)\b/i

const adverb: Word["describes"] = (before, after) =>
  BEING.test(before) ||
  ABOUT_IT.test(before) ||
  (INFLECTED.test(after) && !(/,\s*$/.test(before) && ORDERS.test(before))) ||
  (FIRST.test(before) && !ACTS.test(after)) ||
  (WE_LEARN.test(before) && LEARNS.test(after))

/** A clause that orders or wishes, whatever its other words look like. */
const ORDERS =
  /(?:^|[,;:.(—–]\s*|\b(?:and|but|so|then|please)\s+)(?:please\s+)?(?:use|prefer|write|run|call|return|throw|make|put|keep|add|create|import|store|read|name|pass|set|show|log|do|go|try|pick|take|let's|lets|just\s+use)\b|\b(?:should|must|need\s+to|needs\s+to|have\s+to|want|prefer|rather|i'd\s+like|we\s+use|i\s+use)\b/i

/** "that must be a bug", "it must have failed": a guess. */
const GUESSED =
  /^\s+(?:not\s+)?(?:be\s+(?:a|an|the|some\w*|because|due|related|wrong|broken|that|it|why|how|my|your|another)|have\s+(?:been|gone|come|got|gotten|lost|broken|forgotten|\w{2,}ed))\b/i
/** What one does not do without being told so. */
const STATE_OF_MIND =
  /^\s*(?:worry|forget|mind|know|understand|remember|see|care|get\s+(?:it|why)|think|believe|have|need)\b/i
const COMFORT = /^\s*(?:worry|mind|forget\s+to|know)\b/i
const CLAUSE_START = /(?:^|[,;:.(—–-])\s*(?:please\s+)?$/i
const ADDRESSED = /(?:^|[,;:(—–\ue000-]|\b(?:please|and|but|also|so|just|then|or|we|you|pls|always|general))\s*$/i
const WISHED = /^\s*(?:(?:ever|really)\s+)?(?:want|like|use|accept|allow)\b/i
/** "the only", "works only", "tested only": how much, not how. */
const MEASURED =
  /\b(?:the|an|my|our|your|its|not|if|read|there's|it's|that's|i|one|ran|went|got|\w+ed|(?!(?:this|files|tests|types|us)\b)\w*[^su\W]s)\s*$/i
const COUNTED =
  /^\s*(?:one|two|three|a\s+few|some|thing|problem|difference|way|issue|downside|reason|option|because|just|\d+)\b/i
const TOLD =
  /\b(?:is|was|were|are|got|gets?|did|does|went|ran|took|has|had|\w{2,}ed|returns|shows|throws|gives|prints|uses|calls|goes|runs|takes|fails|creates|writes|reads|opens|prefers|looks|sends|renders|crashes)\b|^\s*(?:it|this|that|he|she|they|you|i)\b/i

const ENGLISH: Word[] = [
  { pattern: /\bfrom\s+now\s+on(?:wards?)?\b/gi, describes: () => false },
  {
    pattern: /\bmust(?:n't)?\b(?![-'])/gi,
    describes: (before, after) => /\b(?:i|a)\s*$/i.test(before) || GUESSED.test(after),
  },
  {
    pattern: /\b(?:do\s+not|don't|dont)\b/gi,
    describes: (before, after) => {
      if (STATE_OF_MIND.test(after)) return COMFORT.test(after) || !CLAUSE_START.test(before)
      return /\bi\s*$/i.test(before) ? !WISHED.test(after) : !ADDRESSED.test(before)
    },
  },
  { pattern: /\balways\b/gi, describes: adverb },
  { pattern: /\bnever\b/gi, describes: adverb },
  {
    pattern: /(?<!-)\bonly\b(?!-)/gi,
    describes: (before, after) => adverb(before, after) || MEASURED.test(before) || COUNTED.test(after),
  },
  {
    pattern: /\binstead\s+of\b/gi,
    describes: (before, after) =>
      !ORDERS.test(before) && (TOLD.test(before) || /\b(?:it|this)\s+(?:is|was|\w+s)\b/i.test(after)),
  },
]

const EASTERN: { words: RegExp; describes: RegExp }[] = [
  {
    words:
      /必[须須]|[务務]必|一定要|[绝絕](?:不(?!是|止)|[对對]不)|永[远遠]不|千[万萬](?:别|別|不)|[总總]是|始[终終]|一律|每次都要|(?<!要)不要(?![紧緊吗嗎]|忘)|(?<![特区區分级級类類性识識个個差鉴判告辨派])[别別](?!的|人|名|处|處|扭|致|忘|担心|擔心)|[请請]勿|禁止|不[准許许得](?!不)|只(?:能|准|[许許]|允[许許]|用|使用|改|修改|提交|[运運]行|跑)(?![过過了到]|看到)|[仅僅](?:限|用)|而不是|[从從](?:现在|現在|今)(?:开始|開始|起|以后|以後|往后)|以[后後](?:[请請]|都|要)|今[后後]/,
    describes:
      /(?:[总總]是|始[终終])[^，。,]{0,12}(?:失[败敗]|[报報][错錯]|出[错錯]|返回|崩[溃潰]|卡|超[时時])|^(?:它|他|她|他们|她们)|(?:返回|得到|[显顯]示|[变變]成|抛)[^，。,]{0,20}而不是/,
  },
  {
    words:
      /必ず|絶対|常に|いつも|ないで|するな|ては(?:いけ|なら|だめ|ダメ)|禁止|ないこと|なければ(?:なら|いけ)|必須|べき|だけ|のみ|ではなく|じゃなくて|代わりに|今後は?|これから(?:は|も)|以後/,
    describes:
      /(?:失敗|落ち|エラー|起き|発生|壊れ|クラッシュ|止ま|表示され|返って|忘れないで|心配しないで|覚えて)|(?:[たっ]た|ました|した|でした|だった|ている|ています|てる)[。.!！よね]{0,3}$/,
  },
  {
    words:
      /반드시|꼭|무조건|절대|항상|언제나|지\s?마(?!지|시오라)|지\s?말|말\s?것|금지|안\s?(?:돼|됩니다|된다)|해야\s?(?:한다|합니다|해|돼|됩니다)|(?<!지)만\s?(?:사용|써|쓰|수정|고치|변경|건드|실행|허용|남기|커밋|돌려)|대신|앞으로|이제부터|지금부터/,
    describes:
      /실패|에러|오류|발생|나와|나온다|깨진|멈춘|멈춰|죽는|걱정|잊지|꼭[^.]{0,20}같|(?:[았었했였왔됐]다|[았었했였왔됐]어요?|[았었했였왔됐]습니다|[았었했였]음)[.!]{0,2}$/,
  },
]

function isDirective(plain: string): boolean {
  const english = ENGLISH.some(({ pattern, describes }) =>
    [...plain.matchAll(pattern)].some(({ 0: word, index }) => {
      const end = index + word.length
      return !describes(plain.slice(Math.max(0, index - 200), index), plain.slice(end, end + 60))
    }),
  )
  if (english || !EASTERN_SCRIPT.test(plain)) return english
  return EASTERN.some(({ words, describes }) => words.test(plain) && !describes.test(plain))
}
