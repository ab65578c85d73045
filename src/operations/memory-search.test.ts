import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { pastBed, remember } from "../../test/bed/past-bed.ts"
import { pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { unpainted } from "../model/paint.ts"
import { memoryMessages } from "./memory-messages.ts"
import { memorySearch } from "./memory-search.ts"
import { memorySessions } from "./memory-sessions.ts"
import { argumentSchema } from "./operation.ts"

afterAll(closeApps)

describe("memory_search", () => {
  test("the limit holds for notes and for sessions, each by itself, as its description says", async () => {
    const { past, directory, call } = await pastBed()
    for (const at of [1, 2]) {
      await call("memory_write", { path: `reference/crane-${at}`, content: `The crane has part ${at}.` })
      past.said(past.session({ directory }), `the crane has got wheel ${at}`)
    }
    const text = await call("memory_search", { query: "crane", limit: 1 })
    expect([text.match(/reference\/crane/g)?.length, text.match(/^Session /gm)?.length]).toEqual([1, 1])
    expect(argumentSchema(memorySearch.input).properties.limit?.description).toBe("of notes and sessions each")
  })

  test("a whole plan may be searched with, and a quotation of common words is found in a title", async () => {
    const { past, directory, call } = await pastBed()
    past.said(past.session({ directory, title: "What is this about" }), "the tower hoist needs a new gearbox")
    const unsaid = Array.from({ length: 300 }, (_, at) => `zo${at.toString(36)}uvax`)
    const plan = `# Plan\n${unsaid.join(" ")}\nReplace the gearbox of the tower hoist.`
    expect(plan.length).toBeGreaterThan(2000)
    expect(await call("memory_search", { query: plan, in: "sessions" })).toContain("the tower hoist needs")
    const quoted = await call("memory_search", { query: '"what is this about"', in: "sessions" })
    expect(quoted).toContain("its title has")
    expect(await call("memory_search", { query: "zebra", since: "constructor" })).toContain("is not a date")
  })

  test("a cold note is found by what its text says", async () => {
    const { call } = await pastBed()
    await call("memory_write", {
      path: "reference/deploys",
      content: "# Deploys\n\nThe lighthouse is painted by the harbour master.",
    })
    const text = await call("memory_search", { query: "harbour master", in: "notes" })
    expect(text).toContain("reference/deploys")
  })

  test("of notes the one with the rarest words comes first, one rare word is enough, and common words alone find none", async () => {
    const { call } = await pastBed()
    for (let n = 0; n < 6; n++)
      await call("memory_write", { path: `reference/crane-${n}`, content: `The crane has part ${n}.` })
    await call("memory_write", { path: "reference/oil", content: "The gearbox of the crane is lubricated in spring." })
    await call("memory_write", { path: "reference/tests", content: "Unit tests lie beside their source." })
    const found = async (query: string) =>
      [...(await call("memory_search", { query, in: "notes" })).matchAll(/reference\/([\w-]+)\.md/g)].map(
        ([, name]) => name,
      )
    expect((await found("crane gearbox"))[0]).toBe("oil")
    expect(await found("what did the Danish fitter say of our gearbox last autumn")).toEqual(["oil"])
    expect(await found("tests")).toContain("tests")
    expect(await found("run the zebra on a lorry")).toEqual([])
  })

  test("a week or a month is searched from its beginning, and up to its end", async () => {
    const { cairn, past, directory, call } = await pastBed()
    // A Wednesday; what is said, on Monday the 5th.
    cairn.clock.time = new Date(2026, 0, 14, 12).getTime()
    past.said(past.session({ directory }), "the crane is red")
    const isFound = async (bounds: Record<string, string>) =>
      (await call("memory_search", { query: "crane", in: "sessions", ...bounds })).includes("> the crane")
    const found = ["last week", "this month", "last 9 days"].map((said) => isFound({ since: said, until: said }))
    expect(await Promise.all(found)).toEqual([true, true, true])
    const others = [{ since: "this week" }, { until: "last month" }, { since: "last 8 days" }].map(isFound)
    expect(await Promise.all(others)).toEqual([false, false, false])
    expect(await isFound({ until: "this week" })).toBe(true)
  })

  test("a version number is found as a whole, however it is written, and no other one is shown for it", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const said = (text: string) => past.said(past.session({ directory }), text)
    const long = "the crane stands in the yard ".repeat(30)
    said(`${long} TypeScript 5.4, node-v1.2.3 on OpenCode 2.0.15 at 10.0.0.5, and a_b`)
    const search = (query: string) => call("memory_search", { query, in: "sessions" })
    for (const query of ["5.4", '"5.4"', "1.2.3", "v1.2.3", '"1.2.3"', "2.0.15", "10.0.0.5", "a_b", '"a_b"']) {
      const text = await search(query)
      expect([query, text]).toEqual([query, expect.stringContaining(`has ${query.replaceAll('"', "")}`)])
      // The piece of the text that is shown has it.
      expect([query, text.split("\n").at(-1)]).toEqual([query, expect.stringContaining("TypeScript 5.4")])
    }
    const found = await memorySearch.run({ app: cairn.app, by: "person" }, { query: "1.2.3", in: "sessions" })
    expect(memorySearch.toText(found, "person", { columns: 80, hasColour: true })).toContain(
      "node-v\ue1011.2.3\ue1ff on",
    )
    for (const query of ["1.1.15", "15.4", "5.40", "1.2", "0.0.5"])
      expect([query, await search(query)]).toEqual([
        query,
        `Nothing relevant. Tried: ${query}.\nOther words may find more, and so may a search without in or with all projects (project all).`,
      ])
  })

  test("a quotation of common words is found by reading the texts, and only if it is one", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory })
    past.said(id, `${"the crane stands in the yard ".repeat(30)} and why is the red one there`)
    past.said(past.session({ directory: tempDir("elsewhere") }), "why is the blue one here")
    const text = await call("memory_search", { query: '"why is the"' })
    expect(text).toContain('has "why is the" · sessionId')
    expect(text).toContain("why is the red one")
    expect(text).not.toContain("blue")
    expect(await call("memory_search", { query: "why is the" })).toStartWith("Nothing was searched for")
    expect(await call("memory_search", { query: '"is the why"' })).toStartWith('Nothing relevant. Tried: "is the why".')
    expect(await call("memory_search", { query: '"why is the"', in: "notes" })).toStartWith("Nothing was searched for")
    // As with the index, nothing of a paused session is looked at.
    cairn.app.journal.note(id, [{ kind: "pause", isOn: true }])
    expect(await call("memory_search", { query: '"why is the"' })).toStartWith("Nothing relevant")
  })

  test("a quotation of common words that only some of the texts were read for is said to be looked for there only", async () => {
    const { past, directory, call } = await pastBed()
    const id = past.session({ directory })
    past.db.transaction(() => {
      past.said(id, "why is the crane red")
      for (let at = 0; at < 3100; at++) past.said(id, "x")
    })()
    expect(await call("memory_search", { query: '"why is the"', in: "sessions" })).toMatch(
      /^Nothing relevant[\s\S]*\n\(all words of this quotation are very common, so texts were read instead: only the newest \d+ messages\)$/,
    )
  })

  test("a full index says that the oldest are left out, and not that they will come", async () => {
    const { cairn, past, directory, call } = await pastBed({ CAIRN_PAST_INDEX_MEGABYTES: "1" })
    past.said(past.session({ directory }), "the crane is red")
    const termOf = (at: number) => `${Math.imul(at + 1, 2_654_435_761) >>> 0}x${at}`
    await cairn.app.past.withIndex((index) => {
      const session = { id: "ses_newer", updated: Date.UTC(2030, 0), stamp: "x", database: "/another/host.db" }
      for (let entry = 0; entry < 20; entry++) {
        const terms = Array.from({ length: 8000 }, (_, at) => termOf(entry * 8000 + at)).join(" ")
        const one = { id: `msg_${entry}`, position: entry + 1, voice: "said", changed: 1, terms } as const
        index.put([{ session, messages: 20, gone: [], entries: [one], isLast: true }])
      }
    })
    const text = await call("memory_search", { query: "crane", in: "sessions" })
    expect(text).toContain("(the oldest 1 of 1 sessions are not searched: the index is full, see pastIndexMegabytes)")
    expect(text).not.toContain("so far")
  })

  test("finds messages and notes: session, title, date, role, id, snippet, what matched, how many more", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory, title: "Harbour work" })
    const typed = past.said(id, "the crane of the northern harbour needs a new gearbox")
    await remember(cairn, id, typed)
    past.answered(id, { type: "text", text: "I ordered the gearbox for the crane" })
    past.said(past.session({ directory: tempDir("elsewhere") }), "a crane gearbox of another project")
    await call("memory_write", {
      path: "reference/crane",
      content: "x",
      description: "How the crane's gearbox is oiled",
    })
    cairn.edit("reference/bad.md", "---\ndescription: the gearbox of the crane is fine\ntrust: quarantined\n---\n\nx\n")
    past.answered(past.session({ directory }), toolPart("memory_search", { query: "crane gearbox" }, "nothing"))
    const text = await call("memory_search", { query: "northern crane gearbox" })
    expect(text).toContain("- reference/crane.md (project): How the crane's gearbox is oiled")
    expect(text).toContain(
      `Session ${id} "Harbour work" · has northern, crane, gearbox; 1 more there · sessionId ${id} messageId ${typed}`,
    )
    expect(text).toContain(`[user] 2026-01-05 10:00 ${typed}\n> the crane of the northern harbour needs a new gearbox`)
    expect(text).not.toMatch(/another project|bad\.md|tool memory_search/)
    expect(await call("memory_search", { query: "crane gearbox", in: "notes" })).not.toContain("Session")
    expect(await call("memory_search", { query: "crane gearbox", in: "sessions", project: "all" })).toContain(
      "another project",
    )
    expect(await call("memory_search", { query: "crane", in: "sessions", role: "assistant" })).toContain("I ordered")
    expect(await call("memory_search", { query: "crane", in: "sessions", since: "2026-01-06" })).toContain(
      "Nothing relevant. Tried: crane.",
    )
    expect(await call("memory_search", { query: "crane", until: "whenever" })).toContain("bad_arguments")
    expect(await call("memory_search", { query: "crane", in: "sessions", until: "2026-01-05" })).toContain("> ")
    expect(await call("memory_search", { query: "crane", in: "sessions", until: "2026-01-04" })).toContain(
      "Nothing relevant",
    )
    expect(await call("memory_search", { query: "crane AND (", raw: true })).toStartWith("Error (bad_query)")
    for (const query of ['"needs a gearbox"', "NEAR(crane gearbox)", "crane + gearbox"])
      expect(await call("memory_search", { query, raw: true })).toMatch(
        /^Error \(bad_query\)[\s\S]*prefix\*, AND, OR, NOT and brackets; for a phrase leave raw out/,
      )
    for (const query of [
      "cranes",
      "needed AND gearboxes",
      "needed gearboxes NOT otters",
      "gearb*",
      '"gearbox" AND (harbour OR otter)',
    ])
      expect(await call("memory_search", { query, raw: true, in: "sessions" })).toContain("Sessions.")
    expect(await call("memory_search", { query: "crane NOT gearbox", raw: true, in: "sessions" })).toContain(
      "Nothing relevant",
    )
    expect(await call("memory_search", { query: "zebra" })).toContain("Nothing relevant. Tried: zebra.")
    expect(await call("memory_search", { query: "x".repeat(200_000) })).toContain("bad_arguments")
  })

  test("a note is found by all of its text, however long and cold it is", async () => {
    const { cairn, call } = await pastBed()
    const body = `${"Nothing of interest is said on these lines.\n".repeat(60)}The lighthouse keeper has the spare key.\n`
    cairn.edit("reference/keys.md", `---\ndescription: Keys\n---\n\n${body}`)
    cairn.edit("reference/bad.md", `---\ndescription: Keys\ntrust: quarantined\n---\n\n${body}`)
    await cairn.app.scopeNotes("project").refreshNow()
    const text = await call("memory_search", { query: "lighthouse keeper", in: "notes" })
    expect(text).toContain("- reference/keys.md (project): Keys")
    expect(text).not.toContain("bad.md")
  })

  test("without a database the notes are searched; a paused session is not found", async () => {
    const none = await openWithoutHistory({ env: { XDG_DATA_HOME: tempDir("data") } })
    await none.call("memory_write", { path: "reference/crane", content: "x", description: "How the crane is oiled" })
    expect(await none.call("memory_search", { query: "crane" })).toMatch(/reference\/crane[\s\S]*no database/)
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory })
    past.said(id, "the lighthouse is white")
    cairn.app.journal.note(id, [{ kind: "pause", isOn: true }])
    expect(await call("memory_search", { query: "lighthouse" })).toContain("Nothing relevant")
  })

  test("only the session itself and a person at a terminal see a paused session and its subagents' subagents", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory, title: "Lighthouse", time_created: 1700000000000 })
    const child = past.session({ directory, title: "Lighthouse", parent_id: id })
    const grandchild = past.session({ directory, title: "Lighthouse", parent_id: child })
    const other = past.session({ directory, title: "Harbour" })
    for (const one of [id, child, grandchild]) past.said(one, "the lighthouse is white")
    const folder = join(directory, ".opencode", "plans")
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "1700000000000-otter.md"), "# Paint the lighthouse")
    expect(await call("memory_search", { query: "lighthouse" })).toContain("> the lighthouse is white")
    cairn.app.journal.note(id, [{ kind: "pause", isOn: true }])
    cairn.app.journal.note(id, [{ kind: "pause", isOn: false }])
    for (const one of [id, child, grandchild]) {
      for (const [verb, args] of [
        ["memory_messages", { sessionId: one }],
        ["memory_compactions", { sessionId: one }],
        ["memory_compare", { a: other, b: one }],
        ["memory_search", { query: "lighthouse", sessionId: one }],
      ] as const)
        expect(await call(verb, args)).toStartWith("Error (paused_session): ")
      expect(await call("memory_messages", { sessionId: one }, one)).toContain("> the lighthouse is white")
    }
    expect(await call("memory_messages", { sessionId: grandchild }, id)).toContain("> the lighthouse is white")
    expect(await call("memory_search", { query: "lighthouse" })).toContain("Nothing relevant")
    expect(await call("memory_sessions", { includeSubagents: true })).not.toContain("Lighthouse")
    expect(await call("memory_plans")).toStartWith("No plans.")
    expect(await call("memory_plans", { read: "1700000000000-otter.md" })).toStartWith("Error (no_such_plan)")
    expect(await call("memory_sessions", { limit: 1 })).toContain("Harbour")
    const person = (isUnattended: boolean) =>
      memoryMessages.run({ app: cairn.app, by: "person", isUnattended }, { sessionId: id })
    expect(await person(false)).toMatchObject({ all: 1 })
    expect(() => person(true)).toThrow("only shown at a terminal, not in a pipe")
    const list = async (isUnattended: boolean) =>
      memorySessions.toText(
        await memorySessions.run({ app: cairn.app, by: "person", isUnattended }, { includeSubagents: true }),
        "person",
      )
    expect(await list(true)).toContain("\n3 sessions in which memory was paused are only shown at a terminal,")
    expect(await list(true)).not.toContain("Lighthouse")
    expect(await list(false)).not.toContain("paused")
    expect(await call("memory_sessions")).not.toContain("paused")
  })

  test("with a role or a session only sessions are searched; dates are checked first, and it is said that no session matched", async () => {
    const { past, directory, call } = await pastBed()
    await call("memory_write", { path: "reference/otters", content: "otters swim in the river" })
    const id = past.session({ directory })
    past.said(id, "the lighthouse is white")
    for (const bound of [{ role: "user" }, { sessionId: id }])
      expect(await call("memory_search", { query: "otters", ...bound })).toStartWith("Nothing relevant. Tried: otters.")
    expect(await call("memory_search", { query: "otters" })).toMatch(/otters\.md[^\n]*\n\n\(no session matched\)$/)
    expect(await call("memory_search", { query: "otters", since: "2020-01-01", until: "2020-01-02" })).toMatch(
      /otters\.md[^\n]*\n\n\(no session of that time matched; the notes are of any time\)$/,
    )
    const notes = { query: "otters", in: "notes" }
    expect(await call("memory_search", notes)).toEndWith(": Otters")
    expect(await call("memory_search", { ...notes, since: "2020-01-01" })).toEndWith(
      "(notes have no date: these are of any time)",
    )
    for (const wrong of [{ since: "rubbish" }, { since: "2026-02-01", until: "2026-01-01" }, { role: "user" }])
      expect(await call("memory_search", { ...notes, ...wrong })).toStartWith("Error (bad_arguments): ")
  })

  test("what is wrong with an argument is said in one form, by the name that the reader gives it", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const sessionId = past.session({ directory })
    const now = { query: "otters", since: "2026-03-01", until: "2026-02-01" }
    for (const [operation, args, toAgent, toPerson] of [
      [memorySearch, { query: "x", since: "soon" }, '"since": "soon" is not a date', '--since: "soon" is not a date'],
      [memorySearch, now, '"since": "2026-03-01" is after until', '--since: "2026-03-01" is after --until'],
      [memorySearch, { query: "x", in: "x" }, '"in": expected all', "--in: expected all"],
      [memorySearch, { query: "x", in: "notes", sessionId }, '"in": notes have no', "--in: notes have no"],
      [memorySessions, { before: "soon" }, '"before": "soon" is neither', '--before: "soon" is neither'],
    ] as const) {
      const { code, message } = await operation.run({ app: cairn.app, by: "person" }, args).then(
        () => ({ code: "", message: "" }),
        (error) => error,
      )
      expect(code).toBe("bad_arguments")
      expect(message).toStartWith(toPerson)
      expect(await call(operation.name, args)).toMatch(new RegExp(`^Error \\(bad_arguments\\): (?:\\w+: )?${toAgent}`))
    }
    expect(await call("memory_search", { query: "NEAR(a b)", raw: true })).toContain("for a phrase leave raw out")
  })

  test("a raw expression also finds titles, and no notes, which do not understand it", async () => {
    const { past, directory, call } = await pastBed()
    past.said(past.session({ directory, title: "Zebra census" }), "please count them")
    await call("memory_write", { path: "reference/otters", content: "The otter table is migrated in two steps." })
    expect(await call("memory_search", { query: "census", raw: true })).toContain('"Zebra census"')
    const text = await call("memory_search", { query: "migrated NOT otter", raw: true })
    expect(text).not.toContain("reference/otters")
    const refused = await call("memory_search", { query: "otter", raw: true, in: "notes" })
    expect(refused).toMatch(/^Error \(bad_arguments\)/)
  })

  test("a message that is found by its neighbour says so", async () => {
    const { past, directory, call } = await pastBed()
    for (let n = 0; n < 15; n++) past.said(past.session({ directory, title: `Other ${n}` }), `unrelated thing ${n}`)
    const id = past.session({ directory })
    past.said(id, "Which bucket does the staging cluster deploy to?")
    past.answered(id, { type: "text", text: "It goes to otter-9." })
    past.said(id, "And the staging cluster deploy bucket region, which one?")
    const text = await call("memory_search", { query: "staging cluster deploy bucket", role: "assistant" })
    expect(text).toContain('"A title" · next to a match · sessionId')
    expect(text).toContain("> It goes to otter-9.")
    expect(await call("memory_search", { query: "bucke*", raw: true })).toContain('"A title" · matches; 1 more there ·')
  })

  test("whatever is wrong with OpenCode's database, the notes are searched, and one line says what it is", async () => {
    const { past, data, call } = await pastBed()
    await call("memory_write", { path: "reference/otters", content: "otters swim in the river" })
    const file = pastDatabaseFile(data)
    const found = async (fault: string) => {
      expect(await call("memory_search", { query: "otters" })).toBe(
        `Notes (memory_read shows one):\n- reference/otters.md (project): Otters\n\n(past sessions were not searched: ${fault}: ${file})`,
      )
      expect(await call("memory_search", { query: "otters", in: "sessions" })).toMatch(/^Error \(database_\w+\): /)
    }
    past.db.exec("ALTER TABLE message RENAME TO message3; ALTER TABLE session_message RENAME TO message4")
    await found("this Cairn does not know the format of OpenCode's database")
    past.db.exec("ALTER TABLE message3 RENAME TO message; ALTER TABLE message4 RENAME TO session_message")
    past.db.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    await found("OpenCode's database is locked")
    past.db.exec("COMMIT")
    past.close()
    writeFileSync(file, "garbage ".repeat(2000))
    await found("OpenCode's database is damaged")
  })

  test("an index that cannot be used is one line, and the other verbs and the notes work", async () => {
    const { cairn, past, directory, call } = await pastBed()
    await call("memory_write", { path: "reference/lighthouse", content: "x" })
    past.said(past.session({ directory }), "the lighthouse is white")
    mkdirSync(join(cairn.root, "past.db"))
    expect(await call("memory_search", { query: "lighthouse", in: "sessions" })).toStartWith("Error (index_unusable): ")
    expect(await call("memory_search", { query: "lighthouse" })).toMatch(
      /lighthouse\.md[\s\S]*\(past sessions were not searched: the index of past sessions cannot be used: /,
    )
    expect(await call("memory_sessions")).toContain("A title")
    expect(await call("memory_summary")).toMatch(/^index: the index of past sessions cannot be used: \S/m)
  })

  test("a question in German is answered by other forms of its words, which are named as asked and painted as written", async () => {
    const { cairn, past, directory, call } = await pastBed()
    const id = past.session({ directory, title: "Zähler" })
    past.said(id, "Der Zähler steht. Ich habe die abgelaufenen Sitzungen gelöscht, aber er läuft nicht weiter.")
    for (let at = 0; at < 8; at++) past.said(id, `wir haben heute Suppe Nummer ${at} gegessen und das war gut`)
    const question = "Wann wurde die Sitzung gelöscht?"
    const text = await call("memory_search", { query: question, in: "sessions" })
    expect(text).toContain("has Sitzung, gelöscht")
    const found = await memorySearch.run({ app: cairn.app, by: "person" }, { query: question, in: "sessions" })
    const screen = { columns: 80, hasColour: true, place: "" }
    expect(memorySearch.toText(found, "person", screen)).toMatch(/\ue101Sitzungen\ue1ff[\s\S]*\ue101gelöscht\ue1ff/)
    expect(await call("memory_search", { query: "Zahler steht", in: "sessions" })).toContain("> Der Zähler steht.")
  })

  test("at a terminal a hit says why it is one, unless the words that tell are bold", async () => {
    const { cairn, past, directory } = await pastBed()
    for (let n = 0; n < 15; n++) past.said(past.session({ directory, title: `Other ${n}` }), `unrelated thing ${n}`)
    past.said(past.session({ directory, title: "The zebra crossing" }), "good morning")
    const id = past.session({ directory })
    past.said(id, "Which bucket does the staging cluster deploy to?")
    past.answered(id, { type: "text", text: "It goes to otter-9." })
    past.said(id, "And the staging cluster deploy bucket region, which one?")
    const shown = async (args: object, hasColour: boolean) => {
      const found = await memorySearch.run({ app: cairn.app, by: "person" }, { in: "sessions", ...args })
      const columns = hasColour ? 80 : Number.POSITIVE_INFINITY
      return unpainted(memorySearch.toText(found, "person", { columns, hasColour }))
    }
    for (const hasColour of [true, false]) {
      expect(await shown({ query: "zebra" }, hasColour)).toMatch(
        /^The zebra crossing {2}[-\d: ]+\n {2}\(its title has zebra\)\n {2}user: good morning\n/m,
      )
      expect(await shown({ query: "staging cluster deploy bucket", role: "assistant" }, hasColour)).toContain(
        "  (next to a match)\n  assistant: It goes to otter-9.",
      )
    }
    expect(await shown({ query: "region" }, true)).toMatch(/^A title {2}[-\d: ]+\n {2}user: And the/m)
    expect(await shown({ query: "region" }, false)).toMatch(/^A title {2}[-\d: ]+\n {2}\(has region\)\n {2}user: And/m)
  })

  test("a word with a letter that stands for two is in the snippet, and bold", async () => {
    const { cairn, past, directory } = await pastBed()
    for (let n = 0; n < 15; n++) past.said(past.session({ directory, title: `Other ${n}` }), `unrelated thing ${n}`)
    const before = "Größe und Maße messen wir außen. ".repeat(40)
    past.said(
      past.session({ directory }),
      `${before}Die Straße zum Hafen ist gesperrt, sie bleibt es. ${"Mehr. ".repeat(90)}`,
    )
    for (const query of ["Straße", "strasse", "STRASSE"]) {
      const found = await memorySearch.run({ app: cairn.app, by: "person" }, { query, in: "sessions" })
      const text = memorySearch.toText(found, "person", { columns: 80, hasColour: true })
      expect([query, text]).toEqual([query, expect.stringContaining("Die \ue101Straße\ue1ff zum")])
    }
  })

  test("a word in another form or spelling is in the snippet, and bold", async () => {
    const { cairn, past, directory } = await pastBed()
    for (let n = 0; n < 15; n++) past.said(past.session({ directory, title: `Other ${n}` }), `unrelated thing ${n}`)
    const others = "This paragraph is about something else. ".repeat(40)
    past.said(past.session({ directory }), `${others}We normalised what was bought in grey autumn. ${others}`)
    for (const [query, word] of [
      ["gray", "grey"],
      ["normalizing", "normalised"],
      ["buying", "bought"],
    ] as const) {
      const found = await memorySearch.run({ app: cairn.app, by: "person" }, { query, in: "sessions" })
      const text = memorySearch.toText(found, "person", { columns: 200, hasColour: true })
      expect([query, text]).toEqual([query, expect.stringContaining(`\ue101${word}\ue1ff`)])
    }
  })

  test("a web page in a snippet is read", async () => {
    const { past, directory, cairn } = await pastBed()
    const id = past.session({ directory })
    past.answered(id, toolPart("webfetch", { url: "https://x.example" }, "the lighthouse is white"))
    const args = { query: "lighthouse white" }
    const output = await cairn.call("memory_search", args, "ses_test", "c1")
    await cairn.moments.toolEnded({
      sessionID: "ses_test",
      callID: "c1",
      ok: true,
      files: [],
      tool: "memory_search",
      args,
      output,
    })
    expect(await cairn.call("memory_save", { text: "The harbour office opens at nine every day" })).toContain(
      "(read_web)",
    )
  })
})
