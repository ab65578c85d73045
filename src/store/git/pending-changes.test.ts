import { expect, test } from "bun:test"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { commitMessage } from "./commit-message.ts"
import { openPendingChanges } from "./pending-changes.ts"

const [x, y] = ["projects/a/reference/x.md", "projects/a/reference/y.md"]

test("a change named while files are staged is left for the commit that has it", () => {
  let time = 1000
  const changes = openPendingChanges(tempDir("pending"), () => time)
  const commit = (files: readonly string[], stagedFrom: number) => {
    const message = commitMessage(files, changes.read(stagedFrom))
    changes.committed(files, stagedFrom)
    return message
  }
  changes.add({ why: "add x", paths: [x] })
  time = 2000
  changes.add({ why: "edit x", paths: [x] })
  expect(commit([x], 1500)).toBe("add x")
  expect(commit([x], 2500)).toBe("edit x")
  expect(commit([x], 2500)).toBe("edited by hand: x")
})

test("a change that only staging saw is not told as a person's", () => {
  const changes = openPendingChanges(tempDir("pending"), () => 2000)
  changes.add({ why: "add y", paths: [y] })
  expect(commitMessage([y], changes.read(1500))).toBe("add y")
  changes.committed([y], 1500)
  expect(changes.read(3000)).toEqual([])
})

test("what was not written after all is withdrawn, whether a commit has looked at the line before or not", () => {
  let time = 1000
  const changes = openPendingChanges(tempDir("pending"), () => time)
  const [first, second] = [0, 1].map(() => changes.add({ why: "write both", paths: [x, y] }))
  second?.([x])
  expect(commitMessage([x, y], changes.read(2000))).toContain(`- write both [${x}]`)
  first?.([x])
  expect(changes.read(2000).map(({ paths }) => paths)).toEqual([[y], [y]])
  time = 3000
  changes.add({ why: "write x", paths: [x] })([x])
  changes.committed([y], 2000)
  expect(commitMessage([x], changes.read(4000))).toBe("edited by hand: x")
})
