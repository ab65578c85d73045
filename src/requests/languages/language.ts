// The form of a language's table: a line for each list of words, separated by commas. In a phrase `[it]` stands for any word of `it`, `[your]`
// for any of `your`; both may be missing. `merk*` is every word that begins so. Accents do not matter within a word, and a long cue is known with a typo.

const FIELDS = [
  // Asks to remember, wherever it begins a clause; the second is so common otherwise that a clause or a colon must follow.
  ...(["keep", "keepIfStated"] as const),
  // May ask for it: before a colon or `that`; before a colon and what is told; anywhere; both in one sentence; behind a `not`.
  ...(["intro", "address", "hint"] as const),
  ...(["put", "where", "again"] as const),
  // Asks not to; turns a cue behind it round.
  ...(["refuse", "not"] as const),
  // Asks to forget; what stands between that and its matter; verbs that forget with `noted` before or `fromMemory` behind the matter; how a
  // matter begins.
  ...(["forget", "about", "erase", "noted", "fromMemory", "thing"] as const),
  // What is pointed at; whose memory; what opens a clause.
  ...(["it", "your", "that"] as const),
  // May stand before a cue, and between it and its clause. In the middle of a clause `asked` shows that somebody is asked, `polite` makes a
  // request of a question. `and` joins two clauses.
  ...(["lead", "between", "asked", "polite", "and"] as const),
  // Behind a cue: a tale or a name; what only the conversation can tell; something to be done, and always to be done; why, or what was said before.
  ...(["tale", "which", "todo", "rule", "because"] as const),
  // How a clause begins that says something, and the verb it has; a subject that is somebody else.
  ...(["subject", "says", "others"] as const),
  // Before a cue: others said it; it is only a case; somebody else does it. Behind it: something else is asked for.
  ...(["report", "if", "doer", "next"] as const),
  // How it is to be from here on, with one of `orders` at the end where there are any; a preference, unless a `choice` follows.
  ...(["standing", "orders", "prefer", "choice"] as const),
  // Only for this conversation; says no more than when.
  ...(["session", "later"] as const),
  // Languages without spaces ask last: behind a clause, behind a mere name, and behind the cue.
  ...(["unspaced", "clauseEnd", "nameEnd", "tail"] as const),
] as const

export type Field = (typeof FIELDS)[number]
export type Language = Readonly<Partial<Record<Field, string>>>

/** A line that names no list is a mistake in the table, found when it is first read. */
export function languageTable(lines: string): Language {
  const rows = lines
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(":")) as Field, line.slice(line.indexOf(":") + 1)] as const)
  const unknown = rows.find(([field]) => !FIELDS.includes(field))
  if (unknown) throw new TypeError(`no list of a language: ${unknown[0]}`)
  return Object.fromEntries(rows)
}
