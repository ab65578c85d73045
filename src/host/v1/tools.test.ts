import { expect, test } from "bun:test"
import { titleOf } from "./tools.ts"

test("a title says what came of a call; of one that hands on a text, which text", () => {
  const long = `Saved facts/${"x".repeat(100)}.md (project, project scope)`
  const titles = [
    titleOf("memory_save", { text: "a" }, "Saved facts/a.md (project, project scope)"),
    titleOf("memory_write", { path: "a" }, "Waiting for the user (verbatim): a.md\nmore"),
    titleOf("memory", { verb: "memory_delete", args: { path: "a" } }, "Deleted a.md (project scope)"),
    titleOf("memory_read", { path: "a" }, "Saved by nobody: this is what the note says"),
    titleOf("memory", { verb: "read", args: { path: "b" } }, "the note"),
    titleOf("memory_read", { path: "c" }, "Error (note_not_found): there is no note c.md"),
  ]
  expect(titles).toEqual([
    "Saved facts/a.md (project, project scope)",
    "Waiting for the user (verbatim): a.md",
    "Deleted a.md (project scope)",
    "a",
    "b",
    "Error (note_not_found): there is no note c.md",
  ])
  expect(titleOf("memory_save", {}, long)).toHaveLength(80)
})
