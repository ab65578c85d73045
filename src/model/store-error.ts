// What the file system says, in words that tell a person or an agent what to do.
import { CairnError, errnoOf, messageOf } from "./errors.ts"

const UNCHANGED = "; nothing was changed"

type Known = readonly [code: string, message: string, hint: string, needsPerson?: true]

const NOT_WRITABLE: Known = [
  "store_read_only",
  `the memory folder may not be written${UNCHANGED}`,
  "check the owner and mode of Cairn's folder",
  true,
]
const LINK: Known = [
  "link_refused",
  "the path leads through a symbolic link, which Cairn does not follow",
  "use a path without links",
]
const KNOWN: Readonly<Record<string, Known>> = {
  ENOSPC: ["no_space", `the disk is full${UNCHANGED}`, "free some space and try again"],
  EDQUOT: ["no_space", `the disk quota is used up${UNCHANGED}`, "free some space and try again"],
  EROFS: ["store_read_only", `the memory folder is read-only${UNCHANGED}`, "make Cairn's folder writable", true],
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  ENOENT: ["store_missing", "the memory folder is not there", "see why Cairn's folder could not be made", true],
  ESYMLINK: LINK,
  ELOOP: LINK,
  EHARDLINK: [
    "link_refused",
    "the file has a second name (a hard link) outside Cairn's control",
    "if a move was cut short, repeat it; else replace the file by a plain copy",
  ],
  ENOTREG: ["not_a_file", "what is at that path is not a regular file", "use another path"],
  ENOTDIR: ["not_a_folder", "a part of the path is a file, not a folder", "use another path"],
  EISDIR: ["not_a_file", "there is a folder at that path", "use another path"],
  ECHANGED: [
    "note_changed",
    "somebody else changed the note at the same moment; their text was kept",
    "read it with memory_read and try again",
  ],
  EMFILE: ["too_many_files", `the process has too many files open${UNCHANGED}`, "try again in a moment"],
  ENFILE: ["too_many_files", `the system has too many files open${UNCHANGED}`, "try again in a moment"],
  EIO: ["disk_error", "the disk reported an error; the change was not confirmed", "check the disk", true],
}

export function storeError(error: unknown): CairnError {
  if (error instanceof CairnError) return error
  const known = KNOWN[errnoOf(error) ?? ""]
  if (known) {
    const [code, message, hint, needsPerson = false] = known
    return new CairnError(code, message, hint, { cause: error, needsPerson })
  }
  return new CairnError(
    "store_failed",
    `memory could not be used: ${messageOf(error)}`,
    "try again; if it keeps failing, see cairn.log",
    { cause: error },
  )
}

/** The same error with the name of the note that was in the way, unless it is the disk or the process that was. */
export function atNote(error: unknown, name: string): CairnError {
  const known = storeError(error)
  const { code, message, hint, needsPerson } = known
  if (message.endsWith(UNCHANGED) || message.startsWith(name)) return known
  return new CairnError(code, `${name}: ${message}`, hint, { cause: error, needsPerson })
}

const MAX_NAMED = 5

/** The same error after a part of the changes was made: `partly` tells callers that what they planned no longer fits, so they do not try it again. */
export function partlyDone(error: unknown, changed: readonly string[]): CairnError {
  const { code, message, hint, needsPerson } = storeError(error)
  const more = changed.length > MAX_NAMED ? ` and ${changed.length - MAX_NAMED} more` : ""
  const said = `${message.replace(UNCHANGED, "")}; changed before that: ${changed.slice(0, MAX_NAMED).join(", ")}${more}`
  return new CairnError(code, said, hint, { cause: error, needsPerson, partly: changed })
}
