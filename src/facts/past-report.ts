// A report about the past: it happened once, however well it is explained. A choice, or a statement with a verb in the present, may last.
import { GIVEN_REASON, mayLast, RULE } from "./lasting.ts"

/** A verb in the past tense by its ending. */
const PAST =
  /(?<!\b(?:is|are|be|been|being|gets?|and|or|not|to|of|by|the|an?|all|no|in|into|with|from|for|on|at|as)\s|[:;,(]\s)\b(?!(?:need|feed|seed|embed|exceed|speed|proceed|redacted|adopted|decided|dropped|rejected|replaced|switched|moved|migrated)\b)[a-z]{2,20}ed\b(?!,|\s(?:into|to|by|in|from|for|as|at|on|and)\b)/i
const PRESENT =
  /\b(?:is|are|isn['’]t|aren['’]t|has|have|do|does|can|may|will|needs?|uses?|runs?|lives?|go|goes|gets?|keeps?|comes?|takes?|requires?|follows?|stays?|works?|returns?|expects?|contains?|belongs?|means|supports?|reads?|writes?|sends?|talks?|listens?|owns?|holds?|stores?|calls?)\b/i
/** A past form that does not depend on "-ed". */
const SURELY_PAST =
  /\b(?:(?:was|were)(?!\s+(?:adopted|chosen|dropped|frozen|rejected|replaced|ruled))|had|got|took|went|came|ran|found|saw|said|told|wrote|did|broke|began|sent|made|gave|led|rose|fell|lost|won|met|(?:has|have)\s+been\s+\w+ed)\b/i

export function isPast(text: string): boolean {
  const said = text.replace(QUOTED, dashes)
  const told = said.replace(NOT_FINITE, dashes)
  const past = said.search(SURELY_PAST)
  const present = told.search(PRESENT)
  // An explanation does not make a single event last, unless something was chosen.
  if (mayLast(text))
    return (
      present < 0 && !/^we\b/i.test(text) && (past >= 0 || PAST.test(told)) && !RULE.test(told) && !CHOSEN.test(told)
    )
  if (present < 0) return past >= 0 || PAST.test(text)
  return past >= 0 && past < present
}

const QUOTED = /`[^`]*`|(?<=\s)'[^']*'/g
const dashes = (part: string) => "-".repeat(part.length)

/** "Proceeding with the second one", "Blocked until the key arrives": no subject and no reason. */
export function isParticiple(text: string): boolean {
  const [first = ""] = text.match(/^[\p{L}-]+(?=\s)/u) ?? []
  const rest = text.slice(first.length).replace(NOT_FINITE, "")
  const main = rest.split(/\s(?:until|when|once|while|before|after|if)\s/, 1)[0] ?? ""
  // A verb with its object, unlike "Completed orders are archived".
  if (/^\w{2,}ed\s+(?:whether|if|that|why|how|the|an?|all|both|two|three|\d+)\s/i.test(text))
    return ![RULE, GIVEN_REASON].some((sign) => sign.test(text.replace(PURPOSE, "")))
  return (
    /^(?!need|seed|feed|embed|nothing|everything|something|string|during|according|regarding|using)\w{2,}(?:ing|ed)$/i.test(
      first,
    ) &&
    ![PRESENT, RULE, GIVEN_REASON].some((sign) => sign.test(main)) &&
    !GIVEN_REASON.test(rest)
  )
}

/** "for readability" at the end states a purpose, not a reason. */
export const PURPOSE = /\bfor\s+\w+\W*$/
export const CHOSEN =
  /\b(?:abandoned|adopted|chosen|decided|dropped|frozen|given\s+up|instead|introduced|kept|moved|over|pinned|preferred|rather|rejected|removed|replaced|reverted|ruled\s+out|split|switched|tried|turned\s+off)\b|\b(?:not|never)\s+(?:added|used|taken)\b/i

const NOT_FINITE = /\b(?:has|have)\s+been\b|\bin\s+use\b|`[^`]*`|\bto\s+(?!be\b)\w+/gi

/** "The table was partitioned by day since deletes were slow": so a decision is told. */
export function isReasonedChoice(text: string): boolean {
  return /^(?:the\s+)?(?:[\w-]+\s+){1,5}(?:was|were)\s+(?!caused|fixed|failing)\w+(?:ed|en|wn|pt|lt|ut)\b[^.]*\b(?:because|since|so\s+that)\b/i.test(
    text,
  )
}
