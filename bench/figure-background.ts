// What background extraction costs and keeps, through the whole pipeline: planted facts and junk with a model that proposes everything, and recorded
// sessions replayed, against the tokens that the design it comes from would have spent in the same pauses.
import { MAX_TRANSCRIPT } from "../src/background/mined-messages.ts"
import { SCOPES } from "../src/model/scope.ts"
import { type MinedSession, minedSession } from "../test/bed/mined-session.ts"
import { closeApps } from "../test/bed/opened-app.ts"
import { toolPart } from "../test/bed/past-database.ts"
import { type Came, type Planted, plant } from "./planted-facts.ts"
import { type QualityFile, qualityFiles, rowsOf } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

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

/** The weights were fitted to them, among others. */
const OWN = ["test/corpus/planted-facts.jsonl", "test/corpus/planted-facts-typed.jsonl"]
const ENV = { CAIRN_BACKGROUND_TOKENS: "1000000000" }
const CHARS_PER_TOKEN = 3.5

export async function backgroundFigure(): Promise<Figure> {
  const rows: Row[] = []
  const own = OWN.map((path) => ({ name: path.split("/").at(-1) ?? "", rows: rowsOf<Planted>(path) }))
  for (const file of [...own, ...qualityFiles<Planted>("facts")]) rows.push(...(await plantedRows(file)))
  const facts = qualityFiles<SessionFact>("session-facts").flatMap((file) => file.rows)
  for (const file of qualityFiles<Recorded>("sessions")) rows.push(...(await replayedRows(file, facts)))
  return {
    title: "Background extraction",
    about: `Planted: each labelled fact is said in a session of its own, by the user, the agent or a tool as the label says, in a store of its own, and the model proposes it word for word. Kept means that the request of the next session shows it; as unconfirmed, it is shown as a question to the user for up to three sessions. ${OWN.join(" and ")} are our own, and the weights were fitted to them. Replayed: recorded sessions, with a pause after each of the user's turns; the model proposes what a good model would keep, and finds nothing to tidy up. Tokens are estimated from characters; an hour is 20 turns. The baseline is the published scheme (HX): up to ${MAX_TRANSCRIPT.toLocaleString("en")} characters of transcript and 12,000 of existing bodies in each pause, and a pass over all bodies, up to 60,000, after every eight facts. Files named dev were looked at while the rules were written.`,
    rows,
  }
}

async function plantedRows({ name, rows }: QualityFile<Planted>): Promise<Row[]> {
  const came: (Planted & Came)[] = []
  for (const row of rows) came.push({ ...row, ...(await plant(row)) })
  const [durable, junk] = [
    came.filter(({ label }) => label === "durable"),
    came.filter(({ label }) => label === "junk"),
  ]
  const [kept, keptJunk] = [durable.filter(isShown), junk.filter(isShown)]
  const keptTwice = junk.filter(({ shownTwice }) => shownTwice !== "not")
  const waiting = came.filter(({ outcome }) => outcome === "quarantined")
  const written = came.filter((one) => isShown(one) || waiting.includes(one))
  return [
    {
      what: `${name}: planted durable facts`,
      cairn: fatesOf(durable),
      target: { text: "at least 90 % kept", met: kept.length >= 0.9 * durable.length },
    },
    {
      what: `${name}: planted junk`,
      cairn: fatesOf(junk),
      target: { text: "at least 85 % not kept", met: keptJunk.length <= 0.15 * junk.length },
    },
    {
      what: `${name}: planted junk, said and proposed twice`,
      cairn: `of ${junk.length}: ${keptTwice.length} kept`,
      target: { text: "at least 85 % not kept", met: keptTwice.length <= 0.15 * junk.length },
    },
    {
      what: `${name}: for a person to review`,
      cairn: `${waiting.length} of ${written.length} written`,
      target: { text: "at most 10 %", met: waiting.length <= 0.1 * written.length },
    },
  ]
}

const isShown = ({ shown }: Came) => shown !== "not"

function fatesOf(came: readonly Came[]): string {
  const count = (...outcomes: string[]) => came.filter((one) => !isShown(one) && outcomes.includes(one.outcome)).length
  const shown = came.filter(isShown)
  const marked = shown.filter((one) => one.shown === "as unconfirmed")
  const others = `${count("asked")} asked back, ${count("quarantined")} in quarantine, ${count("rejected")} refused, ${count("none")} not looked at`
  return `of ${came.length}: ${shown.length} kept (${marked.length} of them as unconfirmed), ${others}`
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
