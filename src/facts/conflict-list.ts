// Pairs of facts that contradict each other; a person or the agent decides which one holds. A pair is derived from the notes themselves, so
// editing, moving or deleting a note by hand ends the conflict without further bookkeeping.
import { FACTS_FOLDER, type Fact } from "../model/fact.ts"
import { generatedMark } from "../model/generated-mark.ts"
import type { NoteInfo } from "../model/note.ts"
import { isPrivate } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import { markdownLink, markdownText } from "../text/markdown-line.ts"

export type ConflictPair = readonly [Fact, Fact]

/** Notes that name thousands of others must not slow down a prompt. */
const MAX_COMPARED = 1000
const MAX_LISTED = 200
const MAX_TEXT = 400

/** Conflicts within one scope. Private notes are left out, because the list of conflicts goes into history. */
export function conflictPairs(
  notes: readonly NoteInfo[],
  stillConflict: (one: Fact, other: Fact) => unknown,
): ConflictPair[] {
  const flagged = notes.filter(({ fact }) => fact?.conflicts || fact?.contradicts)
  if (flagged.length === 0) return []
  const standing = new Map(notes.filter(stands).map(({ path, fact }) => [path, fact as Fact]))
  const pairs = new Map<string, ConflictPair>()
  for (const { path, fact } of flagged)
    for (const otherPath of [...(fact?.conflicts ?? []), ...(fact?.contradicts ? [fact.contradicts.path] : [])]) {
      const ends = [path, otherPath].sort()
      const [one, other] = ends.map((end) => standing.get(end))
      if (one && other && one !== other && pairs.size < MAX_COMPARED) pairs.set(ends.join("\n"), [one, other])
    }
  return [...pairs.values()].filter(
    ([one, other]) =>
      !bothHold(one, other) && (stillConflict(one, other) || isFlagged(one, other) || isFlagged(other, one)),
  )
}

/** Somebody has said that both hold, and neither text has changed since. */
export function bothHold(one: Fact, other: Fact): boolean {
  const says = (fact: Fact, { path }: Fact) =>
    fact.holdsWith?.some((paired) => paired.path === path && paired.words === wordsMark(one, other)) === true
  return says(one, other) || says(other, one)
}

/** A model has flagged the contradiction, and neither text has changed since. */
function isFlagged({ contradicts, ...one }: Fact, other: Fact): boolean {
  return contradicts?.path === other.path && contradicts.words === wordsMark(one, other)
}

const MARK_CHARS = 8

/** Changes as soon as one of the two texts does. */
export function wordsMark(one: Pick<Fact, "text">, other: Pick<Fact, "text">): string {
  return sha256([one.text, other.text].sort().join("\n")).slice(0, MARK_CHARS)
}

/** The text of `_CONFLICTS.md`; undefined when there is nothing to say. */
export function renderConflicts(pairs: readonly ConflictPair[]): string | undefined {
  if (pairs.length === 0) return undefined
  const sections = pairs
    .slice(0, MAX_LISTED)
    .flatMap(([one, other], index) => [`## ${index + 1}`, "", side(one), side(other), ""])
  const more = pairs.length - MAX_LISTED
  return [
    generatedMark,
    "# Facts that contradict each other",
    "",
    "Keep one with `cairn resolve --keep <path> --drop <path>`, or tell the agent which is right; or edit or delete one by hand. This file goes when none is left.",
    "",
    ...sections,
    ...(more > 0 ? [`${more} more`, ""] : []),
  ].join("\n")
}

function stands({ path, hot, quarantined, fact }: NoteInfo): boolean {
  const isShown = hot || path.startsWith(`${FACTS_FOLDER}/`)
  return isShown && !quarantined && fact?.trust === "trusted" && !isPrivate(path)
}

function side({ path, text, source, updated }: Fact): string {
  const date = new Date(updated)
  const day = Number.isNaN(date.getTime()) ? "no date" : date.toISOString().slice(0, 10)
  return `- ${markdownLink(path, path)} (${source}, ${day}): ${markdownText(text, MAX_TEXT)}`
}
