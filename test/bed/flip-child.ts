// Opens databases with one flipped bit each and says what came of it; run again, it opens them again. A process, since it may crash:
// flip-child.ts <state|index> <folder with the whole database> <folder to work in> <bit> …
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { NoteInfo } from "../../src/model/note.ts"
import { globalScope } from "../../src/model/scope.ts"
import { nullLog } from "../../src/platform/log.ts"
import { openIndexCache } from "../../src/store/notes/index-cache.ts"
import { NoteIndex } from "../../src/store/notes/note-index.ts"
import { openOutcomes } from "../../src/store/tables/outcomes.ts"
import { spareState } from "../../src/store/tables/spare-state.ts"
import { openStateDb } from "../../src/store/tables/state-db.ts"

const [kind, whole = "", work = "", ...bits] = process.argv.slice(2)
const file = `${kind}.db`
const bytes = readFileSync(join(whole, file))
const settings = { hotDir: "system", defaultLimit: 5000 }

/** "fit" when it can be read and written. */
async function useState(path: string): Promise<string> {
  const { db, notice } = await openStateDb(path, nullLog)
  if (!db) return `off: ${notice}`
  try {
    db.run("INSERT OR IGNORE INTO work_day(project, day) VALUES ('app', ?)", String(Math.random()))
    openOutcomes(spareState(db, nullLog, "state")).about({}, "app", 5)
    return "fit"
  } catch (error) {
    return String(error)
  } finally {
    // What was found to be damaged in use is marked beside it.
    await new Promise((resolve) => setTimeout(resolve, 5))
    db.close()
  }
}

async function useIndex(path: string): Promise<string> {
  const failures: string[] = []
  // One that was thrown away in time is fit.
  const log = {
    ...nullLog,
    warn: (event: string) => void (event === "index-cache-unusable" || failures.push(event)),
  }
  const cache = await openIndexCache(path, settings, log)
  const index = new NoteIndex()
  await cache.load(globalScope, index, settings)
  const info = { scope: "global", path: "z.md", hash: "", hot: false, limit: 1 } as NoteInfo
  index.put({ info, stamp: { mtimeNs: 1n, size: 1, ino: 1n, nlink: 1 } })
  await cache.save(globalScope, index)
  cache.close()
  return failures.join() || "fit"
}

for (const bit of bits.map(Number)) {
  const folder = join(work, String(bit))
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    writeFileSync(join(folder, file), flipped)
  }
  process.stdout.write(`${bit}: `)
  process.stdout.write(`${await (kind === "state" ? useState : useIndex)(join(folder, file))}\n`)
}
