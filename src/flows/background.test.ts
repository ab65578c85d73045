import { afterEach, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type MinedSession, minedSession } from "../../test/bed/mined-session.ts"
import { closeApps, noHost, open, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { untilTrue } from "../../test/bed/store-on-disk.ts"
import type { Notice } from "../model/notice.ts"
import { type Config, defaultConfig } from "../model/settings.ts"
import { operations } from "../operations/registry.ts"
import { nullLog } from "../platform/log.ts"
import { openSqlite } from "../platform/sqlite.ts"
import { openBackgroundLog } from "../store/tables/background-log.ts"
import { spareState } from "../store/tables/spare-state.ts"
import { agreedSince, BEFORE_OPENING_MS, settingMark } from "./agreed-since.ts"
import { askForConsent } from "./background-consent.ts"

afterEach(closeApps)

const TALK = "the reports service listens on port 8123 and nowhere else"
const untilCalm = (ms = 80) => new Promise((resolve) => setTimeout(resolve, ms))

describe("after a pause", () => {
  test("a session is looked through once, however often it goes idle", async () => {
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "20" } })
    mined.past.said(mined.session, TALK)
    const idle = () => mined.cairn.moments.wentIdle({ sessionID: mined.session })
    await Promise.all(Array.from({ length: 1000 }, idle))
    await untilTrue(() => mined.questions.length > 0)
    await untilCalm()
    expect(mined.questions.map(({ about }) => about)).toEqual([mined.session])
  })

  test("a message begins a new wait: nobody is asked in the middle of a turn", async () => {
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "1000" } })
    mined.past.said(mined.session, TALK)
    const { moments } = mined.cairn
    await moments.wentIdle({ sessionID: mined.session })
    await moments.userSpoke({ sessionID: mined.session, messageID: "msg_2", text: "and now the tests", isFirst: false })
    await untilCalm(1200)
    expect(mined.questions).toEqual([])
    await moments.wentIdle({ sessionID: mined.session })
    await untilTrue(() => mined.questions.length > 0)
  })

  /** A session beside the one that is idle, with something said in it that nobody has looked at. */
  function leftIn({ past, cairn }: MinedSession, minutesAgo: number, more: Record<string, string> = {}) {
    const at = cairn.clock.time - minutesAgo * 60_000
    const id = past.session({ directory: cairn.directory, time_created: at, time_updated: at, ...more })
    past.said(id, TALK)
    cairn.app.journal.note(id, [{ kind: "turn" }])
    return id
  }

  async function askedAbout({ cairn, session, questions }: MinedSession, least: number) {
    await cairn.app.journal.flush()
    await cairn.moments.wentIdle({ sessionID: session })
    await untilTrue(() => questions.length >= least)
    await untilCalm()
    return questions.map(({ about }) => about)
  }

  test("what other processes have left is taken up, the newest three sessions", async () => {
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "0" } })
    const recent = [1, 2, 3, 4].map((minutes) => leftIn(mined, minutes))
    expect(await askedAbout(mined, 3)).toEqual(recent.slice(0, 3))
  })

  test("of what was left, the rest is looked at after the next pause if the user goes on", async () => {
    const about: string[] = []
    const mined: MinedSession = await minedSession({
      env: { CAIRN_EXTRACT_DEBOUNCE_MS: "0" },
      host: {
        async ask(question) {
          if (about.push(question.about) === 1) await speak()
          return { text: "[]" }
        },
      },
    })
    const { moments, app } = mined.cairn
    const speak = () => moments.userSpoke({ sessionID: mined.session, text: "and the tests", isFirst: false })
    const left = [1, 2].map((minutes) => leftIn(mined, minutes))
    await app.journal.flush()
    const pause = async (least: number) => {
      await moments.wentIdle({ sessionID: mined.session })
      await untilTrue(() => about.length >= least)
      await untilCalm()
      return [...about]
    }
    expect([await pause(1), await pause(2)]).toEqual([left.slice(0, 1), left])
  })

  test("of what was left, nothing is taken up that is another folder's, a subagent's, deleted or a week old", async () => {
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "0" } })
    leftIn(mined, 1, { directory: "/elsewhere" })
    leftIn(mined, 2, { parent_id: mined.session })
    leftIn(mined, 8 * 24 * 60)
    await mined.cairn.moments.sessionDeleted({ sessionID: leftIn(mined, 3) })
    const own = leftIn(mined, 60)
    expect(await askedAbout(mined, 1)).toEqual([own])
  })

  test("a model that fails is asked once, however many sessions wait", async () => {
    let asks = 0
    const ask = async () => {
      asks++
      throw new Error("overloaded")
    }
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "0" }, host: { ask } })
    const { past, cairn } = mined
    const at = cairn.clock.time - 3_600_000
    for (let n = 0; n < 6; n++) {
      const id = past.session({ directory: cairn.directory, time_created: at, time_updated: at })
      past.said(id, TALK)
      cairn.app.journal.note(id, [{ kind: "turn" }])
    }
    await cairn.app.journal.flush()
    await cairn.moments.wentIdle({ sessionID: mined.session })
    await untilTrue(() => asks > 0)
    await untilCalm(150)
    expect(asks).toBe(1)
  })

  test("one process works at a time, and the next may when it is done", async () => {
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "0" } })
    const { cairn, past, session, questions } = mined
    const db = await openSqlite(join(cairn.root, "state.db"))
    const other = openBackgroundLog(spareState(db, nullLog, "state"))
    const lease = `background ${cairn.app.project.name}`
    const take = () => other.takeLease(lease, cairn.clock.time, cairn.clock.time + 60_000)
    past.said(session, TALK)
    take()
    await cairn.moments.wentIdle({ sessionID: session })
    await untilCalm()
    expect(questions).toEqual([])
    other.dropLease(lease)
    await cairn.moments.wentIdle({ sessionID: session })
    await untilTrue(() => questions.length > 0)
    await untilTrue(take)
    db.close()
  })

  test("nothing is asked for a session that is deleted before its time", async () => {
    const mined = await minedSession({ env: { CAIRN_EXTRACT_DEBOUNCE_MS: "30" } })
    mined.past.said(mined.session, TALK)
    await mined.cairn.moments.wentIdle({ sessionID: mined.session })
    await mined.cairn.moments.sessionDeleted({ sessionID: mined.session })
    await untilCalm()
    expect(mined.questions).toEqual([])
  })

  test("questions that a crash has left are removed after ten minutes, once a day", async () => {
    const removed: string[] = []
    const mined = await minedSession({ host: { removeQuestion: async (id) => void removed.push(id) } })
    const { past, cairn } = mined
    cairn.clock.time += 86_400_001
    const at = (ago: number) => ({ time_created: cairn.clock.time - ago, time_updated: cairn.clock.time - ago })
    const question = { directory: cairn.directory, title: "[cairn] extraction", parent_id: mined.session }
    const old = past.session({ ...question, ...at(11 * 60_000) })
    const young = past.session({ ...question, ...at(5 * 60_000) })
    // The user may call a session of theirs so.
    past.session({ directory: cairn.directory, title: "[cairn] the release", ...at(11 * 60_000) })
    await cairn.moments.wentIdle({ sessionID: mined.session })
    await untilTrue(() => removed.length > 0)
    expect(removed).toEqual([old])
    await untilCalm()
    cairn.clock.time += 11 * 60_000
    await cairn.moments.wentIdle({ sessionID: mined.session })
    await untilTrue(() => removed.includes(young))
  })
})

test("at the start, before anything is said, leftovers of a crash are removed too", async () => {
  const data = tempDir("data")
  const past = makePastDatabase(pastDatabaseFile(data))
  const removed: string[] = []
  const at = Date.now() - 11 * 60_000
  const about = past.session({ directory: "/x" })
  const times = { time_created: at, time_updated: at }
  const old = past.session({ directory: "/x", title: "[cairn] extraction", parent_id: about, ...times })
  const removeQuestion = async (id: string) => void removed.push(id)
  await open({ env: { XDG_DATA_HOME: data, CAIRN_HISTORY: "false" }, host: { removeQuestion } })
  await untilTrue(() => removed.length > 0)
  expect(removed).toEqual([old])
})

test("with all of it off nothing else loses a function, and nothing is asked", async () => {
  const questions: unknown[] = []
  const off = {
    CAIRN_BACKGROUND: "off",
    CAIRN_EXTRACT: "false",
    CAIRN_RECONCILE: "false",
    CAIRN_BACKGROUND_TOKENS: "0",
  }
  const ask = async (question: unknown) => ({ text: String(questions.push(question)) })
  const cairn = await open({
    env: { ...off, CAIRN_EXTRACT_DEBOUNCE_MS: "0" },
    host: { ask, smallModel: async () => "p/m" },
  })
  await cairn.app.complete
  const missing = operations.filter((one) => one.offered(defaultConfig) && !one.offered(cairn.app.config))
  expect(missing.map(({ name }) => name)).toEqual(["memory_reconcile"])
  const save = (port: number) =>
    cairn.call("memory_save", { text: `The staging database listens on port ${port}`, type: "project" })
  const [kept, against] = [await save(5433), await save(5434)]
  expect([kept.includes("5433"), against.includes("contradicts")]).toEqual([true, true])
  await cairn.app.store.history?.flush()
  const [drop = "", keep = ""] = cairn.app
    .scopeNotes("project")
    .index.facts.map(({ path }) => path)
    .toSorted()
  expect(await cairn.call("memory_resolve", { keep, drop })).toContain("needs_user")
  await cairn.moments.userSpoke({ sessionID: "ses_test", text: "it is 5434", isFirst: false })
  expect(await cairn.call("memory_resolve", { keep, drop })).toContain("Kept")
  expect(await cairn.call("memory_why", { about: keep })).toContain("somebody said which")
  await cairn.app.store.history?.flush()
  expect(await cairn.call("memory_undo")).toContain("Undone")
  expect(await cairn.call("memory_context")).toContain("background calls: off")
  await cairn.moments.wentIdle({ sessionID: "ses_test" })
  await untilTrue(() => existsSync(cairn.file("_CONFLICTS.md")))
  await untilCalm()
  expect([questions, cairn.read("MEMORY.md").includes("contradict")]).toEqual([[], true])
})

describe("consent", () => {
  test("by a setting that is on at the start covers the message that Cairn was opened for, and is noted once", async () => {
    const { app, clock, moments } = await open({ env: { CAIRN_BACKGROUND: "on" } })
    const noted = { value: "on", at: clock.time - BEFORE_OPENING_MS }
    expect(app.store.background.mark(settingMark(app.project.name))).toEqual(noted)
    clock.time += 3_600_000
    await moments.wentIdle({ sessionID: "ses_a" })
    expect(app.store.background.mark(settingMark(app.project.name))).toEqual(noted)
  })

  /** A project on a memory that others may share, whose setting can change; `since`: from when on what is said in it may be looked at. */
  async function projectOn(root: string, background: Config["background"]) {
    const config = { ...defaultConfig, history: false, background }
    const { app, clock, moments } = await open({ root, settings: { config, problems: [], narrowed: [] } })
    const began = clock.time
    await moments.userSpoke({ sessionID: "ses_a", text: "hello there", isFirst: true })
    return {
      app,
      /** A turn ends so many minutes after the start, under this setting. */
      async idle(minutes: number, setting: Config["background"]) {
        clock.time = began + minutes * 60_000
        config.background = setting
        await moments.wentIdle({ sessionID: "ses_a" })
      },
      since: () => agreedSince(app),
      after: (minutes: number) => began + minutes * 60_000,
    }
  }

  test('by the setting stays as old as it is while another project on the same memory says "off"', async () => {
    const root = join(tempDir("root"), "cairn")
    const on = await projectOn(root, "on")
    const since = on.since()
    const off = await projectOn(root, "off")
    await off.idle(1, "off")
    await on.idle(2, "on")
    expect(on.since()).toBe(since)
    expect([typeof since, off.since()]).toEqual(["number", undefined])
  })

  test('in a project whose "off" is taken away begins then, though other projects had it long before', async () => {
    const root = join(tempDir("root"), "cairn")
    const off = await projectOn(root, "off")
    await off.idle(1, "off")
    const on = await projectOn(root, "on")
    await on.idle(2, "on")
    await off.idle(60, "on")
    expect(off.since()).toBe(off.after(60))
  })

  test('by an answer does not cover what was said while the setting was "off"', async () => {
    const asking = await projectOn(join(tempDir("root"), "cairn"), "ask")
    asking.app.store.background.setAnswer("on", asking.after(0))
    await asking.idle(1, "ask")
    expect(asking.since()).toBe(asking.after(0))
    await asking.idle(2, "off")
    expect(asking.since()).toBeUndefined()
    await asking.idle(60, "ask")
    expect(asking.since()).toBe(asking.after(60))
    await asking.idle(90, "ask")
    expect(asking.since()).toBe(asking.after(60))
  })

  test('by an answer that came before "off" and then "on" begins with that "on", also when the setting is taken away', async () => {
    const asking = await projectOn(join(tempDir("root"), "cairn"), "off")
    asking.app.store.background.setAnswer("on", asking.after(-600))
    await asking.idle(1, "on")
    await asking.idle(60, "ask")
    expect(asking.since()).toBe(asking.after(1))
  })

  async function asked(options: Parameters<typeof open>[0] = {}) {
    const notices: Notice[] = []
    const host = {
      smallModel: async () => "bed/small" as string | undefined,
      notice: async (given: readonly Notice[]) => void notices.push(...given),
      ...options.host,
    }
    const cairn = await open({ ...options, host })
    const turn = async (session: string) => {
      await cairn.moments.userSpoke({ sessionID: session, text: "hello there", isFirst: false })
      await cairn.moments.wentIdle({ sessionID: session })
      await untilCalm(30)
    }
    return { cairn, turn, codes: () => notices.map(({ code }) => code), notices }
  }

  test("is asked for once a week, with what would run, on which model and up to which cap", async () => {
    const { cairn, turn, codes, notices } = await asked()
    await turn("ses_a")
    await turn("ses_b")
    await untilTrue(() => codes().length > 0)
    expect(codes()).toEqual(["background_consent"])
    const told =
      "look through the conversation and keep what later sessions need, and now and then merge facts that say the same"
    const parts = [
      `Cairn can have bed/small ${told}`,
      "at most 100,000 tokens a day",
      "To allow it, run cairn background on",
    ]
    expect(parts.filter((part) => !notices[0]?.text.includes(part) && !notices[0]?.hint.includes(part))).toEqual([])
    cairn.clock.time += 7 * 86_400_000
    await turn("ses_b")
    await untilTrue(() => codes().length === 2)
    cairn.app.store.background.setAnswer("off", cairn.clock.time)
    cairn.clock.time += 8 * 86_400_000
    await turn("ses_b")
    expect(codes()).toHaveLength(2)
  })

  test("is not asked for where nobody looks, nothing would run, or a setting has answered", async () => {
    const nobody = [
      await asked({ host: { isWatched: false } }),
      await asked({ host: { smallModel: async () => undefined } }),
      await asked({ env: { CAIRN_BACKGROUND: "off" } }),
      await asked({ env: { CAIRN_BACKGROUND: "on" } }),
      await asked({ options: { background: "off" } }),
      await asked({ env: { CAIRN_BACKGROUND_TOKENS: "0" } }),
    ]
    for (const { turn } of nobody) for (const session of ["ses_a", "ses_b"]) await turn(session)
    expect(nobody.flatMap(({ codes }) => codes())).toEqual([])
  })

  test("is not asked for where it cannot be noted that it was", async () => {
    const notices: unknown[] = []
    const host = {
      ...noHost,
      smallModel: async () => "bed/small",
      notice: async (given: unknown) => void notices.push(given),
    }
    const { app } = await openWithoutHistory()
    const moment = { session: "ses_a", typed: 2, isIdle: () => true }
    await askForConsent(
      { ...app, store: { ...app.store, background: openBackgroundLog(spareState(undefined, nullLog, "state")) } },
      host,
      moment,
    )
    expect(notices).toEqual([])
    await askForConsent(app, host, moment)
    expect(notices).toHaveLength(1)
  })

  test.each([true, false])("waits for a later turn than the very first (toasts: %p)", async (hasToasts) => {
    const { turn, codes } = await asked({ host: { hasToasts } })
    await turn("ses_a")
    expect(codes()).toEqual([])
    await turn("ses_b")
    await untilTrue(() => codes().length > 0)
    expect(codes()).toEqual(["background_consent"])
  })

  test("given without a model to run on, that is said once", async () => {
    const { turn, codes } = await asked({
      env: { CAIRN_BACKGROUND: "on" },
      host: { smallModel: async () => undefined },
    })
    await turn("ses_a")
    await turn("ses_b")
    await untilTrue(() => codes().length > 0)
    expect(codes()).toEqual(["background_no_model"])
  })
})
