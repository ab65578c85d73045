import { describe, expect, test } from "bun:test"
import { noEvidence, outsideHeard, userHeard } from "./evidence.ts"
import { createLiveSessions, lineOf, updateSession } from "./live-session.ts"
import { outputsShown } from "./retiring-run.ts"
import { renderedElsewhere } from "./served-prefix.ts"
import { isOwnPrompt, messageHeard, noTurn, requestBuilt } from "./turn.ts"

const WAITING = { kind: "quarantined", text: "a note that waits" } as const

describe("the sessions of a process", () => {
  test("only the last dozen keep what tools have said; all keep what the user said", () => {
    const sessions = createLiveSessions(() => undefined)
    const first = sessions.get("first")
    const heard = outsideHeard(userHeard(noEvidence, "by the user"), { kind: "web", text: "a page" })
    updateSession(first, { evidence: { ...outsideHeard(heard, WAITING), request: () => [], typed: () => [] } })
    for (let n = 0; n < 11; n++) sessions.get(`ses_${n}`)
    expect(first.evidence.outside).toEqual([{ kind: "web", text: "a page" }, WAITING])
    const shown = { call: "c", tool: "bash", args: {}, text: "long", ok: true, step: 1, before: 0 }
    const retiring = outputsShown(first.retiring, { shown: [shown], lengths: new Map([["c", 4]]), twice: new Set() })
    updateSession(first, { retiring: { ...retiring, refused: new Set(["c"]) } })
    sessions.get("ses_11")
    expect([first.retiring.shown, first.retiring.lengths.size, first.retiring.refused.size]).toEqual([[], 0, 1])
    expect(first.evidence).toMatchObject({
      outside: [],
      userTurns: ["by the user"],
      readWeb: true,
      readQuarantined: true,
    })
    expect([first.evidence.request, first.evidence.typed]).toEqual([undefined, undefined])
  })

  test("three hundred are kept in mind, the ones that were served last", () => {
    const sessions = createLiveSessions(() => undefined)
    const first = sessions.get("first")
    for (let n = 0; n < 299; n++) sessions.get(`ses_${n}`)
    expect(sessions.get("first")).toBe(first)
    sessions.get("one more")
    expect([sessions.isLive("first", 0), sessions.isLive("ses_0", 0)]).toEqual([true, false])
  })

  test("a line of subagents that is too deep to follow does not count as whole", () => {
    const sessions = createLiveSessions(() => undefined)
    const chain = Array.from({ length: 9 }, (_, n) => sessions.get(`s${n}`))
    for (const [n, session] of chain.entries()) updateSession(session, { parent: n === 8 ? null : `s${n + 1}` })
    const lineFrom = (n: number) => {
      const { line, isWhole } = lineOf(sessions, sessions.get(`s${n}`))
      return [line[0]?.id, line.at(-1)?.id, isWhole]
    }
    expect([lineFrom(0), lineFrom(2), lineFrom(3), lineFrom(6), lineFrom(8)]).toEqual([
      ["s0", "s5", false],
      ["s2", "s7", false],
      ["s3", "s8", true],
      ["s6", "s8", true],
      ["s8", "s8", true],
    ])
    updateSession(sessions.get("s8"), { parent: undefined })
    expect(lineFrom(6)).toEqual(["s6", "s8", false])
  })
})

describe("a turn", () => {
  const said = (text: string, messageID = "m1") => ({ messageID, text, isFirst: false })
  const request = "Port the parser to Rust, file by file"

  test("a short word asks for what was asked before; before anything was asked it is the request", () => {
    const asked = messageHeard(noTurn, said(request))
    expect(messageHeard(asked, said("go on")).request).toBe(request)
    expect(messageHeard(noTurn, said("go on")).request).toBe("go on")
    expect(messageHeard(asked, said("x".repeat(9000))).request).toHaveLength(4000)
  })

  test("a message waits for the request that shows it, or that follows it", () => {
    const answering = requestBuilt(messageHeard(noTurn, said("one", "m1")), undefined)
    expect(answering).toMatchObject({ answers: "m1", waiting: undefined })
    const typed = messageHeard(answering, said("two", "m2"))
    expect([typed.answers, requestBuilt(typed, "m1").answers, requestBuilt(typed, undefined).answers]).toEqual([
      "m1",
      "m1",
      "m2",
    ])
  })

  test("what Cairn sent in the user's place is not the user's, until the user speaks", () => {
    const sent = { ...noTurn, ownPrompt: "Choose one" }
    expect([isOwnPrompt(sent, " Choose one\n"), isOwnPrompt(noTurn, "Choose one")]).toEqual([true, false])
    expect(isOwnPrompt(messageHeard(sent, said("no")), "Choose one")).toBe(false)
  })
})

describe("the prefix that is served", () => {
  const epoch = (renderedAt: number, compaction?: string) => ({
    text: "",
    hash: "",
    renderedAt,
    compaction,
    model: "",
    pressureStep: 0,
  })

  test("is the newest that any process has rendered, with its compaction", () => {
    const mine = { epoch: epoch(5), lastResponseAt: 6 }
    expect(renderedElsewhere(mine, { epoch: epoch(4, "c"), lastResponseAt: 9 })).toMatchObject({
      epoch: epoch(5),
      lastResponseAt: 9,
    })
    expect(renderedElsewhere(mine, { epoch: epoch(7, "c") })).toMatchObject({
      epoch: epoch(7, "c"),
      compaction: "c",
      lastResponseAt: 6,
    })
    expect(renderedElsewhere(mine, undefined)).toBe(mine)
  })
})
