// The form of a language's table: words, separated by commas, that ask to remember or to forget, and those around them. In a phrase `[it]`
// stands for any of `it`, `[your]` for any of `your`, both may be missing. Accents do not matter, and a long cue is known with a typo.

export interface Language {
  /** A request wherever it begins a clause. */
  readonly keep: string
  /** So common otherwise that a clause or a colon must follow. */
  readonly keepIfStated: string
  /** Before a colon or `that`, somebody may want what follows to be kept. */
  readonly intro: string
  /** Wherever it is, somebody may want something to be kept. */
  readonly hint: string
  /** Asks not to keep. */
  readonly refuse: string
  /** Before a cue, turns it round. */
  readonly not?: string
  readonly forget: string
  /** What may stand between that and its matter. */
  readonly about: string
  /** With `fromMemory` behind the matter, forgets too. */
  readonly erase?: string
  readonly fromMemory?: string
  /** What is pointed at; whose memory. */
  readonly it: string
  readonly your?: string
  /** Opens the clause that is to be kept. */
  readonly that: string
  /** May stand before a cue, and between it and its clause. */
  readonly lead: string
  readonly between: string
  /** Before a cue in the middle of a clause: somebody is asked. */
  readonly asked: string
  /** Makes of a question a request. */
  readonly polite: string
  /** Joins two clauses. */
  readonly and: string
  /** Behind a cue: a tale, or a name of something; and what only the conversation can tell. */
  readonly tale: string
  readonly which: string
  /** Behind a cue: something is to be done, once. With one of `rule` it is to be done always. */
  readonly todo?: string
  readonly rule: string
  /** How a clause begins or what it has that says something: a subject, a verb. */
  readonly subject: string
  readonly says: string
  /** How what is to be forgotten begins. */
  readonly thing: string
  /** In front of a cue: others said it; it is only a case. */
  readonly report: string
  readonly if: string
  /** Then something else is asked for. */
  readonly next: string
  /** Says how it is to be from here on; unless others are its subject. An order must have one of these ends, where any are named. */
  readonly standing: string
  readonly others: string
  readonly orders?: string
  readonly prefer: string
  /** After `prefer`: what is on the table. */
  readonly choice: string
  /** Only for this conversation. */
  readonly session: string
  /** Alone, says only when. */
  readonly later: string
  /** Of languages that ask last: behind a clause, and behind a mere name; behind the cue. */
  readonly clauseEnd?: string
  readonly nameEnd?: string
  readonly tail?: string
  /** Words are not parted by spaces. */
  readonly unspaced?: boolean
}
