// Exports in the format of either host. That the hosts take them in is shown by `test/e2e/past.test.ts`.
import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
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
