// What the session journal promises among processes of both runtimes.
import assert from "node:assert/strict"
import { join } from "node:path"
import { test } from "node:test"
import { tempDir } from "../bed/sandbox.ts"
import { openTestJournal } from "./journal-of.ts"
import { startChild } from "./runtimes.ts"

const statePath = () => join(tempDir("journal"), "state.db")
const namesOf = (name: string, times: number) => Array.from({ length: times }, (_, index) => name + index)

async function remembered(path: string): Promise<readonly string[]> {
  const { journal, close } = await openTestJournal(path)
  const names = journal.read("s")
  await close()
  return names
}

for (const pair of [
  ["node", "node"],
  ["node", "bun"],
  ["bun", "bun"],
] as const) {
  test(`journal: two processes (${pair.join(" and ")}) on one session lose nothing and agree`, async () => {
    const path = statePath()
    // The first opener makes the tables.
    assert.deepEqual(await remembered(path), [])
    const children = pair.map((runtime, index) =>
      startChild(runtime, "journal-child.ts", "fill", path, "ab"[index] ?? "", "500"),
    )
    for (const child of children) assert.equal(await child.line(), "done")
    for (const child of children) child.process.stdin.write("now\n")
    const [one = "", two = ""] = await Promise.all(children.map((child) => child.line()))
    assert.deepEqual(await Promise.all(children.map((child) => child.exit)), [0, 0])
    assert.equal(one, two)
    const names: string[] = JSON.parse(one)
    assert.equal(names.length, 1_000)
    for (const name of ["a", "b"]) {
      assert.deepEqual(
        names.filter((known) => known.startsWith(name)),
        namesOf(name, 500),
      )
    }
    assert.deepEqual(await remembered(path), names)
  })
}

test("journal: a limit holds across processes", async () => {
  const path = statePath()
  await remembered(path)
  const children = (["node", "bun", "node"] as const).map((runtime, index) =>
    startChild(runtime, "journal-child.ts", "limit", path, "abc"[index] ?? "", "80"),
  )
  const added = await Promise.all(children.map((child) => child.line()))
  assert.deepEqual(await Promise.all(children.map((child) => child.exit)), [0, 0, 0])
  assert.equal(
    added.reduce((sum, count) => sum + Number(count), 0),
    100,
  )
  assert.equal((await remembered(path)).length, 100)
})

for (const runtime of ["node", "bun"] as const) {
  test(`journal: killed (${runtime}) after a change has resolved, it is there`, async () => {
    const path = statePath()
    await remembered(path)
    for (const name of ["a", "b", "c"]) {
      const child = startChild(runtime, "journal-child.ts", "ack", path, name)
      const acknowledged: string[] = []
      while (acknowledged.length < 20) acknowledged.push(await child.line())
      child.process.kill("SIGKILL")
      await child.exit
      const names = await remembered(path)
      assert.deepEqual(acknowledged, namesOf(name, 20))
      // What was done beyond the last line that was read is whole, too: no gap.
      const own = names.filter((known) => known.startsWith(name))
      assert.ok(own.length >= 20)
      assert.deepEqual(own, namesOf(name, own.length))
    }
  })
}
