// Letters without their accents: many people leave these out when they type, above all when they search.

const ACCENTED = /[\u00c0-\u024f\u0386-\u03ce\u0401\u0451\u1e00-\u1eff]/g
/** Letters that are not written as a letter and a mark. */
const OTHERS: Readonly<Record<string, string>> = { ø: "o", Ø: "O", đ: "d", Đ: "D", ł: "l", Ł: "L", ħ: "h", ı: "i" }

/** Of Latin and Greek writing, and "ё". One letter for one, so that places in the text stay the same. */
export function withBareLetters(text: string): string {
  return text.replace(ACCENTED, (letter) => OTHERS[letter] ?? letter.normalize("NFD").charAt(0))
}

/** The same where the length may change. */
export function plainLetters(text: string): string {
  return withBareLetters(text).replace(JOINED, (letter) => APART[letter] ?? letter)
}

const JOINED = /[ßæœÆŒ]/g
const APART: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", Æ: "AE", Œ: "OE" }
