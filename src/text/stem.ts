// English words without their endings: "migrations" and "migrate" are one word to somebody who looks for a note. Rough, but the same on both
// sides, and coarser than where facts are compared: there a wrong likeness changes a note, here it only proposes one.

/** Longer endings first; each leaves at least so many letters. */
const ENDINGS: readonly (readonly [RegExp, number])[] = [
  [/(?:ations?|ators?|ating|ated|ates?)$/, 4],
  [/ments?$/, 4],
  [/(?:ions?|ings?|ied|ies)$/, 3],
  [/ed$/, 3],
  [/(?<![sui])s$/, 3],
  [/[ey]$/, 3],
]

export function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word
  let stem = word
  for (const [ending, least] of ENDINGS) {
    const rest = stem.replace(ending, "")
    if (rest !== stem && rest.length >= least && /[aeiouy]/.test(rest)) stem = rest
  }
  return stem.replace(/([b-df-hj-np-tv-z])\1$/, "$1")
}
