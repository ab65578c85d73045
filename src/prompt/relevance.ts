// Which notes a user message is about, judged by its words alone. What is shown unasked costs tokens and trust, so the question is not which note
// fits best but whether any fits: a note must share enough with the message, whatever the others share.
import type { NoteInfo } from "../model/note.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { type Hit, rank } from "../search/ranking.ts"
import { codeNamesIn, type WrittenTerms, writtenTermsOf } from "../search/search-terms.ts"
import { createTermIndex, type SearchField } from "../search/term-index.ts"
import { ownLines } from "../text/pasted-text.ts"

export type Relevance = ReturnType<typeof createRelevance>

export interface QuestionMessage {
  /** The user's own words. */
  readonly said: string
  /** Logs and code: only the names in them count. */
  readonly pasted?: string
}

export interface BestOptions {
  readonly exclude: (note: NoteInfo) => boolean
  readonly limit: number
}

export interface RelevantNote extends Omit<Hit<NoteInfo>, "document"> {
  readonly note: NoteInfo
}

/** What a message is about is said within this many characters. */
const MAX_MESSAGE = 8000

/** Somebody who types or pastes no more than a line means all its words. */
const ONE_LINE = /^.{0,200}$/

/** Beside a note that fits well, one that barely fits is noise, even if the better one is already known and not shown. */
const LEAST_OF_BEST = 0.6

/** Weight of the body, which mentions more than the note is about. */
const IN_BODY = 0.85
/** More of a body would not say more about the note's subject. */
const MAX_BODY = 1000
const MAX_DESCRIPTION = 500

/** What a message says, and what it only quotes. */
export function questionIn(message: string): QuestionMessage {
  const pasted = message.slice(0, MAX_MESSAGE)
  return { said: ONE_LINE.test(pasted) ? pasted : ownLines(pasted).join("\n"), pasted }
}

export function createRelevance() {
  const scopes = { project: createScope(), global: createScope() }
  return {
    /**
     * Indexes a scope's notes, sorted by path; reads only those that changed. Returns false if time ran out: the next call continues, and until
     * then answers may be based on the old version of a changed note.
     */
    update: (scope: ScopeName, notes: readonly NoteInfo[], isTimeUp?: () => boolean) =>
      scopes[scope].update(notes, isTimeUp),
    /** Best first; often none. */
    best(message: QuestionMessage, options: BestOptions): readonly RelevantNote[] {
      const question = questionOf(message)
      const found = SCOPES.map((scope) => firstOf(rank(scopes[scope].index, question, 1), options))
      const least = LEAST_OF_BEST * Math.max(...found.map(({ most }) => most))
      return found
        .flatMap(({ notes }) => notes)
        .filter(({ score }) => score >= least)
        .sort((a, b) => b.score - a.score)
        .slice(0, options.limit)
    },
  }
}

/** Excluded notes still show how well a note can fit. */
function firstOf(hits: Iterable<Hit<NoteInfo>>, { exclude, limit }: BestOptions) {
  const notes: RelevantNote[] = []
  let most = 0
  for (const { document: note, ...hit } of hits) {
    most = Math.max(most, hit.score)
    if (notes.length === limit || hit.score < LEAST_OF_BEST * most) break
    if (!exclude(note)) notes.push({ note, ...hit })
  }
  return { notes, most }
}

function createScope() {
  const index = createTermIndex(fieldsOf)
  let known: readonly NoteInfo[] = []
  return {
    index,
    update(notes: readonly NoteInfo[], isTimeUp: () => boolean = () => false): boolean {
      for (const { before, after, at, next } of differences(known, notes)) {
        if (before) index.remove(before.path)
        if (after) index.add(after.path, after)
        // After a change, not before it: each call gets at least one further, however long the search for it took.
        if (!isTimeUp()) continue
        known = [...notes.slice(0, next), ...known.slice(at)]
        return false
      }
      known = notes.slice()
      return true
    },
  }
}

interface Difference {
  readonly before?: NoteInfo
  readonly after?: NoteInfo
  /** Where the old list and the new one go on after it. */
  readonly at: number
  readonly next: number
}

/**
 * For lists sorted by path. An unchanged note is nearly always the same object, so that passing over thousands of them takes no time: a call that
 * continues another begins at the first note again.
 */
function* differences(known: readonly NoteInfo[], notes: readonly NoteInfo[]): Generator<Difference> {
  let at = 0
  let next = 0
  for (;;) {
    while (at < known.length && known[at] === notes[next]) {
      at++
      next++
    }
    const before = known[at]
    const after = notes[next]
    if (!before && !after) return
    const order = !after ? -1 : !before ? 1 : compare(before.path, after.path)
    if (order <= 0) at++
    if (order >= 0) next++
    if (order < 0) yield { before: before as NoteInfo, at, next }
    else if (order > 0) yield { after: after as NoteInfo, at, next }
    else if (before?.hash !== after?.hash) yield { before: before as NoteInfo, after: after as NoteInfo, at, next }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function questionOf({ said, pasted = "" }: QuestionMessage): WrittenTerms {
  const { words, names, written } = writtenTermsOf(said.slice(0, MAX_MESSAGE))
  return { words, names: new Map([...codeNamesIn(pasted.slice(0, MAX_MESSAGE)), ...names]), written }
}

function fieldsOf({ path, description, type, fact, body, gist }: NoteInfo): readonly SearchField[] {
  return [
    { text: description.slice(0, MAX_DESCRIPTION), weight: 1 },
    { text: nameOf(path), weight: 1 },
    { text: fact?.type ?? type ?? "", weight: 1 },
    { text: (fact?.detail ?? body ?? gist ?? "").slice(0, MAX_BODY), weight: IN_BODY },
  ]
}

/** The folders `facts` and `reference` say nothing; deeper folders are names that a person gave. */
function nameOf(path: string): string {
  return path
    .replace(/^(?:facts|reference|private)\//, "")
    .replace(/\.md$/, "")
    .replace(/[/_-]+/g, " ")
}
