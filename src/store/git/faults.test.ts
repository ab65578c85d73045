import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { historyBed } from "../../../test/bed/history.ts"

const script = fileURLToPath(new URL("../../../test/bed/history-faults.ts", import.meta.url))
const isRoot = process.getuid?.() === 0
const canMount = isRoot && spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0

function run(fault: string, command: string[]): unknown[] {
  const bed = historyBed()
  const [program = "", ...args] = [...command, process.execPath, script, bed.root, fault]
  const env = { ...process.env, BUN_BE_BUN: "1", ROOT: bed.root }
  const done = spawnSync(program, args, { env, encoding: "utf8" })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout)
}

function onOwnDisk(fault: string): unknown[] {
  const prepare = 'mount -t tmpfs -o size=4m tmpfs "$ROOT" && mkdir "$ROOT/memory" && exec "$@"'
  return run(fault, ["unshare", "-m", "sh", "-c", prepare, "sh"])
}

/** Root may read everything unless it has given up that right. */
function unprivileged(fault: string): unknown[] {
  return run(fault, isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [])
}

const before = { result: "committed", files: ["a.md"], skipped: [], state: "current" }
const after = { result: "committed", files: ["b.md", "c.md"], skipped: [], state: "current" }

describe("a fault of the disk leaves the history behind until it is over", () => {
  test.skipIf(!canMount)("full", () => {
    const during = { result: "failed", reason: "the disk is full", state: "behind" }
    expect(onOwnDisk("full")).toEqual([before, during, after])
  })

  test.skipIf(!canMount)("read-only", () => {
    const during = { result: "failed", reason: "the disk is read-only", state: "behind" }
    expect(onOwnDisk("read-only")).toEqual([before, during, after])
  })

  test("objects that may not be written", () => {
    const during = { result: "failed", reason: "no permission for a file of the history", state: "behind" }
    expect(unprivileged("unwritable objects")).toEqual([before, during, after])
  })
})

test("one unreadable note is skipped and told, the others are committed", () => {
  const [first, during, last] = unprivileged("unreadable note")
  expect(first).toEqual(before)
  const skipped = [{ path: "b.md", reason: 'open("b.md"): Permission denied' }]
  expect(during).toEqual({ result: "committed", files: ["c.md"], skipped, state: "current" })
  expect(last).toEqual({ result: "committed", files: ["b.md"], skipped: [], state: "current" })
})
