// What the index of past sessions costs, and what a search of it takes beside a scan by LIKE: in databases made of recorded sessions.
import { Database } from "bun:sqlite"
import { statSync } from "node:fs"
import { join } from "node:path"
import { openPast, type Past } from "../src/past/past.ts"
import { parsePastQuery } from "../src/past/past-query.ts"
import { searchPast } from "../src/past/past-search.ts"
import { pastDatabaseFile } from "../test/bed/past-database.ts"
import { tempDir } from "../test/bed/sandbox.ts"
import { randomFrom } from "../test/bed/seeded-random.ts"
import { makeLargePast } from "./large-past.ts"
import { watchLoop } from "./loop-delay.ts"
import { count, ms, ratio, spreadOf, spreadText, timed } from "./spread.ts"
import { type Figure, type Row, under } from "./table.ts"
import { type Trajectory, trajectories } from "./trajectories.ts"

/** `CAIRN_PAST_PARTS` names other sizes: a million parts take a gigabyte and a half and some minutes. */
const SIZES = (process.env.CAIRN_PAST_PARTS ?? "100000").split(",").map(Number)
const ROUNDS = 25

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  "common words": ["test", "file", "error", "function", "return value"],
  "rare words": ["homomorphism", "separability matrix", "tooltip clickable", "DatePicker", "billable"],
  "absent words": ["zebraxylophone", "qwertzuiop asdfghjkl", "kestrelrelay"],
  "whole questions": [
    "how does the tooltip stay open when the pointer moves onto its content",
    "which change made the range selection preview a month too far",
    "why is the separability matrix of nested compound models wrong",
    "what was the rule for turning tracked time into billable time",
  ],
}

export async function pastSpeedFigure(): Promise<Figure> {
  const recorded = ["nice", "swe"].flatMap((agent) => trajectories(agent) ?? [])
  const rows: Row[] = []
  if (recorded.length > 0) for (const parts of SIZES) rows.push(...(await rowsFor(parts, recorded)))
  return {
    title: "Search in past sessions: speed",
    about:
      "OpenCode's database made of recorded sessions, over and over, with some names changed; a search includes opening both files, reading the texts and ranking them. LIKE is what a plugin without an index asks: the whole question in the texts of all parts, with the message and the session of each, newest first, twenty of them; behind it the cheapest scan there is, LIKE on the raw column of parts, newest first. Both look at every part, since no index has the times of parts. Times of building and searching are the processor's, all threads of the process together, since the machine is shared; delays and inserts are by the clock.",
    rows,
  }
}

async function rowsFor(parts: number, recorded: readonly Trajectory[]): Promise<Row[]> {
  const data = tempDir("large-past")
  const file = pastDatabaseFile(data)
  makeLargePast(file, parts, recorded)
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const name = `${count(parts)} parts`
  const build = await buildRows(name, past, file, parts)
  const searches: Row[] = []
  const classes = { ...CLASSES, "whole texts of 2,000 characters and more": longTasks(recorded) }
  for (const [what, questions] of Object.entries(classes))
    searches.push(await searchRow(`${name}: ${what}`, past, file, questions, parts >= 1_000_000))
  return [...build, await closeRow(name, data), ...searches, await insertRow(name, past, file)]
}

const LONG_TASKS = 4

/** As somebody pastes them; the longest have 8,000 characters. */
function longTasks(recorded: readonly Trajectory[]): string[] {
  const tasks = [...new Set(recorded.map(({ task }) => task.slice(0, 8000)))].filter(({ length }) => length >= 2000)
  return tasks.toSorted((a, b) => b.length - a.length).slice(0, LONG_TASKS)
}

async function buildRows(name: string, past: Past, file: string, parts: number): Promise<Row[]> {
  const delays = watchLoop()
  const limits = { forMs: 3_600_000, maxMegabytes: 10_000, restMs: 0 }
  const spent = await processorTime(() => past.refresh(limits, () => false))
  const loop = delays()
  const share = (await past.withIndex((index) => index.bytes())) / statSync(file).size
  return [
    {
      what: `${name}: build of the index, redaction included`,
      cairn: `${ms(spent)} of processor time`,
      target: under(spent / 1000, (40 * parts) / 1_000_000, "s"),
    },
    { what: `${name}: loop delay meanwhile`, cairn: spreadText(loop), target: under(loop.max, 20, "ms (max)") },
    {
      what: `${name}: size of the index`,
      cairn: `${(100 * share).toFixed(1)} % of the database`,
      target: under(100 * share, 5, "%"),
    },
  ]
}

const CLOSINGS = 40
/** Beside a host, a build rests so long between two pieces. */
const REST_MS = 8

/** Closed in the middle of a build, which the next one continues. */
async function closeRow(name: string, data: string): Promise<Row> {
  const random = randomFrom(7)
  const samples: number[] = []
  for (let round = 0; round < CLOSINGS; round++) {
    const past = openPast({ XDG_DATA_HOME: data }, join(data, "closed.db"))
    const building = past.refresh({ forMs: 3_600_000, maxMegabytes: 10_000, restMs: REST_MS }, () => false)
    await Bun.sleep(20 + 1000 * random())
    samples.push(await timed(() => past.close()))
    if (await building) break
  }
  return {
    what: `${name}: closing in the middle of a build`,
    cairn: spreadText(spreadOf(samples)),
    target: under(Math.max(...samples), 50, "ms (max)"),
  }
}

const LIKE = `SELECT s.id, s.title, m.id, m.time_created, substr(json_extract(p.data, '$.text'), 1, 300) FROM part p
  JOIN message m ON m.id = p.message_id JOIN session s ON s.id = p.session_id
  WHERE json_extract(p.data, '$.type') = 'text' AND json_extract(p.data, '$.text') LIKE ? ORDER BY m.time_created DESC LIMIT 20`
const RAW_LIKE = "SELECT id, session_id FROM part WHERE data LIKE ? ORDER BY time_created DESC LIMIT 20"

async function searchRow(
  what: string,
  past: Past,
  file: string,
  questions: readonly string[],
  /** Only then does a scan take so long that it can be fifty times as long. */
  isLarge: boolean,
): Promise<Row> {
  const own: number[] = []
  const like: number[] = []
  const raw: number[] = []
  const db = new Database(file, { readonly: true })
  const scans = [
    { query: db.query(LIKE), samples: like },
    { query: db.query(RAW_LIKE), samples: raw },
  ]
  for (let round = 0; round <= ROUNDS; round++)
    for (const question of questions) {
      const spent = await processorTime(() => search(past, question))
      // The first round is the engine's.
      if (round > 0) own.push(spent)
      else
        for (const { query, samples } of scans)
          samples.push(await processorTime(async () => query.all(`%${question}%`)))
    }
  db.close()
  const [mine, theirs] = [spreadOf(own), spreadOf(like)]
  const p95 = own.toSorted((a, b) => a - b)[Math.floor(own.length * 0.95)] as number
  return {
    what,
    cairn: `p50 ${ms(mine.p50)}, p95 ${ms(p95)}`,
    baseline: `LIKE: p50 ${ms(theirs.p50)}; raw column ${ms(spreadOf(raw).p50)}`,
    ratio: ratio(mine.p50, theirs.p50),
    target: isLarge
      ? { text: "p95 under 50 ms, 50x less", met: p95 < 50 && theirs.p50 >= 50 * mine.p50 }
      : { text: "p95 under 50 ms", met: p95 < 50 },
  }
}

/** In milliseconds. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function search(past: Past, question: string): Promise<unknown> {
  return past.look(undefined, (view) =>
    past.withIndex((index) =>
      searchPast(index, view, parsePastQuery(question), { isWanted: () => true }, Date.UTC(2026, 6, 1)),
    ),
  )
}

/** One more message in a session that is indexed. */
async function insertRow(name: string, past: Past, file: string): Promise<Row> {
  const session = { id: "ses_insert", updated: Date.UTC(2030, 0), stamp: "", database: file }
  const samples = await past.withIndex((index) =>
    Array.from({ length: 200 }, (_, at) => {
      const terms = Array.from({ length: 60 }, (_, term) => `word${(at * 7 + term * 13) % 5000}`).join(" ")
      const one = { id: `msg_${at}`, position: at + 1, voice: "said", changed: 1, terms } as const
      const started = performance.now()
      index.put([{ session, messages: 200, gone: [], entries: [one], isLast: false }])
      while (index.tidy(() => false));
      return performance.now() - started
    }),
  )
  const p95 = samples.toSorted((a, b) => a - b)[Math.floor(samples.length * 0.95)] as number
  return {
    what: `${name}: one more message`,
    cairn: `p50 ${ms(spreadOf(samples).p50)}, p95 ${ms(p95)}`,
    target: under(p95, 1, "ms (p95)"),
  }
}
