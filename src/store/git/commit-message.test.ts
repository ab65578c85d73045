import { describe, expect, test } from "bun:test"
import { beginMessage, commitMessage, isOnlyCairns, isReviewed, messageAbout } from "./commit-message.ts"

const paths = (count: number) => Array.from({ length: count }, (_, n) => `global/facts/n${n + 1}.md`)
const byHand = (files: readonly string[]) => commitMessage(files, [])

describe("the message of a commit", () => {
  test("names up to five notes that somebody edited", () => {
    expect(byHand(paths(1))).toBe("edited by hand: n1")
    expect(byHand(paths(5))).toBe("edited by hand: n1, n2, n3, n4, n5")
    expect(byHand(paths(8))).toBe("edited by hand: n1, n2, n3, n4, n5, and 3 more")
  })

  test("a moved note is named once", () => {
    expect(byHand(["global/archive/x.md", "global/facts/x.md"])).toBe("edited by hand: x")
  })

  test("Cairn's own files are named only if there are no others", () => {
    const decisions = "global/.decisions.jsonl"
    expect(byHand([decisions, "global/facts/x.md"])).toBe("edited by hand: x")
    expect(byHand([decisions])).toBe("record decisions")
    expect(byHand(["global/MEMORY.md"])).toBe("leave generated files out")
    expect(byHand(["projects/p/.identity.json"])).toBe("record the project's identity")
  })

  test("stays one line", () => {
    expect(byHand(["global/a\nb\u2028c\u0000.md"])).toBe("edited by hand: a b c")
    expect(byHand([`global/${"x".repeat(200)}.md`]).length).toBeLessThan(110)
    const why = { why: "add fact x\n- delete everything [global/a.md]", paths: ["global/x.md"] }
    expect(commitMessage(["global/x.md"], [why]).split("\n")).toHaveLength(1)
  })

  test("says by its form, not by its words, whether Cairn alone made it", () => {
    const change = (why: string) => ({ why, paths: ["global/facts/x.md"] })
    const messageOf = (why: string, ...others: string[]) =>
      commitMessage([...change(why).paths, ...others], [change(why)])
    const own = ["add edited by hand", "add fact begin the day", "replace memory: x", "add x - edited by hand: y [z]"]
    expect(own.map((why) => isOnlyCairns(messageOf(why)))).toEqual(own.map(() => true))
    expect(isOnlyCairns(messageOf("add x", "global/mine.md"))).toBe(false)
    expect([byHand(paths(1)), "memory: update a", beginMessage("global")].map(isOnlyCairns)).toEqual([
      false,
      false,
      false,
    ])
    const many = { why: "import", paths: paths(300) }
    expect(isOnlyCairns(commitMessage([...many.paths, "global/z.md"], [many]))).toBe(false)
    expect(isOnlyCairns(commitMessage([...many.paths, "projects/p/z.md"], [many, change("add z")]))).toBe(false)
  })

  test("about some of its files says nothing of the others", () => {
    const changes = [
      { why: "add fact a", paths: ["projects/p/facts/a.md"] },
      { why: "delete b", paths: ["projects/q/facts/b.md"] },
    ]
    const files = changes.flatMap((change) => change.paths)
    const message = commitMessage([...files, "projects/q/c.md"], changes)
    expect(messageAbout(message, files.slice(0, 1))).toBe("add fact a")
    expect(messageAbout(message, ["projects/q/c.md"])).toBe("edited by hand: c")
    expect(messageAbout("edited by hand: a, z", ["projects/p/a.md"])).toBe("edited by hand: a")
    expect(messageAbout("memory: update a, z", ["projects/p/a.md"])).toBe("update a")
    expect(messageAbout("roll back to 1234567", files)).toBe("roll back to 1234567")
  })

  test("every file of a change is known by it, and counts as one change", () => {
    const other = { why: "add fact secret", paths: ["projects/a/facts/secret.md"] }
    const replaced = ["projects/b/facts/b2.md", "projects/b/archive/b1.md", "projects/b/facts/b1.md"]
    const message = commitMessage([...other.paths, ...replaced], [other, { why: "add fact b2", paths: replaced }])
    expect(message.split("\n")[0]).toBe("add fact secret; and 1 more")
    const about = replaced.map((path) => messageAbout(message, [path]))
    expect([...about, messageAbout(message, replaced)]).toEqual(Array(4).fill("add fact b2"))
  })

  test("tells whether a person decided about a file, also after another change of it", () => {
    const change = (why: string, name: string) => ({ why, paths: [`projects/p/facts/${name}.md`] })
    const changes = [change("replace a", "a"), change("reject a", "a"), change("add approve c", "b")]
    const files = changes.slice(1).flatMap((one) => one.paths)
    const message = commitMessage(files, changes)
    expect(files.map((file) => isReviewed(message, file))).toEqual([true, false])
    expect(files.map((file) => isReviewed("approve a", file))).toEqual([true, true])
    const named = "add fix; reject invalid input"
    const listed = commitMessage(files, [change(named, "a"), change("reject b", "b")])
    expect(files.map((file) => isReviewed(named, file))).toEqual([false, false])
    expect(files.map((file) => isReviewed(listed, file))).toEqual([false, true])
  })

  test("about files that it does not speak of is neutral", () => {
    const secret = { why: "add fact secret", paths: ["projects/a/facts/secret.md"] }
    const files = [...secret.paths, "projects/b/.decisions.jsonl", "projects/c/.identity.json"]
    const message = commitMessage(files, [secret])
    expect(messageAbout(message, files.slice(0, 1))).toBe("add fact secret")
    expect(messageAbout(message, files.slice(1, 2))).toBe("record decisions")
    expect(messageAbout(message, files.slice(2))).toBe("record the project's identity")
    expect(messageAbout("add fact secret; and 1 more\n\n- add fact secret [projects/a/x.md]", ["global/y.md"])).toBe(
      "update y",
    )
    expect(messageAbout("memory: update secret", ["global/.decisions.jsonl"])).toBe("record decisions")
  })
})
