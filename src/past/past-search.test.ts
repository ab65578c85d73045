import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openPast } from "./past.ts"
import { parsePastQuery } from "./past-query.ts"
import { bestOfSessions, LEAST_CONFIDENCE, type SearchBounds, searchPast } from "./past-search.ts"

function bed() {
  const data = tempDir("data")
  const made = makePastDatabase(pastDatabaseFile(data), [1])
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const found = async (question: string, bounds: Partial<SearchBounds> = {}) => {
    await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
    return past.look(undefined, (view) =>
      past.withIndex((index) =>
        searchPast(index, view, parsePastQuery(question), { isWanted: () => true, ...bounds }, Date.UTC(2026, 0, 6)),
      ),
    )
  }
  const search = async (question: string, bounds?: Partial<SearchBounds>) => (await found(question, bounds)).hits
  const find = async (question: string) => (await search(question)).map(({ message }) => message.id)
  const noise = (session: string, count = 12) => {
    for (let at = 0; at < count; at++) made.said(session, `we had soup number ${at} for lunch`)
  }
  return { ...made, past, found, search, find, noise }
}

describe("what speaks for a message", () => {
  test("the turn beside it: an answer is found by what was asked", async () => {
    const { session, said, answered, find, noise } = bed()
    const id = session({ directory: "/x" })
    noise(id)
    said(id, "which port does the harbour gateway listen on?")
    const answer = answered(id, { type: "text", text: "It is 4173." })
    noise(id)
    expect((await find("port of the harbour gateway")).slice(0, 3)).toContain(answer)
    expect(await find("gateway")).not.toContain(answer)
  })

  test("that it answers what somebody typed: it comes before what only follows the same words of the agent's", async () => {
    const { session, said, answered, find, noise } = bed()
    const says = (text: string) => answered(id, { type: "text", text })
    const id = session({ directory: "/x" })
    noise(id)
    said(id, "how many hoists did the harbour get in the end")
    const answer = says("The gateway is up.")
    noise(id)
    says("how many hoists did the harbour get in the end")
    const further = says("The gateway is up.")
    noise(id)
    said(id, "how many hoists did the harbour get in the end")
    const theirs = said(id, "The gateway is up.")
    const found = await find("how many hoists has the harbour gateway")
    const [first, ...others] = found.filter((id) => [answer, further, theirs].includes(id))
    expect(first).toBe(answer)
    expect(new Set(others)).toEqual(new Set([further, theirs]))
  })

  test("that it ends the work on what somebody typed, if nothing else was typed meanwhile", async () => {
    const { session, said, answered, find, noise } = bed()
    const works = (id: string) => {
      for (let step = 0; step < 5; step++) answered(id, toolPart("bash", { command: `make step${step}` }, "done"))
    }
    const id = session({ directory: "/x" })
    noise(id)
    said(id, "how many hoists did the harbour get in the end")
    works(id)
    const answer = answered(id, { type: "text", text: "The gateway is up." })
    noise(id)
    said(id, "how many hoists did the harbour get in the end")
    works(id)
    said(id, "now something else: is lunch ready?")
    const other = answered(id, { type: "text", text: "The gateway is up." })
    const found = await find("how many hoists has the harbour gateway")
    expect(found.filter((id) => id === answer || id === other)).toEqual([answer, other])
  })

  test("who says it in words counts alike, and a call less", async () => {
    const { session, said, answered, find, noise } = bed()
    const [one, other, third] = [1, 2, 3].map(() => session({ directory: "/x" })) as [string, string, string]
    const ran = answered(one, toolPart("bash", { command: "ls" }, "the gantry crane is red"))
    const typed = said(other, "the gantry crane is red")
    const told = answered(third, { type: "text", text: "the gantry crane is red" })
    noise(one)
    expect(await find("gantry crane")).toEqual([told, typed, ran])
  })

  test("one name is one word, however many terms it has: the call that has it is found, not what was said beside it", async () => {
    const { session, said, answered, find, search, noise } = bed()
    for (let at = 0; at < 4; at++) noise(session({ directory: "/x" }))
    const id = session({ directory: "/x" })
    said(id, "good, now please do the next thing on the list")
    const ran = answered(
      id,
      toolPart(
        "bash",
        { command: "terraform apply -var-file=prod.tfvars" },
        "aws_instance.web: creation complete\n".repeat(150),
      ),
    )
    said(id, "thanks, and how was lunch")
    for (const question of ["prod.tfvars", "apply prod.tfvars", "`prod.tfvars`"])
      expect(await find(question)).toEqual([ran])
    const long = await search("terraform apply prod.tfvars")
    expect(long[0]?.matched).toEqual([])
    expect(bestOfSessions(long).map(({ hit }) => hit.message.id)).toEqual([ran])
  })

  test("how it failed: a turn that ended with an error is found by it", async () => {
    const { session, message, find } = bed()
    const error = { name: "APIError", data: { message: "the quota of the gantry is used up" } }
    const failed = message(session({ directory: "/x" }), { role: "assistant", error })
    expect(await find("gantry quota")).toEqual([failed])
  })

  test("the session and its title: of two equal messages, the one among others on the matter", async () => {
    const { session, said, find, noise } = bed()
    const [one, other] = [session({ directory: "/x", title: "Lunch" }), session({ directory: "/x", title: "Gearbox" })]
    noise(one)
    said(one, "the crane is red")
    const there = said(other, "the crane is red")
    noise(other)
    expect((await find("crane gearbox"))[0]).toBe(there)
  })

  test("the title alone, if no message says it: the session is found by its first message, below those that say it", async () => {
    const { session, said, find, search, noise } = bed()
    const titled = session({ directory: "/x", title: "Zebra crossing redesign" })
    const first = said(titled, "please make the stripes wider")
    noise(titled)
    const saying = said(session({ directory: "/x" }), "the zebra is loose")
    expect(await find("zebra")).toEqual([saying, first])
    expect(await find("zebra crossing")).toContain(first)
    const hit = (await search("crossing redesign"))[0]
    expect(hit?.message.id).toBe(first)
    expect(hit?.isTitled).toBe(true)
    expect((await search("zebra"))[0]?.isTitled).toBe(false)
    expect(hit?.confidence).toBeGreaterThan(LEAST_CONFIDENCE)
    // Most of a question is enough, because a title says what the session is about; some of it is not.
    expect((await search("redesign of the zebra crossing kerb"))[0]?.confidence).toBeGreaterThan(LEAST_CONFIDENCE)
    expect((await search("crossing kerb asphalt lamps"))[0]?.confidence ?? 0).toBeLessThan(LEAST_CONFIDENCE)
  })

  test("the title and the messages together: a session is found by its own title, also in quotes", async () => {
    const { session, said, answered, search } = bed()
    const matters = ["login", "websocket", "invoice", "parser"]
    const titles = [
      "Flaky login test on CI",
      "Websocket reconnect backoff",
      "Invoice mailer rewrite",
      "Parser fuzz corpus",
    ]
    const ids = titles.map((title, at) => {
      const id = session({ directory: "/x", title })
      said(id, `the ${matters[at]} misbehaves since yesterday, please look into it`)
      answered(id, { type: "text", text: "I have read the code and found the cause." })
      return id
    })
    for (let at = 0; at < 60; at++)
      said(session({ directory: "/x" }), `the ${matters[at % 4]} of harbour ${at} is to be painted`)
    for (const [at, title] of titles.entries()) {
      const sure = (await search(title)).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
      expect([title, bestOfSessions(sure)[0]?.hit.session.id]).toEqual([title, ids[at]])
      expect((await search(`"${title.toLowerCase()}"`)).map((hit) => hit.session.id)).toContain(ids[at] as string)
    }
    const [hit] = await search("websocket backoff")
    expect([hit?.session.id, hit?.isTitled]).toEqual([ids[1], false])
    expect(hit?.matched).toContain("websocket")
    expect(hit?.matched).not.toContain("backoff")
  })

  test("the title alone, if the first messages show nothing, or only the answers are wanted", async () => {
    const { session, said, answered, message, search, noise } = bed()
    const id = session({ directory: "/x", title: "Zebra census" })
    for (let at = 0; at < 3; at++) message(id, { role: "user" })
    said(id, "please count them")
    const answer = answered(id, { type: "text", text: "There are forty." })
    noise(id)
    expect((await search("zebra census"))[0]?.part).toMatchObject({ text: "please count them" })
    expect((await search("zebra census", { role: "assistant" })).map((hit) => hit.message.id)).toEqual([answer])
  })

  test("long pastes do not hide the other sessions, and what was not read is known", async () => {
    const { session, said, found } = bed()
    const short = Array.from({ length: 10 }, () => {
      const id = session({ directory: "/x" })
      said(id, "the heron cache is stale")
      return id
    })
    const long = Array.from({ length: 2 }, () => {
      const id = session({ directory: "/x" })
      said(id, `heron cache log\n${"12:00:01 the cache was asked\n".repeat(2200)}`)
      return id
    })
    const { hits, isCut } = await found("heron cache", { sessions: 20 })
    expect(new Set(hits.map((hit) => hit.session.id))).toEqual(new Set([...short, ...long]))
    expect(isCut).toBe(false)
    const talk = session({ directory: "/x" })
    for (let at = 0; at < 100; at++) said(talk, `the heron cache has ${at} entries`)
    const after = await found("heron cache")
    expect([after.partly.has(talk), after.read < 90]).toEqual([true, true])
  })

  test("a quotation is found among many texts that have its words in another order", async () => {
    const { session, said, find } = bed()
    const there = said(session({ directory: "/x" }), "retry limit reached for invoice")
    for (let at = 0; at < 150; at++)
      said(session({ directory: "/x" }), `we reached ${at} and retry as long as the limit of the invoice allows`)
    expect(await find('"retry limit reached"')).toEqual([there])
  })

  test("a call by its short arguments, however long the others are", async () => {
    const { session, answered, find, noise } = bed()
    const id = session({ directory: "/x" })
    noise(id)
    const input = { content: "const tide = 1\n".repeat(400), filePath: "/x/src/TidePage.tsx" }
    const wrote = answered(id, toolPart("write", input, "Wrote file successfully."))
    expect(await find("TidePage.tsx")).toEqual([wrote])
  })

  test("a day that is named, a time where one is asked for, a speaker who is named", async () => {
    const { session, said, find, wait } = bed()
    const early = said(session({ directory: "/x" }), "the crane was repaired")
    wait(60 * 86_400_000)
    const late = session({ directory: "/x" })
    const again = said(late, "the crane was repaired again and is fine")
    const timed = said(late, "we built the lighthouse in March 2019")
    said(late, "we built the lighthouse with bricks")
    const anna = said(late, "Anna: I sold the gantry")
    said(late, "Berta: I sold the gantry")
    expect((await find("crane repaired on January 5, 2026"))[0]).toBe(early)
    expect((await find("crane repaired on 2026-03-06"))[0]).toBe(again)
    expect((await find("the crane we repaired in January"))[0]).toBe(early)
    expect((await find("the crane we repaired in March"))[0]).toBe(again)
    expect((await find("the crane we may have repaired"))[0]).toBe((await find("the crane we have repaired"))[0])
    expect((await find("when did we build the lighthouse"))[0]).toBe(timed)
    expect((await find("what did Anna sell"))[0]).toBe(anna)
  })

  test("irregular forms are forms of one word", async () => {
    const { session, said, find } = bed()
    const id = session({ directory: "/x" })
    const bought = said(id, "yesterday somebody bought a gantry")
    expect((await find("buying a gantry"))[0]).toBe(bought)
  })

  test("languages whose names are a letter with signs are found, in any script around them", async () => {
    const { session, said, find, noise } = bed()
    const id = session({ directory: "/x" })
    noise(id)
    const plus = said(id, "the parser is to be ported to C++ first")
    const sharp = said(id, "the editor plug-in stays in C# for good")
    const chinese = said(id, "解析器用C++写")
    noise(id)
    expect(new Set(await find("C++"))).toEqual(new Set([plus, chinese]))
    expect(await find("what is in c#?")).toEqual([sharp])
  })

  test("a quotation must be there; in a longer text, code and quotation marks are part of what it says", async () => {
    const { session, said, find } = bed()
    const id = session({ directory: "/x" })
    const there = said(id, "the gantry says `hoist stuck` at noon")
    const other = said(id, "the gantry is stuck, and the hoist does not move when the crane turns")
    expect(await find('"hoist stuck" gantry')).toEqual([there])
    const long = 'the `gantryLamp` blinks and the hoist does not move when the crane turns with its "night mode" on'
    expect((await find(long))[0]).toBe(other)
    expect((await find("why did the gantry tell us about `hoist stuck` while we had lunch"))[0]).toBe(there)
  })

  test("of two sessions, the one that is about it comes first, though another says it once in one sentence", async () => {
    const { session, said, search, noise } = bed()
    const about = session({ directory: "/x" })
    for (let at = 0; at < 12; at++) {
      said(about, `now for the ${at % 2 === 0 ? "crane" : "gantry"}, which somebody has to paint before winter`)
      noise(about, 2)
    }
    const passing = session({ directory: "/x" })
    noise(passing, 80)
    const once = said(passing, "we painted the fence, the crane, the gate, the gantry and at last the old shed")
    for (let at = 0; at < 8; at++) noise(session({ directory: "/x" }), 30)
    const hits = await search("crane gantry")
    expect(hits[0]?.message.id).toBe(once)
    expect(bestOfSessions(hits).map(({ hit }) => hit.session.id)).toEqual([about, passing])
  })

  test("a whole plan finds the session that it is about, though most of its words were never said", async () => {
    const { session, said, search, noise } = bed()
    const [about, other] = [session({ directory: "/x" }), session({ directory: "/x" })]
    noise(about)
    const wanted = said(about, "the tower hoist needs a new gearbox, its brake slips when the load swings")
    noise(about)
    noise(other, 30)
    said(other, "the harbour gateway listens on another port")
    const unsaid = Array.from({ length: 60 }, (_, at) => `zo${at.toString(36)}uvax`)
    const plan = `# Plan\n${unsaid.slice(0, 30).join(" ")}\nReplace the gearbox of the tower hoist.\n${unsaid.slice(30).join(" ")}\nWatch the brake while the load swings.`
    const [first] = await search(plan)
    expect(first?.message.id).toBe(wanted)
    expect(first?.confidence).toBeGreaterThan(LEAST_CONFIDENCE)
  })

  test("a quotation is found over a line end, in other spaces and quotes, and however its letters are composed", async () => {
    const { session, said, find } = bed()
    const texts = ["the retry limit\nreached for it", "red and   green otters", "the user’s cafe\u0301 zebra"]
    const ids = texts.map((text) => said(session({ directory: "/x" }), text))
    expect(await find('"retry limit reached"')).toEqual(ids.slice(0, 1))
    expect(await find('"red and green otters"')).toEqual(ids.slice(1, 2))
    expect(await find('"user\'s café zebra"')).toEqual(ids.slice(2))
  })

  test("a quotation that only the title has is said to be there", async () => {
    const { session, said, search } = bed()
    const id = session({ directory: "/x", title: "Fix websocket backoff" })
    said(id, "the websocket is open")
    said(id, "the websocket is shut")
    const hits = await search('"websocket backoff"')
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.map(({ isTitled, matched }) => [isTitled, matched.length])).toEqual(hits.map(() => [true, 2]))
    expect(bestOfSessions(hits).map(({ more }) => more)).toEqual([0])
  })

  test("an old quotation behind thousands of messages with its words in another order is found, or not denied", async () => {
    const { db, session, said, found } = bed()
    const wanted = said(session({ directory: "/x" }), "the retry limit reached us")
    db.transaction(() => {
      for (let at = 0; at < 42; at++) {
        const id = session({ directory: "/x" })
        for (let n = 0; n < 100; n++) said(id, `limit ${n} retry reached`)
      }
    })()
    const { hits, isCut } = await found('"retry limit"')
    // How many are read in time depends on the machine.
    expect(isCut ? [wanted] : hits.map(({ message }) => message.id)).toEqual([wanted])
  })

  test("a session is found by its title in a time that only its later messages are of", async () => {
    const { session, said, search, find } = bed()
    const titled = session({ directory: "/x", title: "Zebra census" })
    for (let at = 0; at < 25; at++) said(titled, `row ${at}`)
    const late = said(titled, "go on with the rest")
    const both = session({ directory: "/x", title: "Otter census" })
    said(both, "count the otter")
    const rest = said(both, "go on with these")
    expect((await find("zebra census")).length).toBeGreaterThan(0)
    const [all] = [await search("go on with")]
    const since = (id: string) => all.find(({ message }) => message.id === id)?.message.at ?? 0
    const idsOf = async (question: string, from: number) =>
      (await search(question, { since: from })).map(({ message }) => message.id)
    expect(await idsOf("zebra census", since(late))).toContain(late)
    expect(await idsOf("otter census", since(rest))).toContain(rest)
  })

  test("an expression of SQLite's counts a message once, and says that only the title matches", async () => {
    const { session, said, search } = bed()
    said(session({ directory: "/x", title: "Zebra census" }), "the zebra census is due")
    said(session({ directory: "/x", title: "Otter count" }), "please tell them")
    const one = await search("zebra", { expression: "zebra" })
    expect(one.map(({ isTitled }) => isTitled)).toEqual([false])
    const other = await search("otter", { expression: "otter" })
    expect(other.map(({ isTitled }) => isTitled)).toEqual([true])
  })

  test("earlier searches for the same do not take the places of what is looked for", async () => {
    const { session, said, answered, search } = bed()
    const wanted = said(session({ directory: "/x" }), "we counted the zebra yesterday: forty of them")
    for (let at = 0; at < 90; at++)
      answered(session({ directory: "/x" }), toolPart("memory_search", { query: "zebra census" }, "Nothing relevant."))
    const isShown = (part: { kind: string }) => part.kind === "text"
    expect((await search("zebra census", { isShown })).map(({ message }) => message.id)).toEqual([wanted])
  })

  test("what several sessions have word for word is shown once", async () => {
    const { session, answered, search } = bed()
    const output = "src/harbour/crane.ts: the gearbox of the crane is declared here and nowhere else, says the linter"
    for (let at = 0; at < 3; at++)
      answered(session({ directory: "/x" }), toolPart("read", { filePath: "crane.ts" }, output))
    const shown = bestOfSessions(await search("crane gearbox linter"))
    expect(shown.map(({ alike }) => alike)).toEqual([2])
  })
})

describe("any question", () => {
  const ALPHABET = [
    ..."ab \"'`“”*()^:-+%_\\/.?{}[]\n\0ß部署ก🙂\ud800",
    "OR",
    "AND",
    "NEAR(",
    "2026-01-05",
    "May 2026",
    "when ",
  ]

  test("is read as words and never as syntax, whatever it is made of", async () => {
    const { session, said, search } = bed()
    said(session({ directory: "/x" }), "one plain message")
    await search("x")
    let seed = 7
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 4_294_967_296) * below)
    }
    const failures: string[] = []
    for (let round = 0; round < 300; round++) {
      const question = Array.from({ length: next(30) }, () => ALPHABET[next(ALPHABET.length)]).join("")
      const { terms, phrases } = parsePastQuery(question)
      if (terms.size > 80 || [...terms.keys()].some((term) => /["\s]/.test(term)) || phrases.includes(""))
        failures.push(`parsed: ${JSON.stringify(question)}`)
      await search(question).catch((error) => void failures.push(`${JSON.stringify(question)}: ${error}`))
    }
    expect(failures).toEqual([])
  })
})

describe("whatever the host does meanwhile", () => {
  test("a search while it writes finds what is written, before and after", async () => {
    const { session, said, find, db } = bed()
    const id = session({ directory: "/x" })
    const before = said(id, "the crane is red")
    await find("crane")
    db.exec("BEGIN IMMEDIATE")
    said(id, "the crane is blue")
    db.query("UPDATE session SET time_updated = time_updated + 9000 WHERE id = ?").run(id)
    expect(await find("crane")).toEqual([before])
    db.exec("COMMIT")
    expect(await find("crane")).toHaveLength(2)
  })

  test("columns come and go, rows are damaged: the rest is found", async () => {
    const { session, said, find, db } = bed()
    const id = session({ directory: "/x" })
    const [good, bad] = [said(id, "the crane is red"), said(id, "the crane is blue")]
    expect(await find("crane")).toHaveLength(2)
    db.exec(
      "ALTER TABLE session ADD COLUMN mood TEXT; ALTER TABLE session DROP COLUMN cost; ALTER TABLE part ADD COLUMN x",
    )
    db.query("UPDATE part SET data = '{\"type\"' WHERE message_id = ?").run(bad)
    expect(await find("crane")).toEqual([good])
    db.exec("INSERT INTO message(id, session_id, time_created, data) VALUES ('msg_zz', 'ses_none', 'x', 'y')")
    expect(await find("crane")).toEqual([good])
  })
})
