// Why something is as it is: the assistant's sentences that give a cause, a reason for a choice, or what was tried and failed. They are worth
// more than what was done, which the files show. Most sentences with "because" announce the next step or guess, so one counts only as a plain
// statement about something concrete, next to an edit or a check that passed (`near-work.ts`).
import { MAX_ITEM } from "../text/text.ts"
import { isQuestion, type Sentence, sentencesOf } from "../text/user-text.ts"

const LEAST = 35
/** More from one answer would only push each other out. */
const MOST_OF_ONE = 3

/** From an assistant's lines without fenced code. */
export function reasonsIn(lines: readonly string[]): string[] {
  return sentencesOf(lines)
    .map(withoutLead)
    .filter(isReason)
    .slice(0, MOST_OF_ONE)
    .map(({ text }) => text.replace(/[\s:：*]+$/, ""))
}

/** "Now fix the mock — it leaks because …": what follows the dash is a separate sentence. */
function withoutLead(sentence: Sentence): Sentence {
  const [lead] = /^.{1,120}?\s(?:—|–|--)\s+/.exec(sentence.plain) ?? []
  if (lead === undefined || !ANNOUNCES.test(lead)) return sentence
  return { text: sentence.text.slice(lead.length), plain: sentence.plain.slice(lead.length) }
}

function isReason(sentence: Sentence): boolean {
  const { text, plain } = sentence
  if (text.length < LEAST || text.length > MAX_ITEM || isQuestion(sentence)) return false
  if ([NO_STATEMENT, LOOKS, GUESSES, OF_THE_DAY].some((pattern) => pattern.test(plain))) return false
  if (REJECTED.test(plain) && BECAUSE.test(plain)) return true
  if (FAILED.test(plain) && !SPEAKS.test(plain)) return true
  if (ANNOUNCES.test(plain) || /[:：]\s*$/.test(plain)) return false
  return CAUSE.test(plain) || (BECAUSE.test(plain) && (CONCRETE.test(text) || SETTLED.test(plain)))
}

/** A heading, a table row, a line that continues below. */
const NO_STATEMENT = /\|\s*$|^\s*\||^#/
const LOOKS =
  /\b(?:let\s+me|let's|i'll|i\s+will|i\s+need\s+to|now|going\s+to|i\s+should)\b.{0,30}?\b(?:check|look|read|see|verify|run|rerun|re-run|test|find|search|explore|understand|continue|start|proceed|review|investigate|examine|confirm|launch|wait)\b/i
const CONCRETE =
  /`[^`\n]+`|\b[a-z]+[A-Z]\w*|\b\w+_\w+|\w\.[a-z]{2,4}\b|(?<=\S\s)(?:[A-Z][A-Za-z]*[A-Z0-9]|[A-Z][a-z]{2,})|\d/
const SPEAKS =
  /\b(?:let\s+me|let's|i'll|i\s+will|i'm|i\s+need\s+to|we\s+need\s+to|i\s+should|we\s+should|i\s+want|i\s+can|i\s+could|want\s+me|would\s+you|you\s+can|you\s+could|needs?\s+to)\b/i
const ANNOUNCES = new RegExp(
  `^(?:now|next|first|then|so\\s+now|finally|also|only|issue|same|ok|okay|good|great|let|here|actually|wait|hmm|still|you're\\s+right|(?!using|keeping|leaving|going)\\p{L}+ing)(?!\\p{L})|${SPEAKS.source}`,
  "iu",
)
const GUESSES =
  /\b(?:maybe|might|may(?!\s+(?:share|not|only)\b)|perhaps|probably|likely|possibly|could|seems?|appears?|looks\s+like|i\s+(?:think|believe|suspect|wonder|guess)|unclear|not\s+sure|presumably|potential(?:ly)?|hypothesis|should)\b/i
/** About the day's work: commits, helpers, what others left. */
const OF_THE_DAY =
  /\b(?:pre-existing|unrelated|pre-commit|commit(?:s|ted)?|uncommitted|amended|pushed|staged|working\s+tree|sub-?agents?|agents?|coverage|your|you|out\s+of\s+scope|environment|expected|no\s+diff|edits?|(?:i|we)\s+(?:re-?)?ran)\b/i
const CAUSE =
  /\broot\s+cause\b|\b(?:the|real|actual|core|underlying|one)\s+(?:issue|problem|bug|cause|culprit|reason|failure)\b[^.:]{0,40}?(?:\b(?:is|was|were)\s+(?!in\s+the\s+test\b|clear\b|systemic\b)(?!\ue000+[\s.]*$)\S|\b(?:comes?|came)\s+from\b|:\s)|\b(?:is|are|was|were)\s+caused\s+by\b|\b(?:flake|failure|crash|error|bug|leak|delay|mismatch)\s+(?:came|comes)\s+from\b|\bturn(?:s|ed)\s+out\b|\b(?:was|were)\s+due\s+to\b|\bcame\s+from\s+the\b|^the\s[^.]{3,60}\w+ed\s+because\b|\bthat(?:'s|\s+is|\s+was)\s+(?:why|what\s+(?:caused|triggered|broke))\b|\bwhich\s+is\s+why\b|^(?:that\s+explains\s+it|why\s[^:?]{5,60}):\s|\b(?:wasn't|weren't|was\s+not|were\s+not)\s+(?:about\s|(?:a|an|the)\s[^.]{0,30}(?:problem|bug|issue|cause)\b|the\s\w+[:;])/iu
const FAILED =
  /\b(?:tried|attempted)\b.{0,120}?\b(?:but|didn't|failed|broke)\b|\b(?:didn't|did\s+not)\s+(?:help|work)\b|\b(?:wasn't|isn't|not)\s+(?:enough|an\s+option)\b|\b(?:(?:doesn't|does\s+not|won't)\s+(?:work|help)|(?:can't|cannot|couldn't)\s+(?:be\s+)?(?:used?|rely|relied))\b.{0,120}?(?:\b(?:because|since|so|as)\b|[:;—])|\b(?:rejected|ruled\s+out)\s+(?:the|a)\b|\b(?:deliberately|intentionally|on\s+purpose)\b|\bi\s+(?:kept|left|avoided|reverted|pinned|rejected|dropped|didn't\s+(?:add|use|take))\b[^.:;]{3,120}[:;]\s|\bwould\s+(?:have\s+been|be)\s[^.]{0,60},\s+but\b|\bwas\s+the\s+obvious\b[^.]{0,40},\s+but\b|\b(?:isn't|is\s+not|wasn't)\s+(?:possible|workable|feasible|an\s+option)\s*[:;,]|\btried\s+and\s+(?:dropped|reverted|rejected)\b/i
const REJECTED = /\b(?:instead\s+of|rather\s+than|over|in\s+favou?r\s+of)\b|\bapproach(?:\s+—|:)/i
const BECAUSE =
  /\b(?:because|since|due\s+to|so\s+that|to\s+(?:avoid|prevent|preserve)|which\s+(?:breaks?|broke|caused|meant)|therefore)\b|,\s+as\s+(?!you|i\b|we\b|expected|usual|before|well|planned|requested)/i
const SETTLED =
  /\b(?:kept|left|moved|chose|chosen|rejected|dropped|needed|stays?|belongs?|fails?|failed|broke|breaks|wasn't|isn't|doesn't|didn't|can't|cannot)\b/i
