// When two facts are the same: word for word except for case and punctuation or, if they say where a thing is, by that address. Facts with the
// same key become one note, so a key must keep what distinguishes values: a minus sign, a percent sign, C#.

import { foldCase } from "../text/fold.ts"
import { stripHidden } from "../text/hidden-text.ts"

/** Only facts of these types are identified by an address. */
const NAMED = new Set(["project", "reference"])

const FOLDED =
  /(?:(?!(?<![\p{L}\p{N}])-(?=\d)|(?<=\d)%|(?<=(?<![\p{L}\p{N}])[a-z])#(?![\p{L}\p{N}])|!(?==))[\p{P}`\s])+/gu
const BETWEEN_WORDS = /[\p{P}`\s]+/gu
const TELLING = /[-%#!]/

/** Unifies compatibility forms, case, punctuation, spaces and what nobody sees. */
export function foldFact(text: string): string {
  const plain = foldCase(stripHidden(text).text)
  // The costly check for signs that matter runs only where there is one: every fact of a scope is folded.
  const fold = (run: string, at: number) => (TELLING.test(run) ? foldRun(run, at, plain) : " ")
  return plain.replace(BETWEEN_WORDS, fold).trim()
}

/** Looks only at the neighbouring characters that decide whether a sign matters. */
function foldRun(run: string, at: number, plain: string): string {
  const from = Math.max(0, at - 2)
  const folded = plain.slice(from, at + run.length + 1).replace(FOLDED, " ")
  const end = at + run.length < plain.length ? 1 : 0
  return folded.slice(at - from, folded.length - end)
}

export function exactKey(type: string, text: string): string {
  return `${type}:${foldFact(text)}`
}

/** The address of the thing that the fact locates, if any. Naming a file is not enough: many facts are about package.json. */
export function identityKey(type: string, text: string): string | undefined {
  if (!NAMED.has(type)) return undefined
  const url = locatedUrl(text)
  if (url !== undefined) return `${type}:url:${url}`
  const path = locatedPath(text)
  return path === undefined ? undefined : `${type}:path:${path}`
}

/** Equal for facts of which only one may exist. */
export function classKey(type: string, text: string): string {
  return identityKey(type, text) ?? exactKey(type, text)
}

const URL_TEXT = /\bhttps?:\/\/[^\s`"'<>]{1,2000}/i
const TRAILING = /[.,;:!?)\]}]{1,20}$/

function locatedUrl(text: string): string | undefined {
  const found = URL_TEXT.exec(text)
  if (!found) return undefined
  const written = found[0].replace(TRAILING, "")
  const end = found.index + found[0].length
  return isLocated(text, found.index, end) || wordsAfter(text, end) === 0 ? normalUrl(written) : undefined
}

function normalUrl(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined
  const url = new URL(written)
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, "")}${url.search}`
}

/** Words before an address in a sentence that says where something is. */
const LOCATES =
  /(?:\b(?:path|location|url|file|folder|directory|endpoint|repo|repository|address)\s(?:is|are|was)?|\b(?:is|are|lives?|located|found|stored|kept|documented|hosted|defined|described|resides?|sits?)\s(?:at|in|under|on|below)|\bsee(?:\salso)?|位于|位於|在|は)\s?$/i
/** "Config: x.json", but not "Note: x.json must be sorted". */
const LABELS = /[:：=]\s?$/
const MOST_WORDS_AFTER_LABELLED = 3

const QUOTED_PATH = /[`"']((?:[\w@~.-]*\/)+[\w@.-]*|[\w@.-]+\.[a-z\d]{1,8})[`"']/gi
const BARE_PATH = /(?<![\w@~./:-])((?:[\w@~.-]*\/)+[\w@.-]*|[\w@-][\w@.-]*\.[a-z\d]{1,8})(?![\w/])/gi

function locatedPath(text: string): string | undefined {
  const short = text.slice(0, 2000)
  for (const pattern of [QUOTED_PATH, BARE_PATH])
    for (const { index, 0: found, 1: path = "" } of short.matchAll(pattern))
      if (isLocated(short, index, index + found.length) && isPath(path))
        return path.replace(/\.$/, "").replace(/(?<=.)\/$/, "")
  return undefined
}

/** "read/write" and "Node.js" look like paths but are not. */
function isPath(path: string): boolean {
  if (path.includes("/")) return /^[.~]{0,2}\/|\/.*\/|\.[a-z\d]{1,8}$/i.test(path)
  return /[a-z]/i.test(path) && !/^[A-Z][A-Za-z]*\.(?:js|io|net|ai|org|com)$/.test(path) && !/\.\d+$/.test(path)
}

function isLocated(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start).replace(/\s+/g, " ")
  if (LABELS.test(before)) return wordsAfter(text, end) <= MOST_WORDS_AFTER_LABELLED
  return LOCATES.test(before)
}

/** Counted, not compared. */
function wordsAfter(text: string, end: number): number {
  return text.slice(end, end + 200).match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
