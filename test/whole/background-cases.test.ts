// The published cases of the design that background work comes from. Where Cairn decides otherwise, the reason stands beside it.
import { afterAll, describe, expect, test } from "bun:test"
import { readExtraction } from "../../src/background/extraction-answer.ts"
import { extractionPrompt } from "../../src/background/extraction-prompt.ts"
import { jsonArrayIn } from "../../src/background/json-array.ts"
import { readReconcile } from "../../src/background/reconcile-plan.ts"
import { foldFact } from "../../src/facts/fact-key.ts"
import { doubtAbout, gate } from "../../src/facts/gate.ts"
import { candidateSaying, clean, factWith } from "../bed/facts.ts"
import { type MinedSession, minedSession } from "../bed/mined-session.ts"
import { closeApps } from "../bed/opened-app.ts"
import { publishedCases } from "../bed/published-cases.ts"

afterAll(closeApps)

interface Case {
  readonly fn: string
  readonly input: string
  readonly expect: unknown
}
const { present, of } = publishedCases<Case>("seed003")

describe.if(present)("cases of the published background design", () => {
  test("the list in an answer", () => {
    expect(of("parseJsonArray").length).toBeGreaterThan(3)
    expect(of("parseJsonArray").map(({ input }) => jsonArrayIn(input))).toEqual(
      of("parseJsonArray").map((one) => one.expect as unknown[]),
    )
  })

  test("what is no fact by its form", () => {
    // A proposal has at least 20 letters here.
    const others: Readonly<Record<string, boolean>> = { "User prefers tabs.": true }
    const isRefused = (text: string) => {
      const messages = [{ id: "msg_1", role: "user", at: 1, text: clean(text) } as const]
      const answer = JSON.stringify([{ action: "add", type: "reference", text, evidence: ["m1"] }])
      const { proposals } = readExtraction(answer, { messages, marks: 0, types: ["reference"] })
      // Up to 260 characters are let through by the reader, and the gate sees that one long word says nothing.
      const judged = proposals.map((one) => candidateSaying(one.text, { type: "reference", source: "extraction" }))
      return judged.every((candidate) => gate(candidate) !== undefined || doubtAbout(candidate) !== undefined)
    }
    const cases = of("structuralReject")
    expect(cases).toHaveLength(5)
    expect(cases.map(({ input }) => [input, isRefused(input)])).toEqual(
      cases.map((one) => [one.input, others[one.input] ?? (one.expect as boolean)]),
    )
  })

  test("when two facts are one", () => {
    expect(of("normalizeFact").map(({ input }) => foldFact(input))).toEqual(
      of("normalizeFact").map((one) => one.expect as string),
    )
  })

  test("which files a pass may touch", () => {
    // Here a model never names a file, only marks of facts that it was shown: every name is refused, also a good one.
    const facts = [factWith({ path: "facts/user-email.md" }), factWith({ path: "facts/b.md" })]
    const group = facts.map((fact) => ({ fact, isProtected: false }))
    const verdicts = of("safeFile").map(
      ({ input }) => readReconcile(JSON.stringify([{ op: "delete", of: [input] }]), [group])[0]?.verdict,
    )
    expect(verdicts.length).toBeGreaterThan(5)
    expect(verdicts.filter((verdict) => verdict !== "unknown_mark")).toEqual([])
  })

  test("the cases of the gate that are told and not shown, each played through", async () => {
    const told = of("gate").filter(({ input }) => !/^(?:user|assistant) (?:turn|found)/.test(input))
    const came = await Promise.all(told.map(({ input }) => PLAYED[input]?.() ?? "nobody plays this"))
    expect(told.map(({ input }, n) => [input, came[n]])).toEqual(told.map(({ input }) => [input, "as published"]))
    expect(told).toHaveLength(3)
  })
})

const FACT = "The reports service listens on port 8123"

/** What the facts say after a look at these messages with a model that answers this; the first is a fact already. */
async function factsAfter(text: string, said: (mined: MinedSession, session: string) => void): Promise<string[]> {
  const mined = await minedSession({ env: { CAIRN_HISTORY: "false" } })
  mined.past.said(mined.session, `btw ${FACT}`)
  const propose = (words: string) => mined.answers([{ action: "add", type: "project", text: words, evidence: ["m1"] }])
  propose(FACT)
  await mined.extract()
  const session = mined.past.session({ directory: mined.cairn.directory })
  said(mined, session)
  propose(text)
  await mined.extract(session)
  const { facts } = mined.cairn.app.scopeNotes("project").index
  return facts.flatMap(({ path, fact }) => (path.startsWith("facts/") ? (fact?.text ?? []) : []))
}

const asPublished = (facts: readonly string[], expected: string) =>
  facts.length === 1 && facts[0] === expected ? "as published" : facts.join("; ")

const PLAYED: Readonly<Record<string, () => Promise<string>>> = {
  async "recalled memory text echoed in the transcript"() {
    const echo = (mined: MinedSession, session: string) => {
      mined.past.message(session, { role: "user" }, { type: "text", text: `recalled: ${FACT}`, synthetic: true })
      mined.past.said(session, "please look into the export of the invoices")
      mined.past.answered(session, { type: "text", text: `As memory says: ${FACT}.` })
    }
    return asPublished(await factsAfter(FACT, echo), FACT)
  },
  async "research summary about a market"() {
    // What is general knowledge is for the model to judge, and it is told so; what plainly is gets no note even if it is proposed.
    const summary = "The market for such software was worth 65 billion dollars in 2023 and grows by 12 percent a year"
    const facts = await factsAfter(summary, (mined, session) => {
      mined.past.said(session, "please research the market for such software")
      mined.past.answered(session, { type: "text", text: summary })
    })
    const view = { messages: [], facts: [], snapshot: "", types: [], protocol: "" }
    return extractionPrompt(view).includes("general knowledge") ? asPublished(facts, FACT) : "the model is not told"
  },
  async "same fact, richer wording"() {
    const richer = `${FACT}, behind nginx`
    return asPublished(await factsAfter(richer, (mined, session) => mined.past.said(session, `btw ${richer}`)), richer)
  },
}
