import { expect, test } from "bun:test"
import { type FailureKind, failureOfRun } from "./failure.ts"

test.each<[string, FailureKind]>([
  ["fatal: Out of memory, malloc failed (tried to allocate 4611686018427387904 bytes)", "broken"],
  ["error: cannot fork() for pack-objects: Resource temporarily unavailable", "other"],
  ["fatal: mmap failed: Cannot allocate memory", "other"],
  ["error: unable to write file: No space left on device", "other"],
  ["fatal: bad object refs/heads/main", "broken"],
  ["error: object file is empty\nfatal: loose object is corrupt", "broken"],
])("git's %p is no reason to begin a new history unless it is about the history", (stderr, kind) => {
  expect(failureOfRun({ code: 128, stdout: Buffer.alloc(0), stderr }).kind).toBe(kind)
})
