import { afterEach, describe, expect, test } from "bun:test"
import { clean, factWith } from "../../test/bed/facts.ts"
import { factsOf, markOf, marksIn, run, TEXTS, withFacts, withFactsAnd } from "../../test/bed/facts-in-pass.ts"
import type { MinedSession } from "../../test/bed/mined-session.ts"
import { closeApps, noHost } from "../../test/bed/opened-app.ts"
import { git } from "../../test/bed/store-on-disk.ts"
import { saveFacts } from "../intake/save-facts.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import type { HostServices } from "./contract.ts"
import { inBatches } from "./plan-pass.ts"
import { lastPass, passIsDue } from "./reconcile-due.ts"
import { runPassIfDue } from "./reconcile-facts.ts"

afterEach(closeApps)

describe("questions", () => {
  const groupOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      factWith({ path: `facts/${name}-${n}.md`, text: `${name} ${n} ${"x".repeat(80)}` }),
    )

  test("keep a group of any size together as far as one has room, and show every fact once", () => {
    const groups = [groupOf("small", 2), groupOf("large", 300), groupOf("last", 5)]
    expect(inBatches(groups, 1_000_000)).toEqual([groups])
    const batches = inBatches(groups, 20_000)
    const shown = batches.flat(2).map(({ path }) => path)
    expect([shown.length, new Set(shown).size, batches.flat().every((piece) => piece.length > 1)]).toEqual([
      307,
      307,
      true,
    ])
    // No more than are needed: about 145 of these fit into one.
    expect(batches.length).toBe(3)
  })

  test("without room for two facts there is still one for two", () => {
    expect(inBatches([groupOf("pair", 2)], -500)).toHaveLength(1)
  })
})

const LETTERS = "abcdefghijkl".split("")
const WORDS = "importer exporter printer scanner mailer tracker planner".split(" ")
/** Twelve pairs that have nothing to do with each other, too long for one question of the runs below. */
const PAIRS = LETTERS.flatMap((letter) =>
  ["first", "second"].map(
    (n) => `${WORDS.map((word) => `${letter}${word}`).join(" ")} ${n} ${`${letter}word `.repeat(20)}`,
  ),
)

describe("a pass over many groups", () => {
  const asked = async (input: number) => {
    const questions: string[] = []
    const mined = await withFacts(PAIRS, "explicit", {
      env: { CAIRN_BACKGROUND_TOKENS_PER_RUN: "3500", CAIRN_EXTRACT_DEBOUNCE_MS: "0" },
      host: {
        async ask({ prompt }) {
          questions.push(prompt)
          return { text: "[]", tokens: { input, output: 10 } }
        },
      },
    })
    const groupsIn = (prompt: string) => prompt.match(/^Group \d+:/gm)?.length ?? 0
    return { mined, questions, groups: () => questions.map(groupsIn) }
  }

  test("asks until all were shown", async () => {
    const { mined, groups } = await asked(100)
    expect(await run(mined)).not.toContain("left for the next pass")
    expect([groups().length > 1, groups().reduce((sum, count) => sum + count, 0)]).toEqual([true, 12])
    expect(passIsDue(mined.cairn.app, "project")).toBe(false)
    const [line] = mined.cairn.app.store.background.ledger("2000-01-01")
    expect(line).toMatchObject({ purpose: "reconcile", runs: groups().length, input: groups().length * 100 })
  })

  test("ends when the tokens of a run are spent, says what is left, and the next one asks about that", async () => {
    const { mined, questions, groups } = await asked(2000)
    const { app, clock } = mined.cairn
    const answer = await run(mined)
    const [first = 0] = groups()
    expect(groups()).toHaveLength(1)
    expect(answer).toContain(`${12 - first} more groups are left for the next pass: the tokens of one run`)
    expect(Object.keys(lastPass(app, "project")?.facts ?? {})).toHaveLength(2 * first)
    // Fewer facts than make a pass due at once are due after half a day.
    clock.time += 12 * 3_600_000
    await mined.cairn.moments.userSpoke({ sessionID: mined.session, text: "hello again", isFirst: false })
    const ask: HostServices["ask"] = async ({ prompt }) => {
      questions.push(prompt)
      return { text: "[]" }
    }
    await runPassIfDue(app, { ...noHost, smallModel: async () => "bed/small", ask }, mined.session)
    expect(groups()).toEqual([first, 12 - first])
    const shownTwice = PAIRS.filter((text) => questions.filter((prompt) => prompt.includes(text.trim())).length !== 1)
    expect(shownTwice).toEqual([])
    expect(passIsDue(app, "project")).toBe(false)
  })
})

test("a pass ends where the user goes on, and the next pause asks about the rest", async () => {
  const asked: number[] = []
  const mined: MinedSession = await withFacts(PAIRS, "explicit", {
    env: { CAIRN_BACKGROUND_TOKENS_PER_RUN: "3500", CAIRN_EXTRACT_DEBOUNCE_MS: "0" },
    host: {
      async ask({ prompt }) {
        asked.push(prompt.match(/^Group \d+:/gm)?.length ?? 0)
        await speak()
        return { text: "[]", tokens: { input: 10, output: 1 } }
      },
    },
  })
  const { app, moments, clock } = mined.cairn
  const speak = () => moments.userSpoke({ sessionID: mined.session, text: "and now the tests", isFirst: false })
  await mined.tidy()
  expect(asked).toHaveLength(1)
  expect(Object.keys(lastPass(app, "project")?.facts ?? {})).toHaveLength(2 * (asked[0] ?? 0))
  clock.time += 12 * 3_600_000
  await speak()
  await mined.tidy()
  expect(asked).toHaveLength(2)
})

describe("every op is on record", () => {
  const lastOutcomes = ({ cairn: { app }, session }: MinedSession) =>
    app.store.outcomes
      .since(0, app.project.name, 50)
      .filter((one) => one.session === session)
      .map(({ outcome, reason, text }) => [outcome, reason, text])

  test("also one that names no fact, or has no name of its own", async () => {
    const mined = await withFacts()
    const [a] = await marksIn(mined)
    mined.answers([
      { op: "delete", of: ["M77"] },
      { op: "format", of: ["/dev/sda"] },
      { op: "merge", of: [a, "M78"], text: "The reports service of the build host listens on port 8123" },
      { op: "none" },
      7,
    ])
    const plan = await run(mined)
    expect(plan).toContain("delete (project, not done: unknown_mark)\n  ? delete M77")
    expect(lastOutcomes(mined).toReversed()).toEqual([
      ["rejected", "unknown_mark", "delete M77"],
      ["rejected", "unknown_op", "format /dev/sda"],
      ["rejected", "unknown_mark", "The reports service of the build host listens on port 8123"],
      ["rejected", "unknown_op", ""],
    ])
    expect(await mined.cairn.call("memory_why", { about: "delete M77" })).toContain("it names no facts")
    const path = mined.cairn.app.scopeNotes("project").index.facts.find(({ fact }) => fact?.text === TEXTS[0])?.path
    expect(await mined.cairn.call("memory_why", { about: path })).toContain("rejected (unknown_mark")
  })

  test("also one whose facts were changed while the model thought, and the next pass sees them again", async () => {
    const path = ({ cairn }: MinedSession) =>
      cairn.app.scopeNotes("project").index.facts.find(({ fact }) => fact?.text === TEXTS[1])?.path ?? ""
    const text = "The reports service of the build host listens on port 8123, behind nginx"
    const mined = await withFactsAnd(
      (one) => one.cairn.edit(path(one), `${one.cairn.read(path(one))}\n\nWhy: the old host is gone\n`),
      (one) => [{ op: "merge", of: TEXTS.slice(0, 2).map((fact) => markOf(one, fact)), text }],
    )
    const { cairn } = mined
    await run(mined)
    expect(factsOf(mined)).toHaveLength(4)
    expect(lastOutcomes(mined).map(([, reason]) => reason)).toEqual(["fact_changed"])
    expect(await cairn.call("memory_why", { about: path(mined) })).toContain("the fact it refers to has changed since")
    expect(Object.keys(lastPass(cairn.app, "project")?.facts ?? {})).toHaveLength(2)
  })
})

test("a pass over both scopes is one commit, and undoing it restores both", async () => {
  const mined = await withFacts()
  const { cairn } = mined
  const own = {
    type: "decision",
    scope: "global",
    source: "extraction",
    said: "assistant",
    evidence: "ses_b/msg_1",
  } as const
  const texts = [
    "Releases of the tools are tagged by jenkins on port 9001",
    "Releases of the tools are tagged by the jenkins on port 9001 at night",
  ]
  await saveFacts(
    cairn.app,
    texts.map((text) => ({ ...own, text: clean(text) })),
    { seen: sawNothing },
  )
  const all = () =>
    [cairn.app.scopeNotes("global"), cairn.app.scopeNotes("project")].map(({ index }) =>
      index.facts.map(({ path, hash }) => `${path} ${hash}`).sort(),
    )
  const before = all()
  expect(before[0]).toHaveLength(2)
  mined.answers([
    { op: "delete", of: ["M1"] },
    { op: "merge", of: ["M1", "M2"], text: `${texts[1]}` },
  ])
  await cairn.app.store.history?.flush()
  const commits = () => Number(git(cairn.root, "rev-list", "--count", "HEAD"))
  const count = commits()
  expect(await run(mined)).toContain("Done as commit")
  expect(commits() - count).toBe(1)
  expect(all().map((facts, n) => JSON.stringify(facts) === JSON.stringify(before[n]))).toEqual([false, false])
  await cairn.call("memory_undo", {}, mined.session)
  expect(all()).toEqual(before)
})
