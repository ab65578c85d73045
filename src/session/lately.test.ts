import { expect, test } from "bun:test"
import { byUse, latelyAfter, nothingLately } from "./lately.ts"
import type { MemoryEvent } from "./memory-event.ts"

const after = (...events: MemoryEvent[]) => events.reduce(latelyAfter, nothingLately)
const used = (names: string[], paths: string[] = []): MemoryEvent => ({ kind: "used", names, paths })
const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text)

test("what is used often and late comes first, a number by its newest word", () => {
  const lately = after(
    used(["oldName", "port 5432"]),
    used(["oftenUsed"]),
    used(["oftenUsed", "listen 5432"]),
    used(["newName"]),
  )
  expect(texts(byUse(lately.names, lately.calls))).toEqual(["listen 5432", "oftenUsed", "newName", "oldName"])
  const later = Array.from({ length: 60 }, (_, at) => used([`name_${at}`]))
  expect(texts(byUse(after(used(["oldName", "oldName"]), ...later).names, 61)).slice(0, 2)).toEqual([
    "name_59",
    "name_58",
  ])
})

test("deleted files are dropped, and a moved one has its new path", () => {
  const lately = after(
    used([], ["src/a.ts", "src/b.ts"]),
    { kind: "files", files: [{ path: "src/c.ts", action: "read" }] },
    { kind: "files", files: [{ path: "src/a.ts", action: "delete" }] },
    { kind: "files", files: [{ path: "src/b.ts", action: "move", to: "src/d.ts" }] },
  )
  expect(texts(lately.files)).toEqual(["src/c.ts", "src/d.ts"])
})

test("of thousands of names only the best are kept", () => {
  const lately = after(
    ...Array.from({ length: 300 }, (_, call) => used(Array.from({ length: 20 }, (_, at) => `name_${call}_${at}`))),
  )
  expect(lately.names.length).toBeLessThanOrEqual(500)
  expect(texts(lately.names)).toContain("name_299_0")
})
