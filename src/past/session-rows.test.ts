import { expect, test } from "bun:test"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openHostTables } from "./host-tables.ts"
import { sessionReader } from "./session-rows.ts"

test.each([1, 2] as const)(
  "the list of sessions of OpenCode %p is read no further than it is stopped",
  async (generation) => {
    const file = pastDatabaseFile(tempDir("data"))
    const { db, session } = makePastDatabase(file)
    db.transaction(() => {
      for (let at = 0; at < 2000; at++) session({ directory: "/x" }, generation)
    })()
    const opened = await openHostTables(file)
    let reads = 0
    const all: typeof opened.db.all = (...asked) => {
      reads++
      return opened.db.all(...asked)
    }
    const tables = { ...opened, db: { ...opened.db, all } }
    const read = sessionReader()
    expect(await read(tables, () => reads >= 3)).toBeUndefined()
    expect(reads).toBeLessThan(6)
    // What was read until then is not taken for all of it.
    expect((await read(tables, () => false))?.sessions).toHaveLength(2000)
    opened.db.close()
  },
)
