import { expect, test } from "bun:test"
import type { FileTouch } from "../session/memory-event.ts"
import { pathsOf } from "./extract.ts"

const many = (count: number, action: FileTouch["action"]): FileTouch[] =>
  Array.from({ length: count }, (_, i) => ({ path: `src/${i}.ts`, action }))

test.each(["read", "edit", "write", "apply_patch"])("%s: what it was asked for", (tool) => {
  expect(pathsOf(tool, many(7, "edit"))).toHaveLength(7)
  expect(pathsOf(tool, many(500, "edit"))).toHaveLength(50)
})

test.each(["grep", "glob"])("%s: the first five", (tool) => {
  expect(pathsOf(tool, many(7, "grep"))).toEqual(["src/0.ts", "src/1.ts", "src/2.ts", "src/3.ts", "src/4.ts"])
})

test.each(["bash", "webfetch", "task", "", "toString"])("%p: none", (tool) => {
  expect(pathsOf(tool, many(2, "read"))).toEqual([])
})

test("a moved file by its new name, a deleted one not at all, each once", () => {
  const files: FileTouch[] = [
    { path: "a.ts", action: "edit" },
    { path: "old.ts", action: "move", to: "new.ts" },
    { path: "gone.ts", action: "delete" },
    { path: "a.ts", action: "edit" },
  ]
  expect(pathsOf("apply_patch", files)).toEqual(["a.ts", "new.ts"])
})
