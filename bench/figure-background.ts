// What background extraction costs and keeps, through the whole pipeline: planted facts and junk with a model that proposes everything, and recorded
// sessions replayed, against the tokens that the design it comes from would have spent in the same pauses.
import { MAX_TRANSCRIPT } from "../src/background/mined-messages.ts"
import { SCOPES } from "../src/model/scope.ts"
import { type MinedSession, minedSession } from "../test/bed/mined-session.ts"
import { closeApps } from "../test/bed/opened-app.ts"
import { toolPart } from "../test/bed/past-database.ts"
import { type QualityFile, qualityFiles } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Planted {
  readonly label: "durable" | "junk"
  readonly type: string
  readonly text: string
  readonly seen?: "user" | "agent" | "tool"
  readonly evidence?: string
}

interface RecordedEvent {
  readonly kind: "user" | "text" | "call" | "result"
  readonly text?: string
  readonly id?: string
  readonly tool?: string
  readonly input?: unknown
}

interface Recorded {
  readonly session: string
  readonly events: readonly RecordedEvent[]
}

interface SessionFact {
  readonly session: string
  readonly type: string
  readonly text: string
}

const ENV = { CAIRN_BACKGROUND_TOKENS: "1000000000" }
const CHARS_PER_TOKEN = 3.5

export async function backgroundFigure(): Promise<Figure> {
  const rows: Row[] = []
  for (const file of qualityFiles<Planted>("facts")) rows.push(...(await plantedRows(file)))
  const facts = qualityFiles<SessionFact>("session-facts").flatMap((file) => file.rows)
  for (const file of qualityFiles<Recorded>("sessions")) rows.push(...(await replayedRows(file, facts)))
  return {
    title: "Background extraction",
    about: `Planted: each labelled fact is said in a session of its own, by the user, the agent or a tool as the label says, and the model proposes it word for word. Replayed: recorded sessions, with a pause after each of the user's turns; the model proposes what a good model would keep, and finds nothing to tidy up. Tokens are estimated from characters; an hour is 20 turns. The baseline is the published scheme (HX): up to ${MAX_TRANSCRIPT.toLocaleString("en")} characters of transcript and 12,000 of existing bodies in each pause, and a pass over all bodies, up to 60,000, after every eight facts. Files named dev were looked at while the rules were written.`,
    rows,
  }
}

const KEPT: readonly string[] = ["promoted", "absorbed", "superseded"]

async function plantedRows({ name, rows }: QualityFile<Planted>): Promise<Row[]> {
  const mined = await minedSession({ env: { ...ENV, CAIRN_HISTORY: "false" } })
  const came = new Map<Planted, string>()
  for (const row of rows) came.set(row, await plant(mined, row))
  const keptTwice = []
  for (const row of rows) if (row.label === "junk" && KEPT.includes(await plant(mined, row))) keptTwice.push(row.text)
  await closeApps()
  const count = (label: Planted["label"], ...outcomes: string[]) =>
    rows.filter((row) => row.label === label && outcomes.includes(came.get(row) ?? "")).length
  const of = (label: Planted["label"]) => rows.filter((row) => row.label === label).length
  const shares = (label: Planted["label"]) =>
    `of ${of(label)}: ${count(label, ...KEPT)} kept, ${count(label, "asked")} asked back, ${count(label, "unconfirmed")} unconfirmed, ${count(label, "quarantined")} in quarantine, ${count(label, "rejected", "none")} refused`
  const kept = count("durable", ...KEPT)
  const stopped = of("junk") - count("junk", ...KEPT)
  const waiting = count("durable", "quarantined") + count("junk", "quarantined")
  const written = waiting + rows.filter((row) => ["promoted", "unconfirmed"].includes(came.get(row) ?? "")).length
  return [
    {
      what: `${name}: planted durable facts`,
      cairn: shares("durable"),
      target: { text: "at least 90 % kept", met: kept >= 0.9 * of("durable") },
    },
    {
      what: `${name}: planted junk`,
      cairn: shares("junk"),
      target: { text: "at least 85 % not kept", met: stopped >= 0.85 * of("junk") },
    },
    {
      what: `${name}: planted junk, said and proposed twice`,
      cairn: `of ${of("junk")}: ${keptTwice.length} kept`,
      target: { text: "at least 85 % not kept", met: keptTwice.length <= 0.15 * of("junk") },
    },
    {
      what: `${name}: for a person to review`,
      cairn: `${waiting} of ${written} written`,
      target: { text: "at most 10 %", met: waiting <= 0.1 * written },
    },
  ]
}

/** The outcome of one line, said in a session of its own. */
async function plant(
  { past, cairn, answers, extract }: MinedSession,
  { type, text, seen = "agent", evidence = text }: Planted,
): Promise<string> {
  const session = past.session({ directory: cairn.directory })
  cairn.app.journal.note(session, [{ kind: "turn" }])
  await cairn.app.journal.flush()
  const asked = seen === "user" ? evidence : "please look into how the importer of this project is set up"
  past.said(session, asked)
  if (seen === "tool") past.answered(session, toolPart("bash", { command: "cat notes.txt" }, evidence, 0))
  past.answered(session, { type: "text", text: seen === "user" ? "All right." : evidence })
  answers([{ action: "add", type, text, evidence: [seen === "user" ? "m1" : "m2"] }])
  const came = await extract(session)
  if (typeof came === "string") return "none"
  const [record] = cairn.app.store.outcomes.about({ text: text.slice(0, 200) }, cairn.app.project.name, 1)
  return record?.outcome ?? "none"
}

const REPLAYS = 10
const TURNS_PER_HOUR = 20

async function replayedRows({ name, rows }: QualityFile<Recorded>, facts: readonly SessionFact[]): Promise<Row[]> {
  const mined = await minedSession({ env: ENV })
  const spent = { cairn: 0, tidying: 0, seed: 0, seedTidying: 0, pauses: 0 }
  const seedPass = { writes: 0 }
  const counts: number[] = []
  for (let replay = 1; replay <= REPLAYS; replay++) {
    for (const recorded of rows) {
      const own = facts.filter(({ session }) => session === recorded.session)
      // The first replay pauses after each turn, as a user does; the others only once, since what they say is known.
      const cost = await replaySession(mined, recorded, own, { pausesEachTurn: replay === 1, seedPass })
      if (replay > 1) continue
      for (const key of ["cairn", "tidying", "seed", "seedTidying", "pauses"] as const) spent[key] += cost[key]
    }
    counts.push(factCount(mined))
  }
  await closeApps()
  const perHour = (tokens: number) => Math.round((tokens / Math.max(1, spent.pauses)) * TURNS_PER_HOUR)
  return [
    {
      what: `${name}: background tokens an hour, looking and tidying up`,
      cairn: perHour(spent.cairn).toLocaleString("en"),
      baseline: `HX: ${perHour(spent.seed).toLocaleString("en")}`,
      ratio: (spent.cairn / Math.max(1, spent.seed)).toFixed(2),
      target: { text: "at most half", met: spent.cairn <= spent.seed / 2 },
    },
    {
      what: `${name}: of these for tidying up`,
      cairn: perHour(spent.tidying).toLocaleString("en"),
      baseline: `HX: ${perHour(spent.seedTidying).toLocaleString("en")}`,
    },
    {
      what: `${name}: facts after replay 2 and ${REPLAYS}`,
      cairn: `${counts[1]} and ${counts.at(-1)}`,
      target: { text: "the same", met: counts[1] === counts.at(-1) },
    },
  ]
}

function factCount({ cairn: { app } }: MinedSession): number {
  return SCOPES.reduce(
    (sum, scope) => sum + app.scopeNotes(scope).index.facts.filter(({ path }) => path.startsWith("facts/")).length,
    0,
  )
}

async function replaySession(
  mined: MinedSession,
  { events }: Recorded,
  own: readonly SessionFact[],
  { pausesEachTurn, seedPass }: { readonly pausesEachTurn: boolean; readonly seedPass: { writes: number } },
) {
  const { past, cairn, questions } = mined
  const session = past.session({ directory: cairn.directory })
  cairn.app.journal.note(session, [{ kind: "turn" }])
  await cairn.app.journal.flush()
  const cost = { cairn: 0, tidying: 0, seed: 0, seedTidying: 0, pauses: 0 }
  let transcript = ""
  const pause = async () => {
    if (transcript === "") return
    const [before, known] = [questions.length, factCount(mined)]
    mined.answers(proposing(own))
    cairn.clock.time += 3_600_000 / TURNS_PER_HOUR
    await cairn.moments.userSpoke({ sessionID: mined.session, text: "hello again", isFirst: false })
    await mined.extract(session)
    mined.answers("[]")
    await mined.tidy()
    cost.pauses++
    const tokensFor = (purpose: string) =>
      questions.slice(before).reduce((sum, one) => sum + (one.purpose === purpose ? one.prompt.length : 0), 0) /
      CHARS_PER_TOKEN
    cost.tidying += tokensFor("reconcile")
    cost.cairn += tokensFor("extraction") + tokensFor("reconcile")
    seedPass.writes += factCount(mined) - known
    const isDue = seedPass.writes >= SEED_CHURN
    const tidying = isDue ? seedTidying(factCount(mined)) / CHARS_PER_TOKEN : 0
    if (isDue) seedPass.writes = 0
    cost.seedTidying += tidying
    cost.seed += seedPrompt(transcript, factCount(mined)) / CHARS_PER_TOKEN + tidying
    transcript = ""
  }
  const calls = new Map<string, RecordedEvent>()
  for (const event of events) {
    const { kind, text = "", id = "" } = event
    if (kind === "user" && pausesEachTurn) await pause()
    if (kind === "call") calls.set(id, event)
    if (kind === "user") past.said(session, text)
    if (kind === "text") past.answered(session, { type: "text", text })
    if (kind === "user" || kind === "text") transcript += text
    if (kind !== "result") continue
    const { tool = "bash", input } = calls.get(id) ?? event
    past.answered(session, toolPart(tool.toLowerCase(), asRecord(input), text, 0))
  }
  await pause()
  return cost
}

const SEED_TRANSCRIPT = 24_000
const SEED_BODIES = 12_000
const SEED_PROTOCOL = 1500
const SEED_FACT = 250

function seedPrompt(transcript: string, facts: number): number {
  return Math.min(transcript.length, SEED_TRANSCRIPT) + Math.min(facts * SEED_FACT, SEED_BODIES) + SEED_PROTOCOL
}

/** All bodies, once so many facts were written. */
const SEED_CHURN = 8
const SEED_PASS = 60_000

function seedTidying(facts: number): number {
  return Math.min(facts * SEED_FACT, SEED_PASS) + SEED_PROTOCOL
}

/** As if it had found each of them in the first message that it is shown. */
function proposing(facts: readonly SessionFact[]): unknown {
  return facts.slice(0, 5).map(({ type, text }) => ({ action: "add", type, text, evidence: ["m1"] }))
}

function asRecord(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {}
}
