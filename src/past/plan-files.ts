// The plan files of one folder; links are not followed.
import { lstat, readdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { readOutsideFile } from "../platform/outside-file.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { isTime } from "./session-rows.ts"

const MAX_PLANS = 500
const MAX_BYTES = 1_000_000
/** In any script, but with nothing that is not seen. A folder's entry is a name and never a path. */
const NAME = /^(?!\.)[^\p{C}\p{Zl}\p{Zp}/\\]{1,200}\.md$/u

export async function listPlans(folder: string) {
  if (!(await isRealFolder(dirname(folder))) || !(await isRealFolder(folder))) return []
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name)).slice(0, MAX_PLANS)
  const plans = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const text = await readPlan(path)
      const entry = await lstat(path).catch(() => undefined)
      if (text === undefined || !entry) return []
      const heading = /^#{1,6} +(.+)$/m.exec(text.slice(0, 10_000))?.[1] ?? ""
      return [{ name, path, changed: isTime(entry.mtimeMs) ? entry.mtimeMs : 0, heading: cleanText(heading).text }]
    }),
  )
  return plans.flat()
}

/** Undefined if it is not a regular file or cannot be read. */
export async function readPlan(path: string): Promise<CleanText | undefined> {
  const read = await readOutsideFile(path, { maxBytes: MAX_BYTES, links: "refuse" })
  return "text" in read ? cleanText(read.text).text : undefined
}

async function isRealFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() === true
}
