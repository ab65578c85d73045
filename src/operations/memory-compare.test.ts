import { afterAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { closeApps } from "../../test/bed/opened-app.ts"
import { pastBed } from "../../test/bed/past-bed.ts"
import { toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { memoryCompare, parted } from "./memory-compare.ts"

afterAll(closeApps)

describe("memory_compare", () => {
  test("two sessions: what they share first, commands with exit codes, decisions, todos, what was said last", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const [a, b] = [
      past.session({ directory, title: "First try", cost: 0.25, tokens_input: 500 }),
      past.session({ directory, title: "Second try" }),
    ]
    for (const id of [a, b]) past.answered(id, toolPart("edit", { filePath: "src/crane.ts" }, "ok"))
    past.answered(
      a,
      toolPart("bash", { command: "make test" }, "", 2),
      toolPart("read", { filePath: "src/old.ts" }, "x"),
    )
    past.answered(
      b,
      toolPart("bash", { command: "make test" }, "", 2),
      toolPart("bash", { command: "make test" }, "", 0),
    )
    past.answered(a, { type: "text", text: "[user] it does not work\nyet" })
    past.answered(b, { type: "text", text: "it works" })
    past.todo(b, "oil the crane", "pending")
    cairn.app.journal.note(a, [{ kind: "item", slot: "decision", text: "keep the old gearbox", why: "test" } as never])
    const text = await call("memory_compare", { a, b })
    expect(text).toContain(
      `A: ${a} "First try", 2026-01-05 10:00 to 2026-01-05 10:00, tokens 500 in, 0 out, 0 cached, cost 0.2500`,
    )
    expect(text).toContain("Files changed, both:\n> src/crane.ts")
    expect(text).toContain("Decisions, only A:\n> keep the old gearbox")
    expect(text).toContain("Files read, only A:\n> src/old.ts")
    expect(text).toContain("Commands, both:\n> make test (A exit 2, B exit 0)")
    expect(text).toContain("Todos, only B:\n> oil the crane (pending)")
    expect(text).toContain("Said last in A:\n> [user] it does not work\n> yet")
    expect(await call("memory_compare", { a, b: "ses_x" })).toStartWith("Error (no_such_session)")
    const [idle, other] = [past.session({ directory }), past.session({ directory })]
    past.said(idle, "hello")
    expect((await call("memory_compare", { a: idle, b: other })).split("\n").slice(3)).toEqual([
      "Nothing to compare: in neither was a file read or changed, a command run, or anything decided or answered.",
    ])
    expect(await call("memory_compare", { a: idle, b: a })).not.toContain("Nothing to compare")
  })

  test("what ended the same in both has one end, and what ended otherwise both", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const [a, b] = [past.session({ directory }), past.session({ directory })]
    const long = `npm test ${"x".repeat(200)}`
    for (const id of [a, b])
      past.answered(id, toolPart("bash", { command: "make" }, "", 0), toolPart("bash", { command: long }, "", 1))
    past.answered(b, toolPart("bash", { command: long }, "", 0), toolPart("bash", { command: "ls" }, "", 0))
    for (const [id, status] of [
      [a, "pending"],
      [b, "completed"],
    ] as const)
      past.todo(id, "oil the crane", status)
    const text = await call("memory_compare", { a, b })
    expect(text).toMatch(/Commands, both:\n> make \(exit 0\)\n> npm test x+… \(A exit 1, B exit 0\)\n/)
    expect(text).toContain("Commands, only B:\n> ls (exit 0)\n")
    const data = JSON.stringify(await memoryCompare.run({ app: cairn.app, by: "person" }, { a, b }))
    expect(data).toContain('"commands":[{"what":"make","end":"exit 0"},')
    expect(text).toContain("Todos, both:\n> oil the crane (A pending, B completed)")
  })

  test("a file is the same in every worktree, whichever way a tool was given it; one elsewhere keeps its whole path", async () => {
    const { past, call } = await pastBed()
    const [here, worktree] = [tempDir("proj"), tempDir("proj-wt")]
    const [a, b] = [past.session({ directory: here }), past.session({ directory: here })]
    const c = past.session({ directory: worktree }, 2)
    const patchText = "*** Begin Patch\n*** Update File: src/login.ts\n@@\n-a\n+b"
    past.answered(a, toolPart("edit", { filePath: join(here, "src/login.ts") }, "ok"))
    past.answered(a, toolPart("read", { filePath: "/etc/hosts" }, "x"), toolPart("read", { filePath: here }, "src"))
    past.answered(b, toolPart("apply_patch", { patchText }, "ok"))
    const input = { filePath: join(worktree, "./src/login.ts") }
    const state = { status: "completed", input, content: [] }
    past.row(c, "assistant", { content: [{ type: "tool", id: "c", name: "edit", state }] })
    for (const other of [b, c]) {
      const text = await call("memory_compare", { a, b: other })
      expect(text).toContain("Files changed, both:\n> src/login.ts\n")
      expect(text).toContain("Files read, only A:\n> /etc/hosts\n> .")
      expect(text).not.toMatch(/Files changed, only/)
    }
  })

  test.each([1, 2] as const)(
    "said last is the answer, not the summary of a compaction after it (OpenCode %p)",
    async (generation) => {
      const { past, directory, call } = await pastBed()
      const [a, b] = [past.session({ directory }, generation), past.session({ directory }, generation)]
      const compact = (id: string) =>
        generation === 1
          ? past.message(id, { role: "assistant", summary: true }, { type: "text", text: "## Goal" })
          : past.row(id, "compaction", { status: "completed", reason: "manual", summary: "## Goal" })
      const answer = { type: "text", text: "it works" }
      if (generation === 1) past.answered(a, answer)
      else past.row(a, "assistant", { content: [answer] })
      for (const id of [a, b]) compact(id)
      const text = await call("memory_compare", { a, b })
      expect(text).toContain("Said last in A:\n> it works")
      expect(text).toContain("Said last in B:\n> ## Goal")
    },
  )

  test("a hundred thousand commands on either side are parted without holding the host up", () => {
    const commands = (of: string) => [...Array.from({ length: 100_000 }, (_, at) => `make ${of} ${at}`), "make test"]
    const { both, onlyA, onlyB } = parted(commands("docks"), commands("locks"))
    expect(both).toEqual(["make test"])
    expect([onlyA.length, onlyB.length, onlyA[1], onlyB.at(-1)]).toEqual([
      100_000,
      100_000,
      "make docks 1",
      "make locks 99999",
    ])
  })

  test("files that a patch changed, under the names of either generation; messages name them too", async () => {
    const { past, directory, call } = await pastBed()
    const [a, b] = [past.session({ directory }), past.session({ directory }, 2)]
    const patchText = "*** Begin Patch\n*** Update File: src/crane.ts\n@@\n-a\n+b\n*** Add File: src/new.ts\n+x"
    past.answered(a, toolPart("apply_patch", { patchText }, "ok"))
    const state = { status: "completed", input: { patchText }, content: [] }
    past.row(b, "assistant", { content: [{ type: "tool", id: "c", name: "patch", state }] })
    expect(await call("memory_compare", { a, b })).toContain("Files changed, both:\n> src/crane.ts\n> src/new.ts")
    for (const sessionId of [a, b])
      expect(await call("memory_messages", { sessionId })).toContain("> src/crane.ts, src/new.ts")
  })

  test("a secret in a command or in the name of a file is not shown, also where the line is cut", async () => {
    const { past, directory, call } = await pastBed()
    const [a, b] = [past.session({ directory }), past.session({ directory })]
    const token = `ghp_${"aB3dE6gH9j".repeat(4).slice(0, 36)}`
    past.answered(
      a,
      toolPart("bash", { command: `GITHUB_TOKEN=${token} gh release create` }, "", 0),
      toolPart("bash", { command: `${"x ".repeat(70)} ${token} y` }, "", 0),
      toolPart("read", { filePath: `/tmp/${token}/notes.txt` }, "x"),
    )
    const text = await call("memory_compare", { a, b })
    expect(text).toContain("gh release create")
    expect(text).toContain("notes.txt")
    expect(text).not.toContain("ghp_aB3")
  })
})
