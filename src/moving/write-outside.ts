// Writes a file for a person, anywhere: completely or not at all, through no link, and never replacing another without being asked.
import { lstat } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { CairnError, errnoOf, messageOf } from "../model/errors.ts"
import { replaceFile } from "../platform/durable-file.ts"

const WHY: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `the folder ${dirname(path)} does not exist`,
  ENOTDIR: (path) => `a part of ${dirname(path)} is a file`,
  EISDIR: () => "it is a folder",
  EACCES: (path) => `you may not write in ${dirname(path)}`,
  EPERM: (path) => `you may not write in ${dirname(path)}`,
  EROFS: () => "the disk is read-only",
  ENOSPC: () => "the disk is full",
}

/** `before`: the text that may be replaced; without it the file must not exist. */
export async function writeOutside(path: string, bytes: Uint8Array, before?: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined)
  try {
    await replaceFile(dirname(path), [], basename(path), bytes, {
      maxBytes: 16 * 1024 * 1024,
      ...(there && { mode: there.mode & 0o777 }),
      expect(current) {
        const now = current && textIn(current.bytes)
        if (now !== undefined && now !== before)
          throw new Error(before === undefined ? "it is there already" : "somebody changed it just now")
      },
    })
  } catch (error) {
    const why = WHY[errnoOf(error) ?? ""] ?? (() => messageOf(error))
    throw new CairnError("not_written", `${path} cannot be written: ${why(path)}`, "name another file with --to")
  }
}

/** Only text that encodes back to the same bytes; anything else would be damaged. */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch (error) {
    throw new Error("it is not UTF-8 text", { cause: error })
  }
}
