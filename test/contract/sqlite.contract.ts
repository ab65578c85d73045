// What the SQLite interface promises, on both runtimes.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { isSqliteBusy, isSqliteDamaged, openSqlite } from "../../src/platform/sqlite.ts"
import { tempDir } from "../bed/sandbox.ts"
import { childEnv, startChild } from "./runtimes.ts"

const databasePath = () => join(tempDir("sqlite"), "test.db")

test("sqlite: rows are plain objects, a missing row is undefined", async () => {
  const db = await openSqlite(":memory:")
  db.exec(
    "CREATE TABLE t(a INTEGER, b TEXT, c REAL, d); INSERT INTO t VALUES (1, 'one', 1.5, NULL), (2, 'two', 2.5, NULL)",
  )
  assert.deepEqual(db.all("SELECT * FROM t ORDER BY a"), [
    { a: 1, b: "one", c: 1.5, d: null },
    { a: 2, b: "two", c: 2.5, d: null },
  ])
  assert.deepEqual(db.get("SELECT b FROM t WHERE a = ?", 2), { b: "two" })
  assert.equal(db.get("SELECT b FROM t WHERE a = ?", 3), undefined)
  assert.deepEqual(db.all("SELECT b FROM t WHERE a = ?", 3), [])
  assert.deepEqual(db.run("UPDATE t SET c = ? WHERE a < ?", 0, 9), { changes: 2 })
  assert.deepEqual(db.run("DELETE FROM t WHERE a = ?", 9), { changes: 0 })
  db.close()
})

test("sqlite: whole numbers are integers in every column, and large ones keep every digit", async () => {
  const db = await openSqlite(":memory:")
  const types = db.get("SELECT typeof(?) AS a, typeof(?) AS b, typeof(?) AS c, typeof(?) AS d", 1, 3e9, 1.5, 10n)
  assert.deepEqual(types, { a: "integer", b: "integer", c: "real", d: "integer" })
  db.exec("CREATE TABLE t(text TEXT)")
  db.run("INSERT INTO t VALUES (?)", 7)
  assert.deepEqual(db.get("SELECT text FROM t"), { text: "7" })
  const nanoseconds = 1_794_734_488_078_255_504n
  assert.deepEqual(db.get("SELECT ? AS a, ? AS b, ? AS c", nanoseconds, -5n, Number.MAX_SAFE_INTEGER), {
    a: nanoseconds,
    b: -5,
    c: Number.MAX_SAFE_INTEGER,
  })
  assert.throws(() => db.get("SELECT ?", 2n ** 70n))
  db.close()
})

test("sqlite: blobs are Uint8Array, views are stored without their surroundings", async () => {
  const db = await openSqlite(":memory:")
  const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3)
  const row = db.get<{ a: Uint8Array; b: Uint8Array }>("SELECT ? AS a, ? AS b", view, new Uint8Array(0))
  assert.ok(row?.a instanceof Uint8Array)
  assert.deepEqual([...row.a], [2, 3])
  assert.equal(row.b.length, 0)
  db.close()
})

test("sqlite: full-text search with porter and trigram, ranked", async () => {
  const db = await openSqlite(":memory:")
  db.exec("CREATE VIRTUAL TABLE words USING fts5(body, tokenize = 'porter unicode61')")
  db.exec("CREATE VIRTUAL TABLE parts USING fts5(body, tokenize = 'trigram')")
  for (const table of ["words", "parts"]) {
    db.run(`INSERT INTO ${table} VALUES (?), (?)`, "the caches were cleared", "言語モデルの記憶")
  }
  assert.equal(db.all("SELECT bm25(words) FROM words WHERE words MATCH ?", "cache").length, 1)
  assert.equal(db.all("SELECT snippet(parts, 0, '', '', '', 8) FROM parts WHERE parts MATCH ?", "モデル").length, 1)
  db.close()
})

test("sqlite: a transaction is kept whole or undone whole", async () => {
  const db = await openSqlite(databasePath())
  db.exec("CREATE TABLE t(a)")
  assert.equal(
    db.transaction(() => db.run("INSERT INTO t VALUES (1), (2)").changes),
    2,
  )
  assert.throws(
    () =>
      db.transaction(() => {
        db.run("INSERT INTO t VALUES (3)")
        throw new Error("no")
      }),
    /no/,
  )
  assert.deepEqual(db.get("SELECT count(*) AS n FROM t"), { n: 2 })
  db.close()
})

test("sqlite: a snapshot is of one moment, and ends with its work", async () => {
  const path = databasePath()
  const [writer, reader] = [await openSqlite(path), await openSqlite(path)]
  writer.exec("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
  const count = () => reader.get<{ n: number }>("SELECT count(*) AS n FROM t")?.n
  const counts = reader.snapshot(() => {
    const before = count()
    writer.run("INSERT INTO t VALUES (1)")
    return [before, count()]
  })
  assert.deepEqual([...counts, count()], [0, 0, 1])
  assert.throws(() => reader.snapshot(() => reader.get("SELECT * FROM missing")), /missing/)
  writer.run("INSERT INTO t VALUES (2)")
  assert.equal(count(), 2)
  writer.close()
  reader.close()
})

test("sqlite: a second writer is told that it is busy", async () => {
  const path = databasePath()
  const [one, two] = [await openSqlite(path), await openSqlite(path, { busyTimeoutMs: 0 })]
  one.exec("BEGIN IMMEDIATE")
  assert.throws(() => two.exec("BEGIN IMMEDIATE"), isSqliteBusy)
  one.exec("ROLLBACK")
  two.exec("BEGIN IMMEDIATE")
  two.close()
  one.close()
})

test("sqlite: opening and closing a second connection leaves the first one's lock in place", async () => {
  const path = databasePath()
  const one = await openSqlite(path)
  one.exec("BEGIN IMMEDIATE")
  const two = await openSqlite(path)
  two.close()
  const rival = startChild("node", "lock-child.ts", "hold", path)
  rival.process.stdin.on("error", () => undefined)
  const first = await Promise.race([rival.line(), new Promise((resolve) => setTimeout(resolve, 400, "waits"))])
  assert.equal(first, "waits")
  rival.process.kill("SIGKILL")
  await rival.exit
  one.exec("ROLLBACK")
  one.close()
})

test("sqlite: read-only reads, does not write and does not create", async () => {
  const path = databasePath()
  await assert.rejects(openSqlite(path, { readonly: true }))
  assert.equal(existsSync(path), false)
  const writer = await openSqlite(path)
  writer.exec("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
  writer.close()
  const reader = await openSqlite(path, { readonly: true })
  assert.deepEqual(reader.all("SELECT a FROM t"), [{ a: 1 }])
  assert.throws(() => reader.run("INSERT INTO t VALUES (2)"), /readonly/)
  reader.close()
})

test("sqlite: a closed WAL database leaves no companion files, however many statements it has seen", async () => {
  const path = databasePath()
  const db = await openSqlite(path)
  db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
  for (let n = 0; n < 300; n++) assert.deepEqual(db.get(`SELECT ${n} AS n`), { n })
  db.run("INSERT INTO t VALUES (1)")
  assert.deepEqual(readdirSync(join(path, "..")).sort(), ["test.db", "test.db-shm", "test.db-wal"])
  db.close()
  assert.deepEqual(readdirSync(join(path, "..")), ["test.db"])
})

for (const umask of [0o000, 0o022, 0o077]) {
  test(`sqlite: all files are 0600 under umask ${umask.toString(8).padStart(3, "0")}`, async () => {
    const path = databasePath()
    const before = process.umask(umask)
    try {
      const db = await openSqlite(path)
      db.exec("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
      const modes = readdirSync(join(path, "..")).map((name) => statSync(join(path, "..", name)).mode & 0o777)
      assert.deepEqual(modes, [0o600, 0o600, 0o600])
      db.close()
    } finally {
      process.umask(before)
    }
  })
}

test("sqlite: a loose mode is tightened, and a link is refused", async () => {
  const path = databasePath()
  writeFileSync(path, "")
  chmodSync(path, 0o644)
  const db = await openSqlite(path)
  db.close()
  assert.equal(statSync(path).mode & 0o777, 0o600)
  symlinkSync(path, `${path}.link`)
  await assert.rejects(openSqlite(`${path}.link`), { code: "ENOTREG" })
})

test("sqlite: a file that is no database is told apart", async () => {
  const path = databasePath()
  writeFileSync(path, "nothing of the kind ".repeat(100))
  const db = await openSqlite(path)
  assert.throws(() => db.exec("CREATE TABLE t(a)"), isSqliteDamaged)
  assert.throws(
    () => db.exec("no such statement"),
    (error) => !isSqliteDamaged(error) && !isSqliteBusy(error),
  )
  db.close()
})

test("sqlite: nothing is printed, and other warnings still are", () => {
  const script = `
    const { openSqlite } = await import(${JSON.stringify(new URL("../../src/platform/sqlite.ts", import.meta.url).href)})
    ;(await openSqlite(":memory:")).close()
    if (process.argv.includes("warn")) process.emitWarning("something else", "ExperimentalWarning")`
  const file = join(tempDir("sqlite"), "quiet.mjs")
  writeFileSync(file, script)
  const quiet = spawnSync(process.execPath, [file], { env: childEnv, encoding: "utf8" })
  assert.deepEqual([quiet.status, quiet.stdout, quiet.stderr], [0, "", ""])
  const loud = spawnSync(process.execPath, [file, "warn"], { env: childEnv, encoding: "utf8" })
  assert.match(loud.stderr, /something else/)
})
