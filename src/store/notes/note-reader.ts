// A note from disk: from bytes to text, from text to what Cairn knows about it. Bytes that are not text, and files that are too large, stay
// readable as far as possible and are never rewritten.
import {
  ARCHIVE_FOLDER,
  FACTS_FOLDER,
  type Fact,
  type FactNote,
  factBody,
  factOf,
  factWords,
} from "../../model/fact.ts"
import { linksIn } from "../../model/links.ts"
import { describePath, MAX_NOTE_BYTES, type NoteInfo } from "../../model/note.ts"
import { type NoteFile, parseNote } from "../../model/note-file.ts"
import type { NotePath } from "../../model/note-path.ts"
import { isHot, type Scope } from "../../model/scope.ts"
import { sha256 } from "../../model/sha256.ts"
import { storeError } from "../../model/store-error.ts"
import { type FileContent, type FileStamp, readFileBelow } from "../../platform/durable-file.ts"
import { cutText } from "../../text/text.ts"

export interface NoteSettings {
  readonly hotDir: string
  readonly defaultLimit: number
}

export interface StoredNote {
  readonly info: NoteInfo
  readonly file: NoteFile
  readonly stamp: FileStamp
}

/** How much of an oversized file is read: enough for its frontmatter and a first impression. */
const GLIMPSE_BYTES = 64 * 1024
/** How much of a fact's body the index keeps: all facts are held in memory. */
const MAX_DETAIL = 4000
/** The same for other bodies: the beginning says what a note is about. */
const MAX_GIST = 1000
const FACT_PATH = new RegExp(`^(?:${FACTS_FOLDER}|${ARCHIVE_FOLDER})/`)

export async function readNote(
  memory: string,
  scope: Scope,
  { path, folder, name }: NotePath,
  settings: NoteSettings,
): Promise<StoredNote | undefined> {
  try {
    const content = await readFileBelow(memory, [...scope.folder, ...folder], name, MAX_NOTE_BYTES)
    return content && toNote(scope, path, content, settings)
  } catch (error) {
    throw storeError(error)
  }
}

export function toNote(scope: Scope, path: string, content: FileContent, settings: NoteSettings): StoredNote {
  const { text, problem } = decode(content)
  const parsed = parseNote(text)
  const file = problem ? { ...parsed, problem } : inPresentForm(path, parsed)
  return { info: infoOf(scope, path, file, content, settings), file, stamp: content.stamp }
}

/** A fact is read as if its body had the sentence, which older ones have in the description; on disk it stays as it is until it changes. */
function inPresentForm(path: string, file: NoteFile): NoteFile {
  if (!isFact(path, file) || file.head.description === undefined) return file
  const words = factWords(file.head.description, file.body)
  return words.detail === file.body.trim() ? { ...file, body: factBody(words) } : file
}

function infoOf(
  scope: Scope,
  path: string,
  file: NoteFile,
  { bytes, stamp }: FileContent,
  settings: NoteSettings,
): NoteInfo {
  const { head, body, problem } = file
  const hot = isHot(path, settings.hotDir)
  const links = linksIn(body)
  const known = head.description ?? describePath(path)
  const fileTime = Number(stamp.mtimeNs / 1_000_000n)
  const fact = factIn(file, { path, scope: scope.name, description: known, fileTime })
  const gist = hot || fact ? "" : cutText(body.trim(), MAX_GIST)
  return {
    scope: scope.name,
    path,
    description: fact?.text ?? known,
    ...(head.type !== undefined && { type: head.type }),
    limit: head.limit ?? settings.defaultLimit,
    chars: body.length,
    hot,
    readonly: head.readonly || problem !== undefined,
    quarantined: head.trust === "quarantined",
    ...(head.updated !== undefined && { updated: head.updated }),
    ...(problem !== undefined && { problem }),
    ...(links.length > 0 && { links }),
    hash: sha256(bytes),
    ...(hot && { body }),
    ...(gist && { gist }),
    ...(fact && { fact }),
  }
}

function isFact(path: string, { values, problem }: NoteFile): boolean {
  return problem === undefined && (FACT_PATH.test(path) || values.has("source"))
}

function factIn(file: NoteFile, note: Omit<FactNote, "body">): Fact | undefined {
  if (!isFact(note.path, file)) return undefined
  const { body } = file
  return withCutMark(factOf(file.values, { ...note, body: cutText(body, MAX_DETAIL) }), body.length)
}

/** `chars` counts the whole body. */
export function withCutMark(fact: Fact, chars: number): Fact {
  return chars > MAX_DETAIL ? { ...fact, detailCutFrom: fact.path } : fact
}

function decode({ bytes, stamp, truncated }: FileContent): { text: string; problem?: string } {
  if (truncated) {
    const problem = `the file has ${stamp.size} bytes, more than the ${MAX_NOTE_BYTES} Cairn takes in; only its beginning is shown`
    return { text: new TextDecoder().decode(bytes.subarray(0, GLIMPSE_BYTES)), problem }
  }
  if (bytes.includes(0))
    return { text: new TextDecoder().decode(bytes).replaceAll("\0", "\ufffd"), problem: "the file holds NUL bytes" }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder().decode(bytes), problem: "the file is not UTF-8 text" }
  }
}
