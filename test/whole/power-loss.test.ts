// Power fails between writes and syncs: on every disk that a real run may leave, what was acknowledged is there and nothing is torn. This is the short
// form; `npm run soak` tries every step, every single change and selections of changes.
import { expect, test } from "bun:test"
import { filesOf, Recording } from "../bed/power-loss.ts"
import { canTrace, checkLosses, recordStory } from "../bed/power-story.ts"

if (!canTrace) process.stdout.write("skipped: strace is missing here, or may not trace\n")

test.skipIf(!canTrace)("a power loss takes nothing that was acknowledged and tears nothing", async () => {
  const { different, broken } = await checkLosses(recordStory(2), { every: 11, selections: 0 })
  expect(broken).toEqual([])
  expect(different).toBeGreaterThan(50)
})

test("of a file that was never synced the name may outlive the text, and the other way round", () => {
  const hex = (text: string) =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")
  const call = (name: string, args: string, result = "0") => `1 ${name}(${args}) = ${result}`
  const file = `5<${hex("/disk/new")}>`
  const trace = [
    call("openat", `AT_FDCWD, "${hex("/disk/new")}", O_WRONLY|O_CREAT`, file),
    call("write", `${file}, "${hex("words")}", 5`, "5"),
    call("rename", `"${hex("/disk/new")}", "${hex("/disk/note")}"`),
  ]
  const sync = [call("openat", `AT_FDCWD, "${hex("/disk")}", O_RDONLY`, `6<${hex("/disk")}>`), call("fsync", "6<x>")]
  const left = (lines: string[], isThere: (kind: string) => boolean) => {
    const recording = new Recording("/disk", lines.join("\n"))
    const disk = recording.after(recording.steps.length, ({ kind }) => isThere(kind))
    return filesOf(disk).map(([path, content]) => `${path}: ${content}`)
  }
  expect(left(trace, () => true)).toEqual(["note: words"])
  expect(left(trace, () => false)).toEqual([])
  expect(left(trace, (kind) => kind === "name")).toEqual(["note: "])
  expect(left([...trace, ...sync], () => false)).toEqual(["note: "])
  expect(left([...trace.slice(0, 2), call("fsync", "5<x>"), trace[2] ?? "", ...sync], () => false)).toEqual([
    "note: words",
  ])
})
