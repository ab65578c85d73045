import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { existsSync, statSync } from "node:fs"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openPast } from "./past.ts"

const MEGABYTE = 1_000_000

function bed() {
  const data = tempDir("data")
  const file = join(data, "past.db")
  const made = makePastDatabase(pastDatabaseFile(data), [1])
  const past = openPast({ XDG_DATA_HOME: data }, file)
  const refresh = (maxMegabytes: number) => past.refresh({ forMs: 60_000, maxMegabytes, restMs: 0 }, () => false)
  const onDisk = () => [file, `${file}-wal`].reduce((sum, one) => sum + (existsSync(one) ? statSync(one).size : 0), 0)
  const indexed = () => past.withIndex((index) => index.sessions().map(({ id }) => id))
  /** How often something was written or forgotten. */
  const changes = () => {
    const db = new Database(file, { readonly: true })
    const row = db.query("SELECT changes FROM lease").get()
    db.close()
    return row
  }
  let next = 0
  /** Sessions with words that no other has; returns their ids. */
  const add = (count: number, messages: number) => {
    made.db.exec("BEGIN")
    const ids = Array.from({ length: count }, () => {
      made.wait(60_000)
      const id = made.session({ directory: "/x" })
      for (let at = 0; at < messages; at++)
        made.said(id, Array.from({ length: 400 }, () => `w${(next++).toString(36)}x`).join(" "))
      return id
    })
    made.db.exec("COMMIT")
    return ids
  }
  return { past, refresh, onDisk, indexed, changes, add }
}

describe("the room of the index", () => {
  test("a lower limit counts at the next look, though nothing is new: file and log get smaller, and the newest sessions stay", async () => {
    const { past, refresh, onDisk, indexed, add } = bed()
    const ids = add(100, 10)
    expect(await refresh(100)).toBe(true)
    const before = onDisk()
    expect(before).toBeGreaterThan(2.5 * MEGABYTE)
    expect(await past.withIndex((index) => index.bytesOnDisk())).toBe(before)
    await refresh(2)
    expect(onDisk()).toBeLessThan(2.07 * MEGABYTE)
    await refresh(1)
    expect(onDisk()).toBeLessThan(1.07 * MEGABYTE)
    const left = await indexed()
    expect(left.length).toBeGreaterThan(5)
    expect(left.toSorted()).toEqual(ids.slice(-left.length).toSorted())
  })

  test("a full index is left alone: what was forgotten does not come back only to be forgotten again", async () => {
    const { refresh, indexed, changes, add } = bed()
    add(100, 10)
    // It fills up at first, since lists that are merged take less room.
    for (let round = 0; round < 10; round++) await refresh(2)
    const before = [changes(), await indexed()]
    await refresh(2)
    expect([changes(), await indexed()]).toEqual(before)
  })

  test("a session that is larger than the limit is kept if it is the newest, and not indexed again and again", async () => {
    const { refresh, indexed, changes, add } = bed()
    const [older] = add(1, 5)
    const [large] = add(1, 400)
    await refresh(1)
    expect(await indexed()).toEqual([large!])
    const before = changes()
    await refresh(1)
    expect(changes()).toEqual(before)
    expect(await refresh(100)).toBe(true)
    expect((await indexed()).toSorted()).toEqual([older!, large!].toSorted())
  })
})
