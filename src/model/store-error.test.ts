import { describe, expect, test } from "bun:test"
import { CairnError } from "./errors.ts"
import { storeError } from "./store-error.ts"

const fault = (code?: string) => Object.assign(new Error("it went wrong"), { code })

describe("what the file system says", () => {
  test.each([
    ["EIO", "disk_error", true],
    ["ENOENT", "store_missing", true],
    ["EMFILE", "too_many_files", false],
    ["ENFILE", "too_many_files", false],
    ["ENOSPC", "no_space", false],
    ["EACCES", "store_read_only", true],
    ["ENOTDIR", "not_a_folder", false],
    ["EWHATEVER", "store_failed", false],
    [undefined, "store_failed", false],
  ])("%s is %s", (errno, code, needsPerson) => {
    const said = storeError(fault(errno))
    expect([said.code, said.needsPerson, said.hint !== ""]).toEqual([code, needsPerson, true])
  })

  test("an error of Cairn's own stays what it is", () => {
    const own = new CairnError("over_limit", "too long")
    expect(storeError(own)).toBe(own)
  })
})
