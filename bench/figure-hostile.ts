// Nothing can interrupt a reader that does not return, so none may take more than linear time, whatever it is given: each that stands between
// a text and long-term memory, on a megabyte of every hostile shape.
import { candidatesIn } from "../src/facts/candidates.ts"
import { consolidate } from "../src/facts/consolidate.ts"
import { classifyFact } from "../src/facts/fact-type.ts"
import { gate } from "../src/facts/gate.ts"
import { isInjection } from "../src/facts/injection.ts"
import { matchingFacts } from "../src/facts/match-fact.ts"
import { seenText } from "../src/facts/trust/seen-text.ts"
import { judgeTrust, type Seen } from "../src/facts/trust/trust.ts"
import { type Candidate, type Fact, factOf } from "../src/model/fact.ts"
import { createRelevance } from "../src/prompt/relevance.ts"
import { withoutPrivateText } from "../src/redaction/private-text.ts"
import { redact } from "../src/redaction/redact.ts"
import { classifyMessage } from "../src/requests/classify-message.ts"
import type { CleanText } from "../src/text/known-clean.ts"
import { noteOf } from "./coding-messages.ts"
import { filled, SHAPES } from "./hostile-shapes.ts"
import { count, ms } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const MB = 1_000_000
/** Whoever is done so soon need not be asked how it grows. */
const SOON_MS = 50
/** Half of what is quadratic: sets of a million strings no longer fit the caches, and the collector has more to do. */
const MOST_GROWTH = 8
const TIMES = 3

type Reader = (text: string) => unknown

const TRUSTED = { trust: "trusted", reason: "own_work" } as const
const NOTHING: Seen = { userTurns: [], outside: [], readWeb: false, readQuarantined: false }

const seenBoth = (text: string) => (["project", "web"] as const).map((kind) => seenText({ kind, text }))

const READERS: Readonly<Record<string, Reader>> = {
  "classifyMessage, a message": (text) => classifyMessage(clean(text)),
  "classifyMessage, what is asked to be kept": (text) => classifyMessage(clean(`remember: ${text}\nremember this`)),
  "candidatesIn, a summary": (text) => candidatesIn(clean(`Memory candidates:\n${text}`)),
  "candidatesIn, one candidate": (text) => candidatesIn(clean(`Memory candidates:\n- [project] ${text}`)),
  gate: (text) => gate(proposed(text)),
  "gate, the user's words": (text) => gate({ ...proposed(text), source: "explicit", said: "user" }),
  "judgeTrust, the candidate": (text) => judgeTrust(proposed(text), NOTHING),
  "judgeTrust, what the user said": (text) => judgeTrust(proposed("use pnpm here"), { ...NOTHING, userTurns: [text] }),
  "judgeTrust, what a tool said": (text) =>
    judgeTrust(proposed(text.slice(0, 260)), { ...NOTHING, outside: seenBoth(text) }),
  "judgeTrust, a note": (text) =>
    judgeTrust(
      { text, type: "project", said: "assistant", note: { path: "system/a.md", isNew: true } },
      { ...NOTHING, userTurns: [text], outside: seenBoth(`${text} x`) },
    ),
  redact,
  withoutPrivateText,
  consolidate: (text) =>
    consolidate(proposed(text), { verdict: TRUSTED, at: 1 }, { facts: [factFor("use pnpm"), factFor(`${text} x`)] }),
  isInjection,
  classifyFact: (text) => classifyFact(text, { projectNames: ["a", text] }),
  matchingFacts: (text) => matchingFacts(text, [factFor("use pnpm"), factFor(text)]),
  "relevance, a message": (text) => relevance.best({ said: text, pasted: text }, { limit: 3, exclude: () => false }),
  "relevance, a note": (text) => createRelevance().update("project", [noteOf("project", "reference/x.md", text)]),
}

const relevance = createRelevance()
relevance.update("project", [noteOf("project", "reference/x.md", "remember the password of the phase")])

export async function hostileFigure(): Promise<Figure> {
  return {
    title: "A megabyte of hostile text",
    about: `Every reader between a text and long-term memory, in OpenCode's Bun, on ${count(SHAPES.length)} shapes of ${count(MB)} characters: the longest processor time, and how it grows from a quarter of that. Linear is a factor of 4, quadratic one of 16; up to ${MOST_GROWTH} is taken for linear, and what is done within ${SOON_MS} ms is not asked. What grows faster is measured again, the fastest of ${TIMES}.`,
    rows: Object.entries(READERS).map(([what, read]) => rowFor(what, read)),
  }
}

interface Measured {
  readonly unit: string
  readonly took: number
  readonly growth: number
}

function rowFor(what: string, read: Reader): Row {
  const all = SHAPES.map((unit) => measured(unit, read))
  const slowest = all.reduce((worst, one) => (one.took > worst.took ? one : worst))
  const steepest = all.reduce((worst, one) => (one.growth > worst.growth ? one : worst))
  const growth =
    steepest.growth === 0 ? "" : `; grows by at most ${steepest.growth.toFixed(1)} (${JSON.stringify(steepest.unit)})`
  return {
    what,
    cairn: `at most ${ms(slowest.took)} (${JSON.stringify(slowest.unit)})${growth}`,
    target: { text: `linear, or under ${SOON_MS} ms`, met: steepest.growth <= MOST_GROWTH },
  }
}

/** A growth of 0: it was done soon. What looks steep may be another program's doing and is measured again. */
function measured(unit: string, read: Reader): Measured {
  const [text, quarter] = [filled(unit, MB), filled(unit, MB / 4)]
  const took = elapsed(read, text)
  if (took < SOON_MS) return { unit, took, growth: 0 }
  const growth = took / elapsed(read, quarter)
  return { unit, took, growth: growth <= MOST_GROWTH ? growth : fastest(read, text) / fastest(read, quarter) }
}

function fastest(read: Reader, text: string): number {
  return Math.min(...Array.from({ length: TIMES }, () => elapsed(read, text)))
}

/** Of the processor: what other programs take does not count. */
function elapsed(read: Reader, text: string): number {
  const before = process.cpuUsage()
  read(text)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Redaction has a line of its own. */
function clean(text: string): CleanText {
  return text as CleanText
}

function proposed(text: string): Candidate {
  return { text: clean(text), type: "project", source: "manual", said: "assistant", evidence: "ses/msg" }
}

function factFor(text: string): Fact {
  return factOf(new Map([["type", "project"]]), {
    path: "facts/x.md",
    scope: "project",
    fileTime: 0,
    description: text,
  })
}
