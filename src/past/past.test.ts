import { Database } from "bun:sqlite"
import { describe, expect, test } from "bun:test"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { GO_ON } from "../flows/compaction.ts"
import { intervention } from "../window/pressure-notice.ts"
import { databaseFiles } from "./database-files.ts"
import { shortIds } from "./named-id.ts"
import { isPromptOfCairn, withoutTail } from "./own-texts.ts"
import { openPast, type PastView } from "./past.ts"
import { type PastMessage, sessionWith } from "./past-session.ts"

function bed(generations?: readonly (1 | 2)[]) {
  const data = tempDir("data")
  const made = makePastDatabase(pastDatabaseFile(data), generations)
  return {
    ...made,
    data,
    look: <T>(work: (view: PastView) => T) =>
      openPast({ XDG_DATA_HOME: data }, join(data, "past.db")).look(undefined, work),
  }
}

const textsOf = (message: PastMessage | undefined) =>
  (message?.parts ?? []).map((part) => (part.kind === "text" ? part.text : `${part.call.tool}: ${part.call.output}`))
const allTexts = (view: PastView, id: string) => {
  const session = view.session(id)
  return view.places(session).flatMap((place) => textsOf(view.message(session, place)))
}
const codeOf = (error: { code: string }) => error.code

describe("what is read of a session", () => {
  test("a title is clean, and cleaned only when it is asked for", async () => {
    const { look, session } = bed()
    const title = "The token ghp_0123456789abcdefghijABCDEFGHIJ456789"
    for (const generation of [1, 2] as const) session({ directory: "/x", title }, generation)
    session({ directory: "/x", title: "[cairn] a question", parent_id: "ses_1" })
    await look(({ sessions }) => {
      const copies = sessions.map((one) => sessionWith(one, { project: "p" }))
      const isLazy = (one: object) => Object.getOwnPropertyDescriptor(one, "title")?.get !== undefined
      expect([...sessions, ...copies].map(isLazy)).toEqual([true, true, true, true])
      for (const one of [...copies, ...sessions]) expect(one.title).toMatch(/^The token (?!ghp_)/)
      expect(copies[0]).toMatchObject({ project: "p", id: sessions[0]?.id })
    })
  })

  test("the list is read again after any change, also one that leaves the session's time alone", async () => {
    const { data, db, session } = bed()
    for (const title of ["a crane", "an otter"]) session({ directory: "/x", title })
    const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
    const listed = () => past.look(undefined, ({ sessions }) => sessions)
    let before = await listed()
    expect(await listed()).toBe(before)
    const [one, other] = before.map(({ id }) => id)
    for (const change of [
      `title = 'a crane and a gearbox' WHERE id = '${one}'`,
      `title = 'a heron and a gearbox' WHERE id = '${one}'`,
      `directory = '/y' WHERE id = '${other}'`,
      `time_archived = 1700000000000 WHERE id = '${other}'`,
      `cost = 0.25 WHERE id = '${one}'`,
      `tokens_output = 7 WHERE id = '${one}'`,
      `tokens_input = 7 WHERE id = '${one}'`,
      `revert = '{"messageID":"msg_1"}' WHERE id = '${other}'`,
      `time_updated = CASE id WHEN '${one}' THEN 1700000000001 ELSE 1700000000009 END`,
      `time_updated = CASE id WHEN '${one}' THEN 1700000000009 ELSE 1700000000001 END`,
    ]) {
      db.exec(`UPDATE session SET ${change}`)
      const now = await listed()
      expect(now).not.toBe(before)
      before = now
    }
  })

  test("of OpenCode 1: typed words, answers, tools by name with exit codes; summaries are of their own kind", async () => {
    const { look, session, said, answered, message } = bed([1])
    const id = session({ directory: "/x" })
    said(id, "how are the otters?")
    answered(id, { type: "step-start" }, toolPart("bash", { command: "ls" }, "otter.txt", 3), {
      type: "text",
      text: "fine",
    })
    message(id, { role: "user" }, { type: "compaction", auto: true })
    message(id, { role: "assistant", summary: true }, { type: "text", text: "## Goal: otters" })
    await look((view) => {
      const places = view.places(view.session(id))
      expect(places.map(({ role }) => role)).toEqual(["user", "assistant", "summary"])
      expect(allTexts(view, id)).toEqual(["how are the otters?", "bash: otter.txt", "fine", "## Goal: otters"])
      const answer = view.message(view.session(id), places[1]!)
      expect(answer).toMatchObject({ model: "p/m", parts: [{ call: { exit: 3, args: { command: "ls" } } }, {}] })
    })
  })

  test.each([1, 2] as const)(
    "of OpenCode %p: a compaction that failed is an answer that failed",
    async (generation) => {
      const { look, session, message, row } = bed()
      const id = session({ directory: "/x" }, generation)
      const error = { message: "no more otters", data: { message: "no more otters" } }
      const compact = (summary: string, failed?: object) => {
        if (generation === 2)
          return row(id, "compaction", { status: failed ? "failed" : "completed", summary, error: failed })
        const parentID = message(id, { role: "user" }, { type: "compaction", auto: true })
        message(id, { role: "assistant", summary: true, parentID, error: failed }, { type: "text", text: summary })
      }
      compact("the sum")
      compact("", error)
      await look((view) => {
        const of = view.session(id)
        expect(view.places(of).map(({ role }) => role)).toEqual(["summary", "assistant"])
        expect(allTexts(view, id)).toEqual(["the sum", "(failed: no more otters)"])
        expect(view.compactions(of)).toMatchObject([{ summary: "the sum" }])
      })
    },
  )

  test("of OpenCode 2: a compaction whose row is damaged is none", async () => {
    const { look, session, row, db } = bed()
    const id = session({ directory: "/x" }, 2)
    const damaged = row(id, "compaction", { status: "completed", reason: "auto", summary: "lost" })
    db.run("UPDATE session_message SET data = '{broken' WHERE id = ?", [damaged])
    row(id, "compaction", { status: "completed", reason: "auto", summary: "the sum" })
    await look((view) => {
      expect(view.compactions(view.session(id)).map(({ summary }) => String(summary))).toEqual(["the sum"])
    })
  })

  test("of OpenCode 2: what the user ran, and what it printed", async () => {
    const { look, session, row } = bed()
    const id = session({ directory: "/x" }, 2)
    const output = { output: "otter.txt\n", cursor: 10, size: 10, truncated: false }
    row(id, "shell", { shellID: "sh_1", command: "ls", status: "exited", exit: 2, output })
    await look((view) => {
      expect(allTexts(view, id)).toEqual(["bash: otter.txt\n"])
      const [place] = view.places(view.session(id))
      expect(view.message(view.session(id), place!)).toMatchObject({
        parts: [{ call: { exit: 2, args: { command: "ls" } } }],
      })
    })
  })

  test("a file by its name, else by where it lay, else by its kind, and never with all that is in it", async () => {
    const { look, session, message, row } = bed()
    const [old, young] = [session({ directory: "/x" }), session({ directory: "/x" }, 2)]
    const mime = "image/png"
    const [inside, outside] = ["data:image/png;base64,iVBORw0KGgo=", "file:///x/otter.png"]
    for (const file of [
      { mime, url: inside },
      { mime, url: outside },
      { mime, url: outside, filename: "an otter" },
    ])
      message(old, { role: "user" }, { type: "file", ...file })
    for (const file of [
      { mime, data: "iVBORw0KGgo=", source: { type: "inline" } },
      { mime, data: "iVBORw0KGgo=", source: { type: "uri", uri: outside } },
      { mime, data: "iVBORw0KGgo=", source: { type: "uri", uri: outside }, name: "an otter" },
      { mime, uri: inside, source: { type: "uri", uri: inside }, name: inside },
    ])
      row(young, "user", { text: "", files: [file] })
    const named = ["[file image/png]", "[file file:///x/otter.png]", "[file an otter]"]
    await look((view) => {
      expect(allTexts(view, old)).toEqual(named)
      expect(allTexts(view, young)).toEqual([...named, "[file image/png]"])
      expect(JSON.stringify(view.hostFormat(view.session(young)))).not.toContain("base64")
    })
  })

  test("of OpenCode 2: in the order of its numbers, tools by OpenCode 1's names", async () => {
    const { look, session, row } = bed([2])
    const id = session({ directory: "/x" }, 2)
    row(id, "user", { text: "hello", metadata: { cairn: { tail: "\n\n<cairn-news>\nx\n</cairn-news>" } } })
    const content = [
      { type: "text", text: "a" },
      {
        type: "tool",
        name: "shell",
        state: { status: "completed", input: {}, content: [{ type: "text", text: "out" }], metadata: { exit: 0 } },
      },
    ]
    row(id, "assistant", { content, model: { providerID: "p", id: "m" } })
    row(id, "synthetic", { text: "\n\n<cairn-news>\nunmarked\n</cairn-news>" })
    row(id, "compaction", {
      status: "completed",
      reason: "manual",
      summary: "the sum",
      recent: "[User]: <private>x</private>",
    })
    row(id, "idle", { outcome: "succeeded" })
    await look((view) => {
      expect(allTexts(view, id)).toEqual(["hello", "a", "bash: out", "the sum"])
      expect(view.compactions(view.session(id))).toMatchObject([
        { isAutomatic: false, isInstant: false, summary: "the sum" },
      ])
    })
  })

  test.each([1, 2] as const)(
    "what is private in an answer of OpenCode %p may begin before a call and end after it, also for a search and an export",
    async (generation) => {
      const { look, session, answered, row } = bed()
      const id = session({ directory: "/x" }, generation)
      const text = (said: string) => ({ type: "text", text: said })
      const call = { type: "tool", tool: "bash", name: "shell", state: { status: "completed", input: {} } }
      const parts = [text("before <private>alpha"), text("beta"), call, text("gamma</private> after"), text("more")]
      if (generation === 1) answered(id, ...parts)
      else row(id, "assistant", { content: parts })
      await look((view) => {
        const of = view.session(id)
        const [place] = view.places(of)
        for (const extent of ["whole", "ends"] as const)
          expect(textsOf(view.message(of, place!, extent))).toEqual(["before [private]", "bash: ", " after", "more"])
        const exported = JSON.stringify(view.hostFormat(of))
        expect(exported).not.toMatch(/alpha|beta|gamma/)
        expect(exported).toMatch(/before \[private\].*"tool".* after.*more/)
      })
    },
  )

  test("an export has none of the tails that the host wrote into a compaction", async () => {
    const { look, session, row } = bed()
    const id = session({ directory: "/x" }, 2)
    const tail = (line: string) => `\n\n<cairn-news>\n- ${line}\n</cairn-news>`
    const recent = [
      `[User]: one${tail("told first")}`,
      `[Assistant]: two`,
      `[Tool result]: three${tail("told second").slice(0, 30)} [truncated]`,
      `[User]: four${tail("told last")}`,
      "[Assistant]: five",
    ].join("\n\n")
    row(id, "compaction", { status: "completed", reason: "auto", summary: "the sum", recent })
    await look((view) => {
      const [{ recent: kept }] = view.hostFormat(view.session(id)).messages as [{ recent: string }]
      expect(kept).toBe("[User]: one\n\n[Assistant]: two\n\n[Tool result]: three\n\n[User]: four\n\n[Assistant]: five")
    })
  })

  test("neither private words, secrets, tails, templates as typed, Cairn's prompts nor what the host hides", async () => {
    const { look, session, said, message, answered } = bed([1])
    const id = session({ directory: "/x", title: "the <private>hidden</private> title" })
    session({ directory: "/x", title: "[cairn] question", parent_id: id })
    const secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789"
    said(id, `before <private>mine</private> after ${secret}`)
    message(
      id,
      { role: "user" },
      { type: "text", text: "one <private>begins" },
      { type: "text", text: "and ends here</private> two" },
    )
    message(
      id,
      { role: "user" },
      { type: "text", text: "seen" },
      { type: "text", text: "a tail", synthetic: true, metadata: { cairn: true } },
      { type: "text", text: "ignored", ignored: true },
      { type: "text", text: "the host's", synthetic: true },
    )
    message(id, { role: "user" }, { type: "text", text: "a template", metadata: { cairn: { typed: "" } } })
    said(id, "Memory is read again from disk. (Answer only: ok)")
    answered(id, { type: "text", text: "an answer <private>never closed" })
    answered(id, toolPart("read", { filePath: "x" }, "line\n\n<cairn-news>\ntold\n</cairn-news>"))
    await look((view) => {
      expect(view.sessions.map(({ title }) => String(title))).toEqual(["the [private] title"])
      const shown = allTexts(view, id)
      expect(shown.join("\n")).not.toMatch(
        /mine|ghp_0|begins|ends here|a tail|ignored|the host's|Answer only|never closed|told/,
      )
      expect(shown).toContain("seen")
      const places = view.places(view.session(id))
      const template = places
        .map((place) => view.message(view.session(id), place))
        .find((one) => textsOf(one)[0] === "a template")
      expect(template?.isTyped).toBe(false)
    })
  })

  test("Cairn's own prompts are known by their words, and nobody else's", () => {
    expect([GO_ON, intervention("goal: x", "full")].filter((text) => !isPromptOfCairn(text))).toEqual([])
    expect(["The window is nearly full of flies", "ok", "Cairn: what is it?"].filter(isPromptOfCairn)).toEqual([])
    expect(withoutTail("a <cairn-news> in the middle")).toBe("a <cairn-news> in the middle")
  })

  test("what was taken back is not there", async () => {
    const { look, session, said, db } = bed([1])
    const id = session({ directory: "/x" })
    said(id, "stays")
    const from = said(id, "goes")
    said(id, "goes too")
    db.query("UPDATE session SET revert = ? WHERE id = ?").run(JSON.stringify({ messageID: from }), id)
    await look((view) => expect(allTexts(view, id)).toEqual(["stays"]))
  })

  test.each([1, 2] as const)("of OpenCode %p: no compaction that was taken back is there", async (generation) => {
    const { look, session, said, message, row, db } = bed()
    const id = session({ directory: "/x" }, generation)
    const compact = (summary: string) => {
      if (generation === 2) return row(id, "compaction", { status: "completed", reason: "auto", summary })
      const parentID = message(id, { role: "user" }, { type: "compaction", auto: true })
      message(id, { role: "assistant", summary: true, parentID }, { type: "text", text: summary })
      return parentID
    }
    const say = (text: string) => (generation === 2 ? row(id, "user", { text }) : said(id, text))
    say("stays")
    compact("the first sum")
    const from = say("goes")
    const second = compact("the second sum")
    const sums = () => look((view) => view.compactions(view.session(id)).map(({ summary }) => String(summary)))
    expect(await sums()).toEqual(["the second sum", "the first sum"])
    const table = generation === 2 ? "session_v2" : "session"
    // In OpenCode 1 the message that is taken back last may be the one that asks for a compaction.
    for (const [messageID, texts] of [
      [from, ["stays", "the first sum"]],
      [second, ["stays", "the first sum", "goes"]],
    ] as const) {
      db.query(`UPDATE ${table} SET revert = ? WHERE id = ?`).run(JSON.stringify({ messageID }), id)
      expect(await sums()).toEqual(["the first sum"])
      expect(await look((view) => allTexts(view, id))).toEqual([...texts])
    }
  })
})

describe("a file of both generations", () => {
  test("a copied session is there once, read in the new tables, with what OpenCode 1 added afterwards", async () => {
    const { look, session, message, row, said, wait } = bed()
    const id = session({ directory: "/x", title: "old title" })
    const marked = message(
      id,
      { role: "user" },
      { type: "text", text: "template words", metadata: { cairn: { typed: "" } } },
    )
    const other = session({ directory: "/x", title: "not copied yet" })
    said(other, "still old")
    wait(10_000)
    session({ id, directory: "/x", title: "new title" }, 2)
    row(id, "user", { text: "template words" }, marked)
    row(id, "user", { text: "said in 2" })
    wait(10_000)
    said(id, "said in 1 again")
    await look((view) => {
      expect(view.sessions.map(({ id: one, title }) => [one, String(title)]).toSorted()).toEqual(
        [
          [id, "new title"],
          [other, "not copied yet"],
        ].toSorted(),
      )
      expect(allTexts(view, id)).toEqual(["template words", "said in 2", "said in 1 again"])
      expect(allTexts(view, other)).toEqual(["still old"])
      // The copy has lost the mark, the original has not.
      expect(view.message(view.session(id), view.places(view.session(id))[0]!)?.isTyped).toBe(false)
    })
  })
})

describe("what cannot be read", () => {
  test("a damaged row costs itself and is counted", async () => {
    const { look, session, said, db } = bed([1])
    const id = session({ directory: "/x" })
    const [bad, good] = [said(id, "bad"), said(id, "good")]
    db.query("UPDATE part SET data = 'no json' WHERE message_id = ?").run(bad)
    db.exec("INSERT INTO session(id, directory, time_created) VALUES ('ses_bad', x'00ff', 'never')")
    db.exec(
      `INSERT INTO message(id, session_id, time_created, data) VALUES ('msg_zz', '${id}', 9999999999999, '{"role"')`,
    )
    await look((view) => {
      expect(view.skipped).toBe(1)
      expect(
        view.places(view.session(id)).map((place) => [place.id, view.message(view.session(id), place) === undefined]),
      ).toEqual([
        [bad, true],
        [good, false],
      ])
    })
  })

  test("missing, in memory, no database, locked, newer, empty: one clear line each", async () => {
    const code = (env: Record<string, string>) =>
      openPast(env, join(none, "past.db"))
        .look(undefined, (view) => `${view.sessions.length} sessions`)
        .catch(codeOf)
    const none = tempDir("data")
    expect(await code({ XDG_DATA_HOME: none })).toBe("no_database")
    expect(await code({ XDG_DATA_HOME: none, OPENCODE_DB: "other.db" })).toBe("no_database")
    expect(await code({ XDG_DATA_HOME: none, OPENCODE_DB: ":memory:" })).toBe("no_database")
    const file = pastDatabaseFile(none)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, "this is no database, it only has its name".repeat(100))
    expect(await code({ XDG_DATA_HOME: none })).toBe("database_damaged")
    const young = tempDir("data")
    mkdirSync(dirname(pastDatabaseFile(young)), { recursive: true })
    const db = new Database(pastDatabaseFile(young))
    db.exec("CREATE TABLE session_v3(id text)")
    expect(await code({ XDG_DATA_HOME: young })).toBe("database_newer")
    db.exec("DROP TABLE session_v3")
    expect(await code({ XDG_DATA_HOME: young })).toBe("0 sessions")
    db.exec("CREATE TABLE x(y); PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; INSERT INTO x VALUES (1)")
    expect(await code({ XDG_DATA_HOME: young })).toBe("database_busy")
    db.close()
    const folder = join(tempDir("data"), "opencode", "opencode.db")
    mkdirSync(folder, { recursive: true })
    expect(await code({ OPENCODE_DB: folder })).toBe("database_unreadable")
  })

  test("an unknown session is refused with near ones", async () => {
    const { look, session } = bed([1])
    session({ id: "ses_e1d5f88caffe", directory: "/x" })
    const said = await look((view) => view.session("ses_e1d5f000")).catch((error) => `${error.code}: ${error.message}`)
    expect(said).toBe('no_such_session: there is no session "ses_e1d5f000"; near it: ses_e1d5f88caffe')
  })

  test("near are those with the longest common beginning, then those with the fewest other letters, subagents after their equals", async () => {
    const { look, session } = bed([1])
    const given = "ses_e1d5f88cab01"
    session({ id: "ses_e1d5f00000aa", directory: "/x", time_updated: 9 })
    session({ id: "ses_e1d5f88cab11", directory: "/x", time_updated: 3 })
    session({ id: "ses_e1d5f88cabff", directory: "/x", time_updated: 8 })
    session({ id: "ses_e1d5f88caba1", directory: "/x", time_updated: 9, parent_id: "ses_1" })
    session({ id: "ses_77777777aaaa", directory: "/x", time_updated: 10, parent_id: "ses_1" })
    session({ id: "ses_88888888aaaa", directory: "/x", time_updated: 1 })
    const near = (id: string) => look((view) => view.session(id)).catch(({ message }) => message.replace(/^.*; /, ""))
    expect(await near(given)).toBe("near it: ses_e1d5f88cab11, ses_e1d5f88caba1, ses_e1d5f88cabff")
    expect(await near("ses_78888888aaaa")).toBe("near it: ses_88888888aaaa")
    expect(await near("nonsense")).toBe("the newest: ses_e1d5f00000aa, ses_e1d5f88cabff, ses_e1d5f88cab11")
  })

  test("a session is known by how only its id begins; how several begin is refused with them", async () => {
    const { look, session } = bed([1])
    for (const id of ["ses_e1d5f88cab", "ses_e1d5f88cabff", "ses_e1d6"]) session({ id, directory: "/x" })
    const named = (id: string) =>
      look((view) => view.session(id).id).catch(({ code, message }) => `${code}: ${message}`)
    expect(await named("ses_e1d6")).toBe("ses_e1d6")
    expect(await named("ses_e1d5f88cab")).toBe("ses_e1d5f88cab")
    expect(await named("ses_e1d5f88cabf")).toBe("ses_e1d5f88cabff")
    expect(await named("ses_e1d5")).toBe(
      'ambiguous_id: "ses_e1d5" is how 2 sessions begin: ses_e1d5f88cab, ses_e1d5f88cabff',
    )
    for (const id of ["", "ses_", "e1d6"]) expect(await named(id)).toStartWith("no_such_session: ")
  })

  test("a short id is unique and has at least 12 characters", () => {
    const ids = ["ses_64b1f09a1ffe", "ses_64b1f09a2ffe", "ses_74b1f09a2ffe", "ses_1"]
    expect(ids.map(shortIds(ids.map((id) => ({ id }))))).toEqual([
      "ses_64b1f09a1",
      "ses_64b1f09a2",
      "ses_74b1f09a",
      "ses_1",
    ])
  })

  test("the model of a session that names none is that of its last answer that does", async () => {
    const { look, session, row, answered } = bed()
    const [old, young] = [session({ directory: "/x" }), session({ directory: "/x" }, 2)]
    answered(old, { type: "text", text: "x" })
    for (const id of ["first", "last"]) row(young, "assistant", { model: { providerID: "p", id }, content: [] })
    row(young, "assistant", { content: [] })
    const empty = session({ directory: "/x" }, 2)
    await look((view) =>
      expect([old, young, empty].map((id) => view.modelOf(view.session(id), view.places(view.session(id))))).toEqual([
        "p/m",
        "p/last",
        undefined,
      ]),
    )
  })

  test("it is never written to: not by a statement, not by a mistake", async () => {
    const { look, session, data } = bed([1])
    session({ directory: "/x" })
    await look(() => undefined)
    const { openHostTables } = await import("./host-tables.ts")
    const { db } = await openHostTables(pastDatabaseFile(data))
    expect(() => db.run("DELETE FROM session")).toThrow()
    expect(db.get<{ query_only: number }>("PRAGMA query_only")?.query_only).toBe(1)
    db.close()
  })
})

describe("which databases there are", () => {
  test("the named one, else every one in the data folder", async () => {
    const data = tempDir("data")
    const folder = join(data, "opencode")
    mkdirSync(folder)
    const named = ["opencode copy.db", "opencode-dev.db", "opencode.db", "opencode2.db"]
    for (const name of [...named, "opencode.db-wal", "opencode.db.bak", "auth.json", "other.db"])
      writeFileSync(join(folder, name), "")
    const env = { XDG_DATA_HOME: data }
    expect(await databaseFiles(env)).toEqual(named.map((name) => join(folder, name)))
    expect(await databaseFiles({ ...env, OPENCODE_DB: "/abs/x.db" })).toEqual(["/abs/x.db"])
    expect(await databaseFiles({ ...env, OPENCODE_DB: "rel.db" })).toEqual([join(folder, "rel.db")])
    expect(await databaseFiles({ XDG_DATA_HOME: "relative" }, data)).toEqual([])
  })

  test("of a file with another name than OpenCode gives, only OpenCode's tables count, and nothing else is a fault", async () => {
    const data = tempDir("data")
    const file = (name: string) => pastDatabaseFile(data, name)
    const usual = makePastDatabase(file("opencode.db"), [1])
    usual.session({ id: "ses_usual", directory: "/x" })
    const copied = makePastDatabase(file("opencode copy.db"), [1])
    copied.session({ id: "ses_copied", directory: "/x" })
    makePastDatabase(file("opencode_other.db"), []).db.exec("CREATE TABLE lamp(id TEXT)")
    writeFileSync(file("opencode_text.db"), "not a database at all ".repeat(500))
    writeFileSync(file("opencode_empty.db"), "")
    mkdirSync(file("opencode_folder.db"))
    const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
    const seen = () =>
      past.look(undefined, (view) => [view.sessions.map(({ id }) => id).toSorted(), view.faults.map(codeOf)])
    expect(await seen()).toEqual([["ses_copied", "ses_usual"], []])
    copied.db.exec("ALTER TABLE session RENAME COLUMN title TO heading")
    expect(await seen()).toEqual([["ses_usual"], ["database_newer"]])
    // Whoever names a file means it.
    const named = openPast({ OPENCODE_DB: file("opencode_text.db") }, join(data, "past.db"))
    expect(await named.look(undefined, () => "read").catch(codeOf)).toBe("database_damaged")
  })

  test("one that is damaged inside is named, and the other is read", async () => {
    const data = tempDir("data")
    const [one, two] = ["opencode.db", "opencode-dev.db"].map((name) =>
      makePastDatabase(pastDatabaseFile(data, name), [1]),
    )
    one!.session({ id: "ses_one", directory: "/x" })
    for (let at = 0; at < 300; at++) two!.session({ directory: "/x", title: "x".repeat(200) })
    two!.db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    two!.close()
    const file = pastDatabaseFile(data, "opencode-dev.db")
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, 40_960, bytes.length - 4096))
    const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
    for (const serving of [undefined, "ses_one"])
      await past.look(serving, (view) => {
        expect(view.sessions.map(({ id }) => id)).toEqual(["ses_one"])
        expect(view.databases).toEqual([pastDatabaseFile(data)])
        expect(view.faults.map(codeOf)).toEqual(serving ? [] : ["database_damaged"])
      })
    one!.db.exec("DROP TABLE part")
    one!.close()
    const none = past.look(undefined, () => "read")
    expect(await none.catch(codeOf)).toBe("database_newer")
  })

  test("in a host the one that serves the session, at a terminal all, each session once", async () => {
    const data = tempDir("data")
    const [one, two] = ["opencode.db", "opencode-dev.db"].map((name) =>
      makePastDatabase(pastDatabaseFile(data, name), [1]),
    )
    one!.session({ id: "ses_one", directory: "/x" })
    two!.session({ id: "ses_two", directory: "/x" })
    two!.session({ id: "ses_one", directory: "/x", title: "a copy", time_updated: 1 })
    const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
    const ids = (serving?: string) => past.look(serving, ({ sessions }) => sessions.map(({ id }) => id).toSorted())
    expect(await ids()).toEqual(["ses_one", "ses_two"])
    expect(await ids("ses_two")).toEqual(["ses_one", "ses_two"])
    expect(await ids("ses_unknown")).toEqual(["ses_one", "ses_two"])
    two!.db.exec("DELETE FROM session WHERE id = 'ses_one'")
    expect(await ids("ses_two")).toEqual(["ses_two"])
  })
})
