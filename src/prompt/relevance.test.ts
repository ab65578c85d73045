import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { relevanceCorpus, relevanceOf } from "../../test/bed/relevance-corpus.ts"
import type { NoteInfo } from "../model/note.ts"
import { createRelevance, type QuestionMessage, questionIn } from "./relevance.ts"

function note(path: string, description: string, more: Partial<NoteInfo> = {}): NoteInfo {
  const base = { scope: "project", limit: 5000, chars: 10, hot: false, readonly: false, quarantined: false } as const
  return { ...base, path, description, hash: `${path}|${description}`, ...more }
}

function fact(path: string, text: string, detail: string): NoteInfo {
  const reinforced = { count: 0 }
  const about = { path, scope: "project", type: "decision", text, detail, source: "manual", reinforced } as const
  return note(path, text, { fact: { ...about, trust: "trusted", importance: "normal", created: 0, updated: 0 } })
}

const NOTES = [
  note("facts/decision-migrations.md", "Database migrations go through sqitch, never by hand"),
  note("facts/decision-queries.md", "No ORM: queries are written in SQL in src/db/queries.ts"),
  note("facts/feedback-tests.md", "A bug gets a failing test before it is fixed"),
  note("facts/project-node.md", "CI runs on Node 22.16, older ones lack FTS5"),
  note("facts/project-quota.md", "ERR_QUOTA_EXCEEDED maps to 429"),
  note("facts/project-zh.md", "部署前必须先在预发环境跑数据库迁移"),
  note("reference/gateway.md", "How the WebSocket gateway keeps connections alive"),
]

function asked(message: string | QuestionMessage, notes: readonly NoteInfo[] = NOTES): string[] {
  const relevance = createRelevance()
  relevance.update("project", notes)
  return pathsOf(relevance, message)
}

function pathsOf(relevance: ReturnType<typeof createRelevance>, message: string | QuestionMessage): string[] {
  const said = typeof message === "string" ? { said: message } : message
  return relevance.best(said, { exclude: () => false, limit: 3 }).map((match) => match.note.path)
}

describe("relevance", () => {
  test.each([
    ["why does the websocket reconnect every minute?", "reference/gateway.md"],
    ["add a column to orders, with a database migration", "facts/decision-migrations.md"],
    ["move queries.ts somewhere else", "facts/decision-queries.md"],
    ["what does errQuotaExceeded map to?", "facts/project-quota.md"],
    ["数据库迁移在部署之前跑吗？", "facts/project-zh.md"],
  ])("%p brings up %p", (message, path) => {
    expect(asked(message)).toEqual([path])
  })

  test.each([
    "ok, go on",
    "fix the failing test",
    "thanks",
    "run it again",
    "what do you think about this approach?",
    "继续",
    "",
    "   ",
  ])("%p brings up nothing", (message) => {
    expect(asked(message)).toEqual([])
  })

  test("one telling word of many is chance, two of one note are not", () => {
    const about =
      "Ferries leave Oslo on Tuesday; the harbour master Solveig collects tolls in kroner and stamps passports."
    expect(asked(`${about} The websocket is mentioned in passing.`)).toEqual([])
    expect(asked(`${about} The websocket gateway is mentioned in passing.`)).toEqual(["reference/gateway.md"])
  })

  test("a word that many notes have tells none of them apart", () => {
    const notes = Array.from({ length: 40 }, (_, n) =>
      note(`reference/${10 + n}.md`, `Kestrel ${["auth", "fleet"][n % 2]}`),
    )
    expect(asked("where is kestrel?", notes)).toEqual([])
  })

  test("of a paste only names count", () => {
    const pasted = "Error: gateway connections alive, sqitch migrations\n    at run (/app/src/db/queries.ts:3:1)"
    expect(asked({ said: "any idea?", pasted })).toEqual(["facts/decision-queries.md"])
  })

  test("a note is also known by its body, a little less than by its title", () => {
    const chunked = fact("facts/a.md", "Uploads are chunked", "Why: Cloudfront refuses bodies with ERR_BODY_SIZE")
    const named = note("reference/b.md", "Money columns", {
      gist: "Amounts are integer cents; Cloudfront is not asked",
    })
    const titled = note("reference/c.md", "Cloudfront")
    expect(asked("we get ERR_BODY_SIZE since today", [chunked, named])).toEqual(["facts/a.md"])
    expect(asked("are these in cents?", [chunked, named])).toEqual(["reference/b.md"])
    expect(asked("is cloudfront down?", [chunked, named, titled])[0]).toBe("reference/c.md")
  })

  test("a word of the trade is enough in a title, in passing it is not", () => {
    const notes = [note("a.md", "Tracing"), note("b.md", "Python", { gist: "No blocking calls in a webhook" })]
    expect(asked("add a trace to the parcel lookup", notes)).toEqual(["a.md"])
    expect(asked("write a webhook", notes)).toEqual([])
  })

  test("a word is found in its other forms, and by none that only begins alike", () => {
    const notes = [note("a.md", "Die Rechnungen kommen vom Druckserver"), note("b.md", "Integration partners")]
    expect(asked("wo ist die Rechnung?", notes)).toEqual(["a.md"])
    expect(asked("is it an integer?", notes)).toEqual([])
  })

  test("among ten thousand words one in common is chance", () => {
    const words = (from: number) => Array.from({ length: 20 }, (_, n) => `zephyr${from * 20 + n}x`).join(" ")
    const many = Array.from({ length: 500 }, (_, n) => note(`reference/${1000 + n}.md`, words(n)))
    const all = [note("a.md", "The kestrel relay restarts its turbine"), ...many]
    expect(asked("what is a kestrel?", all)).toEqual([])
    expect(asked("what is a kestrel?", all.slice(0, 50))).toEqual(["a.md"])
    expect(asked("what is the kestrel relay?", all)).toEqual(["a.md"])
  })

  test("says how sure it is, and by which words", () => {
    const relevance = createRelevance()
    relevance.update("project", NOTES)
    const [match] = relevance.best(
      { said: "do the WebSockets keep gateways alive?" },
      { exclude: () => false, limit: 3 },
    )
    expect(match?.matched).toEqual(["WebSockets", "alive", "gateways", "keep"])
    expect(match?.confidence).toBeGreaterThan(2)
  })

  test("an excluded note makes room for the next, and a weak match next to a strong one is left out", () => {
    const relevance = createRelevance()
    relevance.update("project", [
      note("a.md", "Grafana latency dashboards for checkout"),
      note("b.md", "Grafana latency alerts"),
      note("c.md", "Checkout crashes go to Sentry"),
    ])
    const message = { said: "show the latency of checkout in grafana" }
    const best = (exclude: (note: NoteInfo) => boolean) => relevance.best(message, { exclude, limit: 3 })
    expect(best(() => false).map((match) => match.note.path)).toEqual(["a.md", "b.md"])
    expect(best(({ path }) => path === "a.md").map((match) => match.note.path)).toEqual(["b.md"])
    expect(best(({ path }) => path !== "c.md")).toEqual([])
    expect(relevance.best(message, { exclude: () => false, limit: 1 })).toHaveLength(1)
  })

  test("of the corpus, most messages that want a note get it, and hardly one of the others gets any", () => {
    const corpus = relevanceCorpus()
    const projects = new Map(
      [...new Set(corpus.messages.map(({ project }) => project))].map((name) => [name, relevanceOf(corpus, name)]),
    )
    const idsFor = ({ project, text }: { project: string; text: string }) =>
      projects
        .get(project)
        ?.best(questionIn(text), { exclude: () => false, limit: 3 })
        .map(({ note }) => note.hash) ?? []
    const wanting = corpus.messages.filter(({ want }) => want.length > 0)
    const others = corpus.messages.filter(({ want }) => want.length === 0)
    const missed = wanting.filter((message) => !idsFor(message).some((id) => message.want.includes(id)))
    const disturbed = others.filter((message) => idsFor(message).length > 0)
    expect([wanting.length, others.length]).toEqual([80, 82])
    expect(missed.map(({ text }) => text).slice(12)).toEqual([])
    expect(disturbed.map(({ text }) => text).slice(6)).toEqual([])
  })

  test("both scopes are asked", () => {
    const relevance = createRelevance()
    relevance.update("project", NOTES)
    relevance.update("global", [note("facts/user-keyboard.md", "The user has a Dvorak layout", { scope: "global" })])
    expect(pathsOf(relevance, "dvorak")).toEqual(["facts/user-keyboard.md"])
    expect(pathsOf(relevance, "websocket")).toEqual(["reference/gateway.md"])
  })

  test("goes on where time was up", () => {
    const relevance = createRelevance()
    let room = 3
    expect(relevance.update("project", NOTES, () => room-- <= 0)).toBe(false)
    expect(pathsOf(relevance, "websocket")).toEqual([])
    // A note that goes meanwhile is not taken in.
    const left = NOTES.filter(({ path }) => path !== "facts/project-node.md")
    expect(relevance.update("project", left)).toBe(true)
    expect(pathsOf(relevance, "websocket")).toEqual(["reference/gateway.md"])
    expect(pathsOf(relevance, "does node 22.16 have FTS5?")).toEqual([])
  })

  test("gets one note further at a time even if time is up at once, and passes over known ones without looking at them", () => {
    let looks = 0
    const watched = NOTES.map(
      (one): NoteInfo => ({
        ...one,
        get hash() {
          looks++
          return one.hash
        },
      }),
    )
    const relevance = createRelevance()
    const calls = watched.map(() => relevance.update("project", watched, () => true))
    expect(calls).toEqual(NOTES.map(() => false))
    expect(relevance.update("project", watched, () => true)).toBe(true)
    expect(pathsOf(relevance, "websocket")).toEqual(["reference/gateway.md"])
    expect(looks).toBe(0)
  })

  test("after any changes, it answers like a new one", () => {
    const words = fc.constantFrom(
      "websocket",
      "gateway",
      "sqitch",
      "grafana",
      "redis",
      "zod",
      "kafka",
      "数据库",
      "fooBar",
    )
    const description = fc.array(words, { minLength: 1, maxLength: 5 }).map((all) => all.join(" "))
    const notes = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e", "f"), description).map((all) =>
      Object.entries(all)
        .map(([name, text]) => note(`${name}.md`, text))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
    )
    fc.assert(
      fc.property(fc.array(notes, { minLength: 1, maxLength: 5 }), description, fc.nat(4), (states, message, steps) => {
        const changed = createRelevance()
        for (const state of states) {
          let room = steps
          changed.update("project", state, () => room-- <= 0)
        }
        const last = states.at(-1) as NoteInfo[]
        changed.update("project", last)
        expect(pathsOf(changed, message)).toEqual(asked(message, last))
      }),
      { numRuns: 500 },
    )
  })

  test("any text is answered", () => {
    const relevance = createRelevance()
    relevance.update("project", NOTES)
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        expect(relevance.best({ said: text, pasted: text }, { exclude: () => false, limit: 3 }).length).toBeLessThan(4)
      }),
      { numRuns: 1000 },
    )
  })
})
