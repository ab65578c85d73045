// Exports in the format of either host. That the hosts take them in is shown by `test/e2e/past.test.ts`.
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openPast } from "./past.ts"

function bed() {
  const data = tempDir("data")
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const exported = (id: string) => past.look(undefined, (view) => view.hostFormat(view.session(id)).messages)
  return { ...makePastDatabase(pastDatabaseFile(data)), exported }
}

/** As a host makes them, with letters that are as good as random. */
const madeId = (number: number) => `sh_1f093742b${String(number).padStart(3, "0")}wRQaS1E5nFsPnx${number}Kz8`

describe("an export keeps the ids of the host", () => {
  test("of what the user ran, which OpenCode 2 refuses without; if there is none, it is left out", async () => {
    const { session, row, exported } = bed()
    const id = session({ directory: "/x" }, 2)
    const ids = Array.from({ length: 50 }, (_, number) => madeId(number))
    for (const shellID of [...ids, "nonsense", undefined])
      row(id, "shell", { shellID, command: "ls", status: "exited", exit: 0, output: { output: "otter.txt" } })
    const messages = await exported(id)
    expect(messages.map(({ shellID }) => shellID)).toEqual(ids)
    expect(messages[0]).toMatchObject({ type: "shell", status: "exited", exit: 0, output: { output: "otter.txt" } })
  })

  test("of calls and of the messages that are answered, whatever they look like", async () => {
    const { session, row, message, exported } = bed()
    const [old, young] = [session({ directory: "/x" }), session({ directory: "/x" }, 2)]
    const ids = Array.from({ length: 50 }, (_, number) => madeId(number))
    for (const parentID of ids) message(old, { role: "assistant", parentID }, { type: "text", text: "fine" })
    row(young, "assistant", {
      content: ids.map((id) => ({ type: "tool", id, name: "shell", state: { status: "running", input: {} } })),
    })
    expect((await exported(old)).map(({ info }) => (info as { parentID: string }).parentID)).toEqual(ids)
    expect((await exported(young))[0]).toMatchObject({ content: ids.map((id) => ({ id })) })
  })
})

describe("an export keeps what went wrong", () => {
  test("why a compaction failed, which OpenCode 2 refuses without", async () => {
    const { session, row, exported } = bed()
    const id = session({ directory: "/x" }, 2)
    const failed = {
      ...{ time: { created: 1 }, status: "failed", reason: "auto" },
      error: { type: "provider.invalid-request", message: "no otters, password=hunter2", status: 400 },
    }
    row(id, "compaction", failed)
    expect(await exported(id)).toMatchObject([
      { ...failed, error: { ...failed.error, message: "no otters, password=[REDACTED:password]" } },
    ])
  })
  test("an answer of OpenCode 1 that only failed", async () => {
    const { session, said, message, exported } = bed()
    const id = session({ directory: "/x" })
    said(id, "fail please")
    const error = { name: "APIError", data: { message: "model refuses bananas" } }
    message(id, { role: "assistant", error }, { type: "step-start" })
    message(id, { role: "assistant" }, { type: "step-start" })
    expect((await exported(id)).slice(1)).toMatchObject([{ info: { role: "assistant", error }, parts: [] }])
  })
})

describe("an export has no secret that only the name of its field tells", () => {
  const letters = "q8ZxkP2vLm4TnR7wYb1cD9eF3gH6jK0sA5uI"
  const secret = (length: number) => letters.repeat(Math.ceil(length / 36)).slice(0, length)

  test("however long it is, wherever the field is, also if it is a number", async () => {
    const { session, answered, row, exported } = bed()
    const [old, young] = [session({ directory: "/x" }), session({ directory: "/x" }, 2)]
    const input = { SessionToken: secret(717), deep: [{ refresh_token: secret(500), access_token: secret(401) }] }
    const more = { password: 83749274, api_key: secret(9000), cookie: `${"a=b; ".repeat(200)}sid=${secret(30)}` }
    const state = { status: "completed", input: { ...input, ...more }, metadata: { access_token: secret(600) } }
    answered(old, { type: "tool", tool: "post", callID: "c", state: { ...state, output: "" } })
    row(young, "assistant", { content: [{ type: "tool", id: "c", name: "post", state: { ...state, content: [] } }] })
    for (const id of [old, young]) {
      const json = JSON.stringify(await exported(id))
      expect(json).not.toMatch(/83749274|q8ZxkP2|T\w{20}/)
      expect(json.match(/REDACTED/g)).toHaveLength(7)
    }
  })

  test("and what is none stays: numbers, and long texts", async () => {
    const { session, answered, exported } = bed()
    const id = session({ directory: "/x" })
    const input = { timeout: 120_000, max_tokens: 4096, content: "ordinary words of a file\n".repeat(500), token: true }
    answered(id, toolPart("write", input, "done", 0))
    expect(await exported(id)).toMatchObject([{ parts: [{ state: { input, metadata: { exit: 0 } } }] }])
  })
})
