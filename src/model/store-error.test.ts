import { describe, expect, test } from "bun:test"
import { CairnError } from "./errors.ts"
import { atNote, storeError } from "./store-error.ts"

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

describe("the note in the way", () => {
  test.each(["ESYMLINK", "ELOOP", "EHARDLINK", "ENOTREG", "ENOTDIR", "EISDIR", "ECHANGED"])("is named: %s", (errno) => {
    // A message may begin with the same word.
    for (const name of ["api", "the", "somebody"]) {
      const said = storeError(fault(errno))
      const named = atNote(fault(errno), name)
      expect([named.message, named.note]).toEqual([`${name}: ${said.message}`, name])
      expect(atNote(said, name)).toMatchObject({ message: named.message, code: said.code, hint: said.hint })
      expect(atNote(named, "another")).toBe(named)
    }
  })

  test.each(["ENOENT", "EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "ENFILE", "EWHATEVER", undefined])(
    "is none, and so has no name: %s",
    (errno) => {
      const named = atNote(fault(errno), "api")
      expect([named.message, named.note]).toEqual([storeError(fault(errno)).message, undefined])
    },
  )

  test("is named already in an error of Cairn's own", () => {
    const own = new CairnError("path_taken", "reference/api.md exists already")
    expect(atNote(own, "api")).toBe(own)
  })
})
