// Whether a part of a file that was read is still mostly as it was read: an edit supersedes only the lines that it replaced.
import type { OutputFacts } from "./output-target.ts"
import type { ShownOutput } from "./shown-output.ts"

/** An output with its facts. */
export interface KnownOutput {
  readonly output: ShownOutput
  readonly facts: OutputFacts
}

/** Of the lines that were read; with more of them replaced, the rest was hardly ever edited. */
const MOST_REPLACED = 0.2
/** Shorter lines, such as a closing bracket, are in every file. */
const LEAST_LINE = 8
/** The number that hosts and `cat -n` put before a line. */
const NUMBER = /^\s*\d{1,9}[:|→\t]/

/** `changes`: what has changed the file since, in any order. */
export function isMostlyAsRead(read: KnownOutput, changes: readonly KnownOutput[]): boolean {
  const most = MOST_REPLACED * sizeOf(read)
  let replaced = 0
  for (const change of changes) {
    replaced += replacedBy(read, change)
    if (replaced > most) return false
  }
  return true
}

// Requests ask about the same outputs again and again. Facts are kept for as long as an output is shown.
const sizes = new WeakMap<OutputFacts, number>()
const replacedCounts = new WeakMap<OutputFacts, WeakMap<OutputFacts, number>>()

function sizeOf({ output, facts }: KnownOutput): number {
  const known = sizes.get(facts) ?? linesIn(output.text).length
  sizes.set(facts, known)
  return known
}

function replacedBy(read: KnownOutput, change: KnownOutput): number {
  const counts = replacedCounts.get(read.facts) ?? new WeakMap<OutputFacts, number>()
  replacedCounts.set(read.facts, counts)
  const known = counts.get(change.facts) ?? linesReplaced(read.output.text, change)
  counts.set(change.facts, known)
  return known
}

function linesReplaced(text: string, { facts: { replaces } }: KnownOutput): number {
  if (replaces === undefined) return Number.POSITIVE_INFINITY
  return linesIn(replaces).filter((line) => text.includes(line)).length
}

function linesIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(NUMBER, "").trim())
  return lines.filter(({ length }) => length >= LEAST_LINE)
}
