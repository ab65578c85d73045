// A password as people and password managers type it: any letters, digits and signs up to the next blank or quote. Code in the same place has
// brackets, dots and commas too, so the signs that code seldom has between letters decide.
import { isWordy, mixesDigits } from "./entropy.ts"
import { isRandom } from "./made-words.ts"

/** A longer value is judged by so much of it. */
const ENOUGH = 128
const UNUSUAL = /[^\p{L}\p{M}\p{N}\s_.,:;()[\]{}<>=/'"`’-]/gu
const CALL = /^[\w.:$]+[([](?!.*[)\]][\p{L}\p{N}])|^\$[\w{(]|\$\{|\{\{/u
const CODE =
  /[\w)\]]\((?!.*\)[\p{L}\p{N}])|\w\[\w|=>|&&|\|\||::|->|\?\.|^[@%&*]\w+$|^--?\w|,\w+[:=]|\(\)|\{\}|\[\]|<[a-z][\w -]*>|^[\w.+-]+@[\w-]+\.[\w.]+$/iu

/** Nobody would write this for anything else. */
export function isTypedPassword(all: string): boolean {
  const value = all.slice(0, ENOUGH)
  if (REGEX.test(value)) return false
  if (value.length < 5 || !/[\p{L}\p{N}]/u.test(value)) return false
  if (isJumble(value) || WORD_WITH_SIGN.test(value)) return true
  if (CALL.test(value) || CODE.test(value) || isSentence(value)) return false
  const unusual = (value.replace(/[!?]$/, "").match(UNUSUAL) ?? []).length
  const hasDigit = /\p{N}/u.test(value)
  if (/[^\x20-\x7e]/.test(value)) return hasDigit || unusual > 0 || TWO_SCRIPTS.every((script) => script.test(value))
  if (hasDigit && /\p{L}/u.test(value))
    return unusual > 0 || (mixesDigits(value) && !isWordy(value) && !isNumbered(value))
  return isMixture(value) && (unusual > 0 || value.length > 7)
}

/** "Ventana41!" */
const WORD_WITH_SIGN = /^\p{L}{3,}\d{1,6}[!$*#@%&]+$/u
const TWO_SCRIPTS = [/\p{Script=Latin}/u, /(?!\p{Script=Latin})\p{L}/u]
/** A pattern that passwords are checked against. */
const REGEX = /^\/.+\/[dgimsuvy]*[,;)]*$|\(\?[=!:<]|\\[dwsb](?![\p{L}\p{N}])/u

/** A sign that is in no word or name between its letters and digits, not as in code, an address or a format. */
export function isOnlyPassword(value: string): boolean {
  if (/^[A-Za-z\d]{8,64}$/.test(value))
    return /\d/.test(value) && isRandom(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)
  // A name with a number at the end of a sentence; a number of an issue; names that a sign joins.
  if (/^[\w.-]+#\d+$|^[a-z]+\d*[a-z]*\+[a-z]+\d*$/.test(value)) return false
  if (WORD_WITH_SIGN.test(value)) return !/^\p{L}+\d{1,2}!$/u.test(value)
  if (
    !/^[\p{L}\p{N}][\p{L}\p{N}_.!#$%&*+?^~§¡-]{7,}$/u.test(value) ||
    /%(?:[\da-f]{2}|[a-z])|&\w+;|\.\w{1,4}$/i.test(value)
  )
    return false
  return (
    /\p{L}.*\d|\d.*\p{L}/u.test(value) &&
    /[\p{L}\p{N}][!#$%&*+?^~§¡][\p{L}\p{N}]/u.test(value) &&
    isTypedPassword(value)
  )
}

/** Different signs between letters, and not a word: neither code nor a placeholder looks like that. Balanced brackets do not count as signs. */
export function isJumble(value: string): boolean {
  if (value.length < 8 || /[a-z]{6}|[A-Z]{6}|^\$[{(]|^\{\{|^<%/.test(value) || REGEX.test(value)) return false
  const count = (char: string) => value.split(char).length - 1
  const balanced = ["()", "[]", "{}", "<>"].filter((pair) => count(pair.charAt(0)) === count(pair.charAt(1))).join("")
  const signs = [...new Set(value.match(/[^\p{L}\p{M}\p{N}\s_.,:/'"`-]/gu) ?? [])]
  return signs.filter((sign) => !balanced.includes(sign)).length > 2
}

/** For the value of a variable, where anything else would have to be a call or the name of another variable. */
export function isAssignedPassword(value: string): boolean {
  return (
    value.length >= 4 &&
    /[\p{L}\p{N}]/u.test(value) &&
    (isTypedPassword(value) || !(CALL.test(value) || isSentence(value)))
  )
}

/** Capitals and small letters mixed as in no name. */
function isMixture(value: string): boolean {
  const pieces = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^A-Za-z]+/g)?.length ?? 0
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && value.length <= 2.4 * pieces && !isWordy(value)
}

/** A word of another language, or, in scripts without blanks between words, a sentence. */
function isSentence(value: string): boolean {
  if (!/[^\x20-\x7e]/.test(value)) return false
  const letters = (value.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu) ?? []).length
  return letters > 6 || (letters > 0 && !/[\dA-Za-z]/.test(value))
}

/** A version, a size, a date, a name with a number. */
function isNumbered(value: string): boolean {
  return /^v?\d+(?:[.:/-]\d+)+|^\d+[a-z]{1,3}$|^[a-z]+[-_.]?\d{1,3}$|^\d+x\d+$/i.test(value)
}
