// The format of a language's table: one line per list of words, separated by commas. In a phrase, `[it]` and `[your]` match any word of that list
// or none. `merk*` matches every word that begins so. Accents inside a word do not matter, and long cues are recognised with a typo.

const FIELDS = [
  // Ask to remember at the beginning of a clause. `keepIfStated` phrases are so common otherwise that a clause or a colon must follow.
  ...(["keep", "keepIfStated"] as const),
  // May ask for it: `intro` before a colon or `that`; `address` before a colon and a statement; `hint` anywhere; `put` and `where` in one
  // sentence; `again` after a `not`.
  ...(["intro", "address", "hint"] as const),
  ...(["put", "where", "again"] as const),
  // `refuse` asks not to remember; `not` negates the cue after it.
  ...(["refuse", "not"] as const),
  // `forget` asks to forget; `about` comes between that and its subject. `erase` verbs mean forgetting with `noted` before or `fromMemory` after
  // the subject. `thing` is how a subject begins.
  ...(["forget", "about", "erase", "noted", "fromMemory", "thing"] as const),
  // Pronouns; whose memory; the word that opens a clause.
  ...(["it", "your", "that"] as const),
  // `lead` may come before a cue, `between` after it. In mid-clause, `asked` shows that somebody is asked, and `polite` turns a question into a
  // request. `and` joins two clauses.
  ...(["lead", "between", "asked", "polite", "and"] as const),
  // After a cue: `tale` makes it a story or a name; `which` points to the conversation; `todo` is something to do, with `rule` always to be done;
  // `because` gives the reason for what was said before.
  ...(["tale", "which", "todo", "rule", "because"] as const),
  // How a clause that states something begins, and its verb; a subject that is somebody else.
  ...(["subject", "says", "others"] as const),
  // Before a cue: `report`, others said it; `if`, a mere case; `doer`, somebody else does it. After it: `next`, something else is asked for.
  ...(["report", "if", "doer", "next"] as const),
  // `standing` introduces a rule, in some languages with one of `orders` at the end; `prefer` a preference, unless a `choice` follows.
  ...(["standing", "orders", "prefer", "choice"] as const),
  // `session`: only for this conversation. `later`: says nothing but when.
  ...(["session", "later"] as const),
  // Languages without spaces ask last: the ends of a clause or a name before the cue, and what may follow it.
  ...(["unspaced", "clauseEnd", "nameEnd", "tail"] as const),
] as const

export type Field = (typeof FIELDS)[number]
export type Language = Readonly<Partial<Record<Field, string>>>

/** A line with an unknown list name is a mistake in the table and fails at the first import. */
export function languageTable(lines: string): Language {
  const rows = lines
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, line.indexOf(":")) as Field, line.slice(line.indexOf(":") + 1)] as const)
  const unknown = rows.find(([field]) => !FIELDS.includes(field))
  if (unknown) throw new TypeError(`no list of a language: ${unknown[0]}`)
  return Object.fromEntries(rows)
}
