// Which files the user points at. What looks like a file's name counts as one, whether it was read or not. Many names do not look like one
// (`Makefile`, `.env`, `[slug].tsx`, `my file.ts`), so each file that was read is looked for in each message too.
import { basename } from "node:path"
import type { SaidText } from "./shown-output.ts"

/** What one message names. It is read once, and looked through once for each file. */
export interface NamedFiles {
  readonly text: string
  readonly names: readonly string[]
  readonly lookedFor: Set<string>
  /** Paths of files read that it has. */
  readonly found: Set<string>
}

/** More names mean a report or a listing, which does not point at any of them. */
const MOST_NAMED = 10
const MAX_SAID = 20_000
const MAX_NAME = 255
const LEAST_CAPITALISED = 3

/** Letters of scripts that separate words by spaces; names in others stand among the words of a sentence without any. */
const LETTERS = "\\wÀ-ÖØ-öø-ɏͰ-ϿЀ-ӿ"
const FILE_NAMES = new RegExp(`[${LETTERS}@+$-]{1,80}(?:\\.[${LETTERS}-]{1,40}){0,4}\\.[A-Za-z]\\w{0,9}\\b`, "g")
/** What a name may not follow, and what may not follow it, or it is only a part of another name. */
const BEFORE = new RegExp(`[${LETTERS}.+$-]`)
const AFTER = new RegExp(`^(?:[${LETTERS}@+$]|[.-][${LETTERS}])`)
const LETTER = /[\p{L}\p{N}]/u
const CAPITAL = /\p{Lu}/u
const QUOTES = /^["'`‘’“”„«»]$/

/** When the user last named each file: by the name, or by the path of a file that was read. `known` has what earlier requests found. */
export function whenNamed(
  said: readonly SaidText[],
  paths: ReadonlySet<string>,
  known: Map<string, NamedFiles> = new Map(),
): Map<string, number> {
  const last = new Map<string, number>()
  for (const { id, step, text } of said) {
    const message = known.get(id) ?? newMessage(text)
    known.set(id, message)
    for (const path of paths) lookFor(message, path)
    for (const file of filesIn(message)) last.set(file, step)
  }
  return last
}

/** Names of files that somebody mentions, by their looks. */
export function filesNamed(text: string): string[] {
  return filesIn(newMessage(text))
}

/** The name by which people mention a file. */
export function fileName(path: string): string {
  return basename(path.replaceAll("\\", "/"))
}

function newMessage(said: string): NamedFiles {
  const text = said.slice(0, MAX_SAID).normalize("NFC")
  return { text, names: [...new Set(text.match(FILE_NAMES))], lookedFor: new Set(), found: new Set() }
}

function lookFor({ text, lookedFor, found }: NamedFiles, path: string): void {
  if (lookedFor.has(path)) return
  lookedFor.add(path)
  if (isNamed(text, path.normalize("NFC").replaceAll("\\", "/"))) found.add(path)
}

function filesIn({ names, found }: NamedFiles): string[] {
  const all = new Set([...names, ...[...found].map(fileName)])
  return all.size > MOST_NAMED ? [] : [...names, ...found]
}

function isNamed(text: string, path: string): boolean {
  const name = basename(path)
  if (name.length > MAX_NAME || !LETTER.test(name)) return false
  // A file called `build` is not what every message about a build means.
  const isTelling = name.includes(".") || (name.length >= LEAST_CAPITALISED && CAPITAL.test(name))
  const folder = basename(path.slice(0, -name.length))
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length
    if (!isWhole(text, at, end)) continue
    if (isTelling || isQuoted(text, at, end) || isInFolder(text, at, folder)) return true
  }
  return false
}

function isWhole(text: string, at: number, end: number): boolean {
  return !BEFORE.test(text.charAt(at - 1)) && !AFTER.test(text.slice(end, end + 2))
}

function isQuoted(text: string, at: number, end: number): boolean {
  return QUOTES.test(text.charAt(at - 1)) && QUOTES.test(text.charAt(end))
}

/** At the root of the project it is `./build`. */
function isInFolder(text: string, at: number, folder: string): boolean {
  const before = folder === "" ? "." : folder
  const from = at - before.length - 1
  const isThere = from >= 0 && text.startsWith(before, from) && /[/\\]/.test(text.charAt(at - 1))
  return isThere && !BEFORE.test(text.charAt(from - 1))
}
