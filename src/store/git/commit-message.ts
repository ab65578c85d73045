// The message of a commit: what was done to the notes, in the words of the writer, and which files somebody else changed. What is read from messages
// is read here too, by their form: a path or a fact may contain any words.
import { basename } from "node:path"
import { isGeneratedPath } from "../../model/generated-mark.ts"
import { nameIn, onOneLine } from "../../model/shown-name.ts"

/** A change that Cairn made: in a few words, and the files that it touched, below the memory folder. */
export interface NamedChange {
  readonly why: string
  readonly paths: readonly string[]
}

/** How entries begin. Cairn's own begin with a verb of its choice, whatever note they are about. */
const BY_HAND = "edited by hand: "
const OLDER = "memory: "
const BEGIN = "begin the "

/** The notes that a scope begins with. */
export function beginMessage(scope: string): string {
  return `${BEGIN}${scope} notes`
}

/** What a person did to a whole project. */
export interface ProjectChange {
  readonly action: "rename" | "join" | "forget"
  readonly name: string
  readonly other?: string | undefined
}

/** No other entry begins with one of these verbs. */
const OF_PROJECT = ["rename project ", "join project ", "forget project "]

export function projectMessage({ action, name, other }: ProjectChange): string {
  return `${action} project ${name}${other === undefined ? "" : ` to ${other}`}`
}

/** Whether the commit moved or removed whole projects. */
export function isOfProject(message: string): boolean {
  return OF_PROJECT.some((start) => message.startsWith(start))
}

const MAX_NAMES = 5
const MAX_LINES = 200

/** A single change is the subject; with several, the first one is. The body lists each file once there are files of a second change or scope. */
export function commitMessage(files: readonly string[], changes: readonly NamedChange[]): string {
  const entries = entriesOf(files, changes)
  const [first, ...others] = entries
  if (!first) return housekeeping(files)
  const subject = others.length > 0 ? `${first.why}; and ${others.length} more` : first.why
  const isOfOne = others.length === 0 && new Set(files.map(scopeFolder)).size === 1
  if (isOfOne || first.paths.length === 0) return subject
  const lines = entries.flatMap(({ why, paths }) => paths.map((path) => `- ${why} [${path}]`))
  const more = lines.length - MAX_LINES
  if (more <= 0) return [subject, "", ...lines].join("\n")
  // If some are left out, then not those that say somebody else was here.
  const kept = [...lines.filter(isByHandLine), ...lines.filter((line) => !isByHandLine(line))].slice(0, MAX_LINES)
  return [subject, "", ...kept, `- and ${more} more`].join("\n")
}

function entriesOf(files: readonly string[], changes: readonly NamedChange[]): NamedChange[] {
  const changed = new Set(files)
  const made = changes.flatMap(({ why, paths }) => {
    const own = [...new Set(paths)].filter((path) => changed.has(path))
    return own.length === 0 ? [] : [{ why: onOneLine(why), paths: own }]
  })
  const known = new Set(changes.flatMap(({ paths }) => paths))
  const byHand = files.filter((path) => !known.has(path) && isNote(path))
  if (made.length === 0) return byHand.length === 0 ? [] : [{ why: `${BY_HAND}${namesOf(byHand)}`, paths: [] }]
  const own = byHand.map((path) => ({ why: `${BY_HAND}${nameIn(path)}`, paths: [path] }))
  const distinct = new Map([...made, ...own].map((entry) => [`${entry.why} ${entry.paths.join(" ")}`, entry]))
  return [...distinct.values()]
}

/** `global`, or `projects/<name>`. */
function scopeFolder(path: string): string {
  const [top = "", name = ""] = path.split("/")
  return top === "projects" ? `${top}/${name}` : top
}

/** `a, b, c, d, e, and 3 more`. A moved note has two paths and one name. */
function namesOf(paths: readonly string[]): string {
  const names = [...new Set([...paths].filter(isNote).sort().map(nameIn))]
  const more = names.length - MAX_NAMES
  return `${names.slice(0, MAX_NAMES).join(", ")}${more > 0 ? `, and ${more} more` : ""}`
}

/** Only Cairn's own files, no notes. */
function housekeeping(files: readonly string[]): string {
  if (files.some((path) => path.endsWith("/.decisions.jsonl"))) return "record decisions"
  return files.every(isGeneratedPath) ? "leave generated files out" : "record the project's identity"
}

function isNote(path: string): boolean {
  return !basename(path).startsWith(".") && !isGeneratedPath(path)
}

/** What a commit says about only these of its files: others may belong to another project, and its subject may be about those. */
export function messageAbout(message: string, files: readonly string[]): string {
  return entriesAbout(message, files).join("; ")
}

function entriesAbout(message: string, files: readonly string[]): string[] {
  const [subject = "", , ...body] = message.split("\n")
  const names = namesOf(files)
  if (names === "") return [housekeeping(files)]
  const asked = new Set(files)
  const lines = body.flatMap((line) => {
    const [, text, path = ""] = /^- (.*) \[(.*)\]$/.exec(line) ?? []
    return text !== undefined && asked.has(path) ? [text] : []
  })
  if (lines.length > 0) return [...new Set(lines)]
  // Older commits only say which notes.
  if (body.length > 0 || subject.startsWith(`${OLDER}update`)) return [`update ${names}`]
  return [subject.startsWith(BY_HAND) ? `${BY_HAND}${names}` : subject]
}

/** Whether somebody changed the file outside Cairn in the commit with this message. */
export function isByHand(message: string, file: string): boolean {
  return messageAbout(message, [file]).startsWith(BY_HAND)
}

/** Whether a person decided about a waiting note in the commit with this message. One change of a file may follow another in it. */
export function isReviewed(message: string, file: string): boolean {
  return entriesAbout(message, [file]).some((entry) => /^(?:approve|reject) /.test(entry))
}

/** Whether Cairn alone made the commit: not somebody with an editor, not an older version whose messages do not tell, not a scope's first notes. */
export function isOnlyCairns(message: string): boolean {
  const [subject = "", , ...body] = message.split("\n")
  return ![BY_HAND, OLDER, BEGIN].some((start) => subject.startsWith(start)) && !body.some(isByHandLine)
}

function isByHandLine(line: string): boolean {
  return line.startsWith(`- ${BY_HAND}`)
}
