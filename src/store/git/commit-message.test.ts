import { describe, expect, test } from "bun:test"
import { updateMessage } from "./commit-message.ts"

const paths = (count: number) => Array.from({ length: count }, (_, n) => `global/facts/n${n + 1}.md`)

describe("the message of a commit", () => {
  test("names up to five notes", () => {
    expect(updateMessage(paths(1))).toBe("memory: update n1")
    expect(updateMessage(paths(5))).toBe("memory: update n1, n2, n3, n4, n5")
    expect(updateMessage(paths(8))).toBe("memory: update n1, n2, n3, n4, n5, and 3 more")
  })

  test("a moved note is named once", () => {
    expect(updateMessage(["global/archive/x.md", "global/facts/x.md"])).toBe("memory: update x")
  })

  test("what follows from the notes is named only where it is all there is", () => {
    const generated = ["global/MEMORY.md", "global/_CONFLICTS.md", "global/.decisions.jsonl"]
    expect(updateMessage([...generated, "global/facts/x.md"])).toBe("memory: update x")
    expect(updateMessage(generated)).toBe("memory: update .decisions.jsonl, MEMORY, _CONFLICTS")
  })

  test("stays one line", () => {
    expect(updateMessage(["global/a\nb\u2028c\u0000.md"])).toBe("memory: update a b c")
    expect(updateMessage([`global/${"x".repeat(200)}.md`]).length).toBeLessThan(90)
  })
})
