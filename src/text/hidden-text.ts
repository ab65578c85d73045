// Characters a person cannot see but a model reads: tag characters, bidi controls, zero-width and filler characters, variation selectors,
// control codes. They are how instructions are smuggled into text that looks harmless. The file keeps them; a prompt never does.

const RANGES = [
  "\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f", // control codes but tab and line feed
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0", // fillers and joiners without a glyph
  "\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb", // zero width, bidi, separators, annotations
  "\\ufe00-\\ufe0f\\u{e0000}-\\u{e0fff}", // variation selectors and tag characters
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}", // shorthand and musical format controls
]
const HIDDEN = new RegExp(`[${RANGES.join("")}]`, "gu")

export function stripHidden(text: string): { text: string; hidden: number } {
  let hidden = 0
  const stripped = text.replace(/\r\n?/g, "\n").replace(HIDDEN, () => {
    hidden++
    return ""
  })
  return { text: stripped.toWellFormed(), hidden }
}
