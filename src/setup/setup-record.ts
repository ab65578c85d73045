// What setup changed in OpenCode's configuration, so that it can be undone byte for byte: only the characters that were added and removed,
// because the file around them may contain keys. If somebody changed the file since, the record does not fit, and only the entry is removed.
import { join } from "node:path"
import { field, jsonOf, listAt } from "../model/fields.ts"
import { sha256 } from "../model/sha256.ts"
import { storeError } from "../model/store-error.ts"
import { removeFile, replaceFile } from "../platform/durable-file.ts"
import { readOutsideFile } from "../platform/outside-file.ts"
import { privateDir } from "../platform/private-mode.ts"

export interface ConfigEdit {
  readonly file: string
  /** Hashes of the text before and after; `absent` if there was no file. */
  readonly was: string
  readonly is: string
  readonly at: number
  readonly took: string
  readonly put: string
}

/** A hidden name, because a folder with other names in it is taken for somebody else's. */
const NAME = ".setup.json"
const MAX_BYTES = 256 * 1024
const ABSENT = "absent"

export function editBetween(file: string, before: string | undefined, after: string): ConfigEdit {
  const from = before ?? ""
  let at = 0
  while (at < Math.min(from.length, after.length) && from[at] === after[at]) at++
  let end = 0
  while (end < Math.min(from.length, after.length) - at && from.at(-1 - end) === after.at(-1 - end)) end++
  return {
    file,
    was: before === undefined ? ABSENT : sha256(before),
    is: sha256(after),
    at,
    took: from.slice(at, from.length - end),
    put: after.slice(at, after.length - end),
  }
}

/** The text before all of the edits, newest last; `absent` if there was no file. Undefined if somebody else changed it since. */
export function textBefore(text: string, edits: readonly ConfigEdit[]): string | typeof ABSENT | undefined {
  let now = text
  for (const { was, is, at, took, put } of edits.toReversed()) {
    if (sha256(now) !== is) return undefined
    if (was === ABSENT) return ABSENT
    now = now.slice(0, at) + took + now.slice(at + put.length)
    if (sha256(now) !== was) return undefined
  }
  return edits.length > 0 ? now : undefined
}

export async function readSetupRecord(root: string): Promise<ConfigEdit[]> {
  const read = await readOutsideFile(join(root, NAME), { maxBytes: MAX_BYTES, links: "refuse" })
  if (!("text" in read) || read.truncated) return []
  // A damaged record counts as none.
  return (listAt(jsonOf(read.text)) ?? []).filter(isEdit)
}

function isEdit(given: unknown): given is ConfigEdit {
  const texts = ["file", "was", "is", "took", "put"].map((name) => field(given, name))
  return Number.isInteger(field(given, "at")) && texts.every((one) => typeof one === "string")
}

export async function writeSetupRecord(root: string, edits: readonly ConfigEdit[]): Promise<void> {
  if (edits.length === 0) {
    await removeFile(root, [], NAME, { maxBytes: 0 })
    return
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify(edits, null, 2)}\n`)
  try {
    await privateDir(root)
    await replaceFile(root, [], NAME, bytes, { maxBytes: 0 })
  } catch (error) {
    throw storeError(error)
  }
}
