// What the write lock promises, on both runtimes, among processes of both.
import assert from "node:assert/strict"
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { CairnError } from "../../src/model/errors.ts"
import { openWriteLock } from "../../src/store/lock/write-lock.ts"
import { tempDir } from "../bed/sandbox.ts"
import { startChild } from "./runtimes.ts"

const lockPath = () => join(tempDir("lock"), "lock.db")
const isBusy = (error: unknown) => error instanceof CairnError && error.code === "lock_busy" && error.hint !== ""

/** A promise that somebody else fulfils. */
function signal(): { promise: Promise<void>; give: () => void } {
  let give = (): void => undefined
  const promise = new Promise<void>((resolve) => {
    give = resolve
  })
  return { promise, give }
}

test("lock: four processes of both runtimes lose no update", async () => {
  const path = lockPath()
  const file = `${path}.count`
  writeFileSync(file, "0")
  const workers = (["node", "bun", "node", "bun"] as const).map((runtime) =>
    startChild(runtime, "lock-child.ts", "count", path, file, "200"),
  )
  assert.deepEqual(await Promise.all(workers.map((worker) => worker.exit)), [0, 0, 0, 0])
  assert.equal(readFileSync(file, "utf8"), "800")
})

test("lock: a wait whose time is over already prints nothing", async () => {
  const path = lockPath()
  const lock = await openWriteLock(path)
  const holder = startChild("node", "lock-child.ts", "hold", path)
  assert.equal(await holder.line(), "held")
  const warnings: string[] = []
  const note = ({ name }: Error) => void warnings.push(name)
  process.on("warning", note)
  for (const ms of [-5, 0])
    await assert.rejects(
      lock.hold(ms, async () => "ran"),
      isBusy,
    )
  // Also behind somebody in this process.
  const refused = [-5, 0, -5].map((ms) => lock.hold(ms, async () => "ran"))
  await Promise.all(refused.map((one) => assert.rejects(one, isBusy)))
  // A warning is emitted in the next tick.
  await sleep(1)
  process.off("warning", note)
  assert.deepEqual(warnings, [])
  holder.process.kill("SIGKILL")
  await holder.exit
  lock.close()
})

for (const runtime of ["node", "bun"] as const) {
  test(`lock: a killed holder (${runtime}) frees it at once`, async () => {
    const path = lockPath()
    const lock = await openWriteLock(path)
    const holder = startChild(runtime, "lock-child.ts", "hold", path)
    assert.equal(await holder.line(), "held")
    await assert.rejects(
      lock.hold(30, async () => "ran"),
      isBusy,
    )
    holder.process.kill("SIGKILL")
    await holder.exit
    assert.equal(await lock.hold(0, async () => "ran"), "ran")
    lock.close()
  })

  test(`lock: the event loop runs while another process (${runtime}) is waited for`, async () => {
    const path = lockPath()
    const lock = await openWriteLock(path)
    const holder = startChild(runtime, "lock-child.ts", "hold", path)
    assert.equal(await holder.line(), "held")
    // Only a loop that runs can send the line that ends the wait.
    setTimeout(() => holder.process.stdin.write("enough\n"), 50)
    assert.equal(await lock.hold(10_000, async () => "ran"), "ran")
    assert.equal(await holder.exit, 0)
    lock.close()
  })
}

test("lock: all openers in a process share one queue, first come first served", async () => {
  const path = lockPath()
  const [one, two] = [await openWriteLock(path), await openWriteLock(join(path, "..", ".", "lock.db"))]
  const order: number[] = []
  let inside = 0
  const work = (id: number) => async () => {
    inside += 1
    assert.equal(inside, 1)
    await sleep(1)
    inside -= 1
    order.push(id)
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map((id) => (id % 2 ? one : two).hold(10_000, work(id))))
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5])
  one.close()
  two.close()
})

test("lock: a waiter whose time is over never runs, and the queue goes on", async () => {
  const lock = await openWriteLock(lockPath())
  const release = signal()
  const first = lock.hold(1_000, () => release.promise)
  let late = false
  await assert.rejects(
    lock.hold(20, async () => {
      late = true
    }),
    isBusy,
  )
  const third = lock.hold(10_000, async () => "third")
  release.give()
  await first
  assert.equal(await third, "third")
  assert.equal(late, false)
  lock.close()
})

test("lock: a waiter admitted too late by a blocked event loop does not run either", async () => {
  const lock = await openWriteLock(lockPath())
  let late = false
  const first = lock.hold(1_000, async () => {
    await sleep(1)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)
  })
  const second = lock.hold(30, async () => {
    late = true
  })
  await assert.rejects(second, isBusy)
  await first
  assert.equal(late, false)
  assert.equal(await lock.hold(0, async () => "free"), "free")
  lock.close()
})

test("lock: work that throws gives its own error and frees the lock", async () => {
  const lock = await openWriteLock(lockPath())
  await assert.rejects(
    lock.hold(100, async () => {
      throw new Error("mine")
    }),
    /mine/,
  )
  await assert.rejects(
    lock.hold(100, () => {
      throw new Error("at once")
    }),
    /at once/,
  )
  assert.equal(await lock.hold(0, async () => "free"), "free")
  lock.close()
})

test("lock: hold inside hold gives up instead of hanging", async () => {
  const lock = await openWriteLock(lockPath())
  await assert.rejects(
    lock.hold(1_000, () => lock.hold(20, async () => "inner")),
    isBusy,
  )
  lock.close()
})

test("lock: stays held when the collector runs and nobody keeps the lock object", async () => {
  const path = lockPath()
  const release = signal()
  const held = (await openWriteLock(path)).hold(1_000, () => release.promise)
  for (let round = 0; round < 5; round++) {
    collectGarbage()
    await sleep(5)
  }
  const rival = startChild("node", "lock-child.ts", "hold", path)
  assert.equal(await Promise.race([rival.line(), sleep(300, "waits")]), "waits")
  release.give()
  await held
  rival.process.kill("SIGKILL")
  await rival.exit
})

function collectGarbage(): void {
  const { Bun, gc } = globalThis as { Bun?: { gc(force: boolean): void }; gc?: () => void }
  Bun?.gc(true)
  gc?.()
}

test("lock: closed while held, it is let go when the work is done; then it is of no use", async () => {
  const path = lockPath()
  const lock = await openWriteLock(path)
  const release = signal()
  const held = lock.hold(100, () => release.promise)
  lock.close()
  release.give()
  await held
  await assert.rejects(
    lock.hold(100, async () => "ran"),
    (error) => error instanceof CairnError && error.code === "lock_unavailable",
  )
  const next = await openWriteLock(path)
  assert.equal(await next.hold(0, async () => "free"), "free")
  next.close()
})

for (const [kind, content] of [
  ["a short text", "not a database"],
  ["a long text", "not a database ".repeat(1_000)],
  ["a database header with rubbish", `SQLite format 3\0${"\xff".repeat(5_000)}`],
] as const) {
  test(`lock: a damaged file (${kind}) is emptied and works`, async () => {
    const path = lockPath()
    writeFileSync(path, content, "latin1")
    const lock = await openWriteLock(path)
    assert.equal(await lock.hold(500, async () => "ran"), "ran")
    assert.equal(statSync(path).mode & 0o777, 0o600)
    lock.close()
  })
}

test("lock: a removed or replaced file keeps nobody out, so it is opened again", async () => {
  const path = lockPath()
  const lock = await openWriteLock(path)
  rmSync(path)
  await lock.hold(500, async () => assert.ok(existsSync(path)))
  renameSync(path, `${path}.old`)
  const other = startChild("node", "lock-child.ts", "hold", path)
  assert.equal(await other.line(), "held")
  await assert.rejects(
    lock.hold(50, async () => "ran"),
    isBusy,
  )
  other.process.kill("SIGKILL")
  await other.exit
  lock.close()
})

test("lock: a folder that goes and comes back is reported, then used again", async () => {
  const path = lockPath()
  const folder = join(path, "..")
  const lock = await openWriteLock(path)
  renameSync(folder, `${folder}.away`)
  for (let round = 0; round < 3; round++) {
    await assert.rejects(
      lock.hold(50, async () => "ran"),
      (error) => error instanceof CairnError && error.code === "lock_unavailable",
    )
  }
  renameSync(`${folder}.away`, folder)
  assert.equal(await lock.hold(500, async () => "ran"), "ran")
  lock.close()
})

test("lock: a folder that is missing is reported with what to do", async () => {
  await assert.rejects(
    openWriteLock(join(tempDir("lock"), "nowhere", "lock.db")),
    (error) =>
      error instanceof CairnError && error.code === "lock_unavailable" && /exists.*restart OpenCode/.test(error.hint),
  )
})
