import { describe, expect, test } from "bun:test"
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { generatedMark } from "../../model/generated-mark.ts"
import { globalScope } from "../../model/scope.ts"
import { writeGenerated } from "./generated-files.ts"

function bed() {
  const memory = tempDir("memory")
  const file = join(memory, "global", "MEMORY.md")
  mkdirSync(join(memory, "global"))
  let locks = 0
  const alone = async <T>(work: () => Promise<T>) => {
    locks++
    return work()
  }
  return {
    memory,
    file,
    locks: () => locks,
    write: (text: string | undefined) => writeGenerated(memory, globalScope, "MEMORY.md", text, alone),
    read: () => readFileSync(file, "utf8"),
  }
}
const text = (more: string) => `${generatedMark}\n${more}\n`

describe("a generated file", () => {
  test("is written, replaced, left alone when it is the same, and removed", async () => {
    const { write, read, file, locks } = bed()
    expect(await write(undefined)).toBe(false)
    expect(await write(text("one"))).toBe(true)
    expect(read()).toBe(text("one"))
    const { ino } = statSync(file)
    const taken = locks()
    expect(await write(text("one"))).toBe(false)
    expect([statSync(file).ino, locks()]).toEqual([ino, taken])
    expect(await write(text("two ü"))).toBe(true)
    expect(read()).toBe(text("two ü"))
    expect(await write(undefined)).toBe(true)
    expect(existsSync(file)).toBe(false)
  })

  test("does not take the place of a person's own", async () => {
    const { write, read, file } = bed()
    writeFileSync(file, "# My memory\n")
    expect(await write(text("one"))).toBe(false)
    expect(await write(undefined)).toBe(false)
    expect(read()).toBe("# My memory\n")
  })

  test("is never written through a link", async () => {
    const { write, file } = bed()
    const outside = join(tempDir("outside"), "target.md")
    writeFileSync(outside, text("outside"))
    symlinkSync(outside, file)
    await expect(write(text("one"))).rejects.toThrow("symbolic link")
    const other = bed()
    linkSync(outside, other.file)
    await expect(other.write(text("one"))).rejects.toThrow("hard link")
    expect(readFileSync(outside, "utf8")).toBe(text("outside"))
  })
})
