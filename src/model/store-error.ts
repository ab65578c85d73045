// What the file system says, in words that tell a person or an agent what to do.
import { CairnError, errnoOf, messageOf } from "./errors.ts"

const UNCHANGED = "; nothing was changed"

/** `note`: it is about one note, which is named as soon as it is known. `person`: only a person can do something about it. */
type Known = readonly [code: string, message: string, hint: string, kind?: "note" | "person"]

const NOT_WRITABLE: Known = [
  "store_read_only",
  `the memory folder may not be written${UNCHANGED}`,
  "check the owner and mode of Cairn's folder",
  "person",
]
const LINK: Known = [
  "link_refused",
  "the path leads through a symbolic link, which Cairn does not follow",
  "use a path without links",
  "note",
]
const KNOWN: Readonly<Record<string, Known>> = {
  ENOSPC: ["no_space", `the disk is full${UNCHANGED}`, "free some space and try again"],
  EDQUOT: ["no_space", `the disk quota is used up${UNCHANGED}`, "free some space and try again"],
  EROFS: ["store_read_only", `the memory folder is read-only${UNCHANGED}`, "make Cairn's folder writable", "person"],
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ENOENT: [
    "store_missing",
    "the memory folder is gone",
    "restart OpenCode: it makes a new one, without the notes; an archive has to be imported before that",
    "person",
  ],
  ESYMLINK: LINK,
  ELOOP: LINK,
  EHARDLINK: [
    "link_refused",
    "the file has a second name (a hard link) outside Cairn's control",
    "if a move was cut short, repeat it; else replace the file by a plain copy",
    "note",
  ],
  ENOTREG: ["not_a_file", "what is at that path is not a regular file", "use another path", "note"],
  ENOTDIR: ["not_a_folder", "a part of the path is a file, not a folder", "use another path", "note"],
  EISDIR: ["not_a_file", "there is a folder at that path", "use another path", "note"],
  ECHANGED: [
    "note_changed",
    "somebody else changed the note at the same moment; their text was kept",
    "read it with memory_read and try again",
    "note",
  ],
  EMFILE: ["too_many_files", `the process has too many files open${UNCHANGED}`, "try again in a moment"],
  ENFILE: ["too_many_files", `the system has too many files open${UNCHANGED}`, "try again in a moment"],
  EIO: ["disk_error", "the disk reported an error; the change was not confirmed", "check the disk", "person"],
}

export function storeError(error: unknown): CairnError {
  if (error instanceof CairnError) return error
  const known = KNOWN[errnoOf(error) ?? ""]
  if (known) {
    const [code, message, hint, kind] = known
    const note = kind === "note" ? "" : undefined
    return new CairnError(code, message, hint, { cause: error, needsPerson: kind === "person", note })
  }
  return new CairnError(
    "store_failed",
    `memory could not be used: ${messageOf(error)}`,
    "try again; if it keeps failing, see cairn.log",
    { cause: error },
  )
}

/** The same error with the name of the note that was in the way, if it is about a note and has no name yet. */
export function atNote(error: unknown, name: string): CairnError {
  const known = storeError(error)
  const { code, message, hint, needsPerson } = known
  if (known.note !== "") return known
  return new CairnError(code, `${name}: ${message}`, hint, { cause: error, needsPerson, note: name })
}

const MAX_NAMED = 5

/** The same error after a part of the changes was made: `partly` tells callers that what they planned no longer fits, so they do not try it again. */
export function partlyDone(error: unknown, changed: readonly string[]): CairnError {
  const { code, message, hint, needsPerson, note } = storeError(error)
  const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : ""
  const said = `${message.replace(UNCHANGED, "")}; changed before that: ${changed.slice(0, MAX_NAMED).join(", ")}${more}`
  return new CairnError(code, said, hint, { cause: error, needsPerson, note, partly: changed })
}
