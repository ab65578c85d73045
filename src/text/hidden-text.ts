// Characters that a person cannot see but a model reads: format and control characters, characters that Unicode lets a font ignore (tag characters,
// zero-width and filler characters, variation selectors), unusual blanks, private-use characters, and the sign for a missing object. They are used
// to smuggle instructions into text that looks harmless. The file keeps them; a prompt never does.

export const HIDDEN =
  /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u2800\ufff0-\ufffc]/gu

/**
 * Whether a text may have anything that is not seen. Most have nothing but what is on a keyboard, letters of Europe and East Asia, and the arrows,
 * lines and marks that programs print; they need no closer look.
 */
export function mayHideText(text: string): boolean {
  // Whoever looks for private text and then for secrets asks twice.
  if (text !== asked.text) asked = { text, answer: UNUSUAL.test(text) }
  return asked.answer
}

let asked = { text: "", answer: false }

const UNUSUAL =
  /[^\t\n\x20-\x7e\xa1-\xac\xae-\u02ff\u0400-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u27ff\u3001-\u3163\u4e00-\u9fff\uac00-\ud7a3]/

export function stripHidden(text: string): { text: string; hidden: number } {
  if (!mayHideText(text)) return { text, hidden: 0 }
  let hidden = 0
  const stripped = text.replace(/\r\n?/g, "\n").replace(HIDDEN, () => {
    hidden++
    return ""
  })
  return { text: stripped.toWellFormed(), hidden }
}
