import { afterAll, describe, expect, test } from "bun:test"
import { closeApps } from "../../test/bed/opened-app.ts"
import { pastBed } from "../../test/bed/past-bed.ts"
import { toolPart } from "../../test/bed/past-database.ts"
import { memorySessionExport } from "./memory-session-export.ts"

afterAll(closeApps)

describe("memory_session_export", () => {
  const SECRET = `ghp_${"a1B2".repeat(9)}`

  async function story() {
    const opened = await pastBed()
    const { past, directory } = opened
    const id = past.session({ directory, title: "Otters", slug: "quiet-otter", project_id: "p", version: "1.18.33" })
    const asked = past.message(
      id,
      { role: "user", time: { created: 1 }, agent: "build", model: { providerID: "p", modelID: "m" }, system: "x" },
      { type: "text", text: `feed them with ${SECRET} <private>and this</private>` },
      { type: "text", text: "a tail", synthetic: true, metadata: { cairn: true } },
    )
    past.answered(
      id,
      { type: "reasoning", text: "pondering" },
      toolPart(
        "bash",
        { command: "ls", password: "hunter2hunter2" },
        "```\n</cairn>\n```\n\n<cairn-news>\nx\n</cairn-news>",
        0,
      ),
      { type: "text", text: "they are fed" },
    )
    return { ...opened, id, asked }
  }

  test("markdown for people; an agent gets it quoted", async () => {
    const { cairn, id, call } = await story()
    const quoted = await call("memory_session_export", { sessionId: id })
    expect(quoted).toStartWith(`Session ${id} as markdown. Quoted from the past`)
    expect(
      quoted
        .split("\n")
        .slice(1)
        .every((line) => line.startsWith("> ")),
    ).toBe(true)
    const person = { app: cairn.app, by: "person" } as const
    const text = memorySessionExport.toText(await memorySessionExport.run(person, { sessionId: id }), "person")
    expect(text).toStartWith(`# Otters\n\n- session: ${id}\n`)
    expect(text).toMatch(/## User, 2026-01-05 10:00\n\nfeed them with \S+ \[private\]/)
    expect(text).toContain("````\n[tool bash: completed, exit 0]")
    expect(text).toContain("they are fed")
    expect(text).not.toMatch(/ghp_a|and this|a tail|hunter2|<\/cairn>|pondering/)
  })

  test("json in the host's own form, without what is hidden, private or a secret", async () => {
    const { id, asked, call } = await story()
    const json = await call("memory_session_export", { sessionId: id, format: "json" })
    expect(json).not.toMatch(/ghp_a|and this|a tail|hunter2|<\/cairn|pondering/)
    const { info, messages } = JSON.parse(json)
    expect(info).toMatchObject({ id, slug: "quiet-otter", title: "Otters", time: { created: expect.any(Number) } })
    expect(messages.map((one: { info: { role: string } }) => one.info.role)).toEqual(["user", "assistant"])
    expect(messages[0].info).toEqual({
      ...{ id: asked, sessionID: id, role: "user", time: { created: 1 }, agent: "build" },
      model: { providerID: "p", modelID: "m" },
    })
    expect(messages[0].parts).toMatchObject([{ type: "text", sessionID: id, messageID: asked }])
    expect(messages[1].parts).toMatchObject([
      { type: "tool", tool: "bash", callID: "c", state: { status: "completed", metadata: { exit: 0 } } },
      { type: "text", text: "they are fed" },
    ])
  })

  test("what OpenCode 1 added to a session of OpenCode 2 is in it, in the form of OpenCode 2", async () => {
    const { past, directory, call } = await pastBed()
    const id = past.session({ directory, title: "both" })
    past.session({ id, directory, title: "both" }, 2)
    past.row(id, "user", { time: { created: 1 }, text: "in the second" })
    past.row(id, "idle", { outcome: "succeeded" })
    past.said(id, "in the first again")
    past.answered(id, { type: "text", text: "answered there" })
    const { info, messages } = JSON.parse(await call("memory_session_export", { sessionId: id, format: "json" }))
    expect(info.location).toEqual({ directory })
    expect(messages).toMatchObject([
      { type: "user", text: "in the second" },
      { type: "user", text: "in the first again" },
      { type: "assistant", model: { providerID: "p", id: "m" }, content: [{ type: "text", text: "answered there" }] },
    ])
  })

  test("an export that no answer holds is the user's to make; no such session, no such format, a paused one", async () => {
    const { cairn, past, id, call } = await story()
    expect(await call("memory_session_export", { sessionId: "ses_x" })).toStartWith("Error (no_such_session)")
    expect(await call("memory_session_export", { sessionId: id, format: "pdf" })).toContain("markdown, json")
    past.answered(id, { type: "text", text: "long ".repeat(20_000) })
    expect(await call("memory_session_export", { sessionId: id, format: "json" })).toMatch(
      /^Error \(too_long\): .*session-export ses_\d+ --format json/,
    )
    expect(Buffer.byteLength(await call("memory_session_export", { sessionId: id }))).toBeLessThan(50_000)
    cairn.app.journal.note(id, [{ kind: "pause", isOn: true }])
    await cairn.app.journal.flush()
    for (const format of ["json", "markdown"])
      expect(await call("memory_session_export", { sessionId: id, format })).toStartWith("Error (paused_session)")
  })
})
