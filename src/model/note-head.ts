// A note's frontmatter. A person may write anything here, so values are read leniently and changed surgically: only the span of a changed
// key is replaced, and comments, unknown keys, order and line ends survive byte for byte. Parsing is capped before it begins, since a few
// kilobytes of YAML can cost seconds (aliases, nesting).
import { type Document, isAlias, isMap, isScalar, type Pair, parseDocument, visit } from "yaml"
import { CairnError, messageOf } from "./errors.ts"

export const MAX_HEAD_CHARS = 16 * 1024
const MAX_BRACKETS = 200

export const NOTE_TYPES = ["user", "feedback", "project", "decision", "reference"] as const
export type NoteType = (typeof NOTE_TYPES)[number]

/** The user's own types come after the five. */
export function typePlace(type: string): number {
  const place = (NOTE_TYPES as readonly string[]).indexOf(type)
  return place < 0 ? NOTE_TYPES.length : place
}

export interface NoteHead {
  readonly description?: string
  readonly type?: string
  readonly limit?: number
  readonly readonly: boolean
  readonly trust: "trusted" | "quarantined"
  readonly updated?: string
}

export type HeadValue = string | number | boolean
export type HeadChanges = Readonly<Record<string, HeadValue | undefined>>

/** Frontmatter by key. */
export type HeadValues = ReadonlyMap<string, unknown>

export type ParsedHead = { ok: true; head: NoteHead; values: HeadValues } | { ok: false; problem: string }

export const emptyHead: NoteHead = { readonly: false, trust: "trusted" }

export function parseHead(yaml: string): ParsedHead {
  const plain = readPlain(yaml)
  if (plain) return { ok: true, head: headOf(plain), values: plain }
  const parsed = parseMap(yaml)
  if ("problem" in parsed) return { ok: false, problem: parsed.problem }
  return { ok: true, head: headOf(parsed.values), values: parsed.values }
}

/** The frontmatter with the given keys set (or removed if undefined); throws if that cannot be done without disturbing the rest. */
export function editHead(yaml: string, changes: HeadChanges, eol: string): string {
  const before = parseMap(yaml)
  if ("problem" in before) throw notEditable(before.problem)
  let edited = yaml
  for (const [key, value] of Object.entries(changes)) edited = setKey(edited, key, value, eol)
  const after = parseMap(edited)
  if ("problem" in after) throw notEditable(after.problem)
  for (const key of new Set([...before.values.keys(), ...after.values.keys(), ...Object.keys(changes)])) {
    const expected = key in changes ? changes[key] : before.values.get(key)
    if (!same(expected, after.values.get(key))) throw notEditable(`setting it would disturb the key "${key}"`)
  }
  return edited
}

/** One YAML scalar on one line, whatever the text contains: line breaks, quotes and `---` included. */
export function emitScalar(value: HeadValue): string {
  if (typeof value !== "string") return String(value)
  const text = value.toWellFormed()
  if (/^[\p{L}][\p{L}\p{N} _.,/()+-]*$/u.test(text) && !text.endsWith(" ") && parseDocument(text).toJS() === text)
    return text
  const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`
  return JSON.stringify(text).replace(/[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g, escaped)
}

/**
 * Frontmatter as Cairn itself writes it, read without the YAML parser, which takes about 0.3 ms a note: with thousands of notes that dominates the
 * start-up. Anything that is not plainly one of these few forms is left to the parser.
 */
export function readPlain(yaml: string): Map<string, unknown> | undefined {
  if (yaml.length > MAX_HEAD_CHARS) return undefined
  const values = new Map<string, unknown>()
  for (const line of yaml.split(/\r?\n/)) {
    if (line === "") continue
    const [, key, value = ""] = /^([a-z_]{2,40}): (.+)$/.exec(line) ?? []
    const plain = plainValue(value)
    if (key === undefined || plain === undefined || values.has(key)) return undefined
    values.set(key, plain)
  }
  return values
}

function plainValue(text: string): HeadValue | undefined {
  if (QUOTED.test(text)) return text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1)
  if (WHOLE.test(text)) return Number(text)
  if (text === "true" || text === "false") return text === "true"
  return (WORDS.test(text) && !NO_WORDS.test(text)) || DATES.test(text) ? text : undefined
}

/** Only escapes that mean the same in JSON; a surrogate is not one of them. */
const QUOTED = /^"(?:[^"\\\p{C}]|\\(?:["\\bfnrt]|u(?![dD][89a-fA-F])[0-9a-fA-F]{4}))*"$/u
const WHOLE = /^(?:[1-9][0-9]{0,9}|0)$/
const WORDS = /^\p{L}[\p{L}\p{N} _,.()/+;-]*(?<![ -])$/u
/** What YAML does not read as a string. */
const NO_WORDS = /^(?:[Tt]rue|[Ff]alse|[Nn]ull|TRUE|FALSE|NULL)$/
/** A day, a moment, or a number and then one of these. */
const DATES = /^(?:\d{1,6}, )?\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z?)?$/

function headOf(values: HeadValues): NoteHead {
  const text = (key: string) => headText(values.get(key))
  const limit = values.get("limit")
  const readonly = text("readonly")
  const description = text("description")
  const type = text("type")
  const updated = text("updated")
  return {
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...(typeof limit === "number" && Number.isSafeInteger(limit) && limit > 0 && { limit }),
    ...(updated !== undefined && { updated }),
    // A value that is not understood is read as the careful one.
    readonly: readonly !== undefined && !/^(false|no|off)$/i.test(readonly),
    trust: /^(trusted)?$/i.test(text("trust") ?? "") ? "trusted" : "quarantined",
  }
}

/** Undefined for a list, a map, or nothing. */
export function headText(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "object") return undefined
  return String(value).trim() || undefined
}

type ParsedMap = { values: Map<string, unknown>; pairs: Pair[] } | { problem: string }

function parseMap(yaml: string): ParsedMap {
  const refused = refuseBeforeParsing(yaml)
  if (refused) return { problem: refused }
  let document: Document.Parsed
  try {
    document = parseDocument(yaml, { schema: "core", stringKeys: true, logLevel: "silent", prettyErrors: false })
  } catch (error) {
    return { problem: `it is no YAML: ${messageOf(error)}` }
  }
  const fault = document.errors[0]
  if (fault) return { problem: `it is no YAML: ${fault.message.split("\n")[0]}` }
  if (document.contents === null) return { values: new Map(), pairs: [] }
  if (!isMap(document.contents)) return { problem: "it is not a list of keys and values" }
  if (usesReferences(document)) return { problem: "it uses YAML anchors, aliases or tags" }
  const values = new Map<string, unknown>()
  for (const pair of document.contents.items) {
    if (!isScalar(pair.key)) return { problem: "a key is not a plain word" }
    values.set(String(pair.key.value), isScalar(pair.value) ? pair.value.value : pair.value)
  }
  return { values, pairs: document.contents.items as Pair[] }
}

function refuseBeforeParsing(yaml: string): string | undefined {
  if (yaml.length > MAX_HEAD_CHARS) return `it is longer than ${MAX_HEAD_CHARS} characters`
  let brackets = 0
  for (const char of yaml.replace(/"(?:[^"\\]|\\.)*"/g, "")) if (char === "[" || char === "{") brackets++
  return brackets > MAX_BRACKETS ? "it is nested too deeply" : undefined
}

function usesReferences(document: Document.Parsed): boolean {
  let found = false
  visit(document, (_key, node) => {
    const { anchor, tag } = (node ?? {}) as { anchor?: string; tag?: string }
    found ||= isAlias(node) || anchor !== undefined || (tag !== undefined && !tag.startsWith("tag:yaml.org,2002:"))
    return found ? visit.BREAK : undefined
  })
  return found
}

function setKey(yaml: string, key: string, value: HeadValue | undefined, eol: string): string {
  const parsed = parseMap(yaml)
  if ("problem" in parsed) throw notEditable(parsed.problem)
  const pair = parsed.pairs.find((candidate) => isScalar(candidate.key) && candidate.key.value === key)
  if (!pair) {
    if (value === undefined) return yaml
    const start = yaml === "" || yaml.endsWith("\n") ? yaml : yaml + eol
    return `${start}${key}: ${emitScalar(value)}${eol}`
  }
  const [start, end] = spanOf(pair)
  const replaced = yaml.slice(start, end)
  if (value !== undefined)
    return splice(yaml, start, end, `${key}: ${emitScalar(value)}${replaced.endsWith("\n") ? eol : ""}`)
  const lineEnd = yaml.indexOf("\n", end)
  return splice(yaml, start, replaced.endsWith("\n") ? end : lineEnd < 0 ? yaml.length : lineEnd + 1, "")
}

function spanOf(pair: Pair): [number, number] {
  const key = (pair.key as { range?: [number, number, number] }).range
  const value = (pair.value as { range?: [number, number, number] } | null)?.range
  if (!key) throw notEditable("a key has no place in the text")
  return [key[0], value ? Math.max(value[1], key[1]) : key[1]]
}

function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end)
}

function same(expected: unknown, actual: unknown): boolean {
  if (typeof expected === "string") return expected.toWellFormed() === actual
  if (expected !== null && typeof expected === "object") return String(expected) === String(actual)
  return (expected ?? undefined) === (actual ?? undefined)
}

function notEditable(why: string): CairnError {
  return new CairnError(
    "frontmatter_not_editable",
    `the note's frontmatter cannot be changed: ${why}`,
    "fix the file by hand",
    { needsPerson: true },
  )
}
