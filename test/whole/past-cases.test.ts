// The published cases of a plugin that browses past sessions. Where Cairn answers otherwise, the case says why.
import { afterAll, describe, expect, test } from "bun:test"
import { defaultConfig } from "../../src/model/settings.ts"
import { levelAt } from "../../src/window/pressure.ts"
import { closeApps, openWithoutHistory } from "../bed/opened-app.ts"
import { makePastDatabase, pastDatabaseFile } from "../bed/past-database.ts"
import { publishedCases } from "../bed/published-cases.ts"
import { tempDir } from "../bed/sandbox.ts"

afterAll(closeApps)

interface Case {
  readonly fn: string
  readonly input: unknown
  readonly expect: unknown
}
const { present, cases, of } = publishedCases<Case>("open-memory")

async function bed() {
  const data = tempDir("data")
  const past = makePastDatabase(pastDatabaseFile(data), [1])
  const { app, call } = await openWithoutHistory({ env: { XDG_DATA_HOME: data } })
  return { past, call, directory: app.project.checkout.directory }
}

describe.if(present)("cases of the published browser of past sessions", () => {
  test("all of them are tried", () => {
    expect(of("status").length + of("sessions").length + of("messages").length + of("message").length).toBe(
      cases.length,
    )
    expect(cases.length).toBeGreaterThanOrEqual(17)
  })

  test("levels: its critical begins at 92 percent, where OpenCode compacted then; Cairn's at 95, of the compaction point", () => {
    const colours = { safe: "green", moderate: "yellow", high: "red", critical: "critical" }
    const otherwise = of("status").filter(
      ({ input, expect: colour }) => colours[levelAt(Number(input), defaultConfig.pressure)] !== colour,
    )
    expect(otherwise.map(({ input }) => input)).toEqual([92])
  })

  test("sessions: the same sentence for none, the same columns first; model, cost and subagents follow", async () => {
    const { past, call, directory } = await bed()
    expect(await call("memory_sessions")).toStartWith(String(of("sessions")[0]?.expect))
    past.session({ id: "ses_1", directory, title: null as unknown as string })
    const text = await call("memory_sessions")
    expect(text).toContain("| ID | Title | Updated (UTC) | Messages |")
    expect(text).toMatch(/\| ses_1 \| untitled \| [\d-]+ [\d:]+ \| 0 \|/)
    expect(text).toContain("Read one with memory_messages")
  })

  test("messages: the same sentence for none; 2,000 characters of a long one, with its length and the way to all of it", async () => {
    const { past, call, directory } = await bed()
    const id = past.session({ directory })
    expect(await call("memory_messages", { sessionId: id })).toContain(String(of("messages")[0]?.expect))
    past.answered(id, { type: "text", text: "x".repeat(3000) })
    const text = await call("memory_messages", { sessionId: id })
    expect(text.match(/x{100,}/)?.[0].length).toBe(2000)
    expect(text).toMatch(/… \(3000 characters in all; messageId msg_\d+ shows all\)$/)
  })

  test("one message: shown whole by its id; cut where a length is asked for", async () => {
    const { past, call, directory } = await bed()
    const id = past.session({ directory })
    past.answered(id, { type: "text", text: "x".repeat(10_000) })
    const text = await call("memory_messages", { sessionId: id, maxLength: 500 })
    expect(text.match(/x{100,}/)?.[0].length).toBe(500)
    expect(text).toContain("10000 characters in all")
  })
})
