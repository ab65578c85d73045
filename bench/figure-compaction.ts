// What is left of a session after one, two and five compactions: with OpenCode's summary alone, with what Cairn puts back beside it, and with
// the summary that Cairn makes without a model.
import type { Message } from "../src/compaction/checkpoint.ts"
import { essentialsOf } from "../src/compaction/essentials.ts"
import { checkFidelity } from "../src/compaction/fidelity.ts"
import { instantSummary } from "../src/compaction/instant-summary.ts"
import { composeRepair } from "../src/compaction/repair.ts"
import type { Essential } from "../src/session/compaction-account.ts"
import { emptyMemory, type SessionMemory } from "../src/session/session-memory.ts"
import { foldAll, type RecordedSession, recordedSessions } from "./recorded-sessions.ts"
import { SUMMARISERS, type Summariser, summaryText } from "./scripted-summaries.ts"
import { count, ms, spreadOf } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const KINDS = { file: "files", command: "failing commands", directive: "directives", todo: "todos" } as const
const TIMES = [1, 2, 5]
const TITLE = "What a compaction leaves"

export async function compactionFigure(): Promise<Figure> {
  const sessions = recordedSessions()
  if (!sessions)
    return { title: TITLE, about: "Not measured: the recordings are not here (CAIRN_BENCH_DATA says where).", rows: [] }
  const scripted = Object.entries(SUMMARISERS).flatMap(([name, summariser]) =>
    TIMES.map((times) => summariserRow(name, summariser, times, sessions)),
  )
  return {
    title: TITLE,
    about: `Changed files, commands that failed when last run, the user's directives and open todos that are in the prompt after the last of so many compactions, over ${sessions.length} recorded sessions; a scripted model writes the summaries, and sees what is new and its last summary. Cairn adds at most 2,400 characters, or makes the whole summary of at most 12,000.`,
    rows: [
      ...scripted,
      ...TIMES.map((times) => instantRow(times, sessions)),
      letterRow(sessions),
      ...costRows(sessions),
    ],
  }
}

function summariserRow(name: string, summariser: Summariser, times: number, sessions: readonly RecordedSession[]): Row {
  const ends = sessions.map((session) => compacted(session, summariser, times))
  const alone = ends.map(({ summary, essentials }) => ({ text: summary, essentials }))
  const repaired = ends.map(({ summary, essentials }) => ({
    text: `${summary}\n\n${repairOf(summary, essentials)}`,
    essentials,
  }))
  return {
    what: `a model ${name}, ${times}x`,
    cairn: shares(repaired),
    baseline: `OpenCode alone: ${shares(alone)}`,
    target: { text: "100 %", met: isWhole(repaired) },
  }
}

function instantRow(times: number, sessions: readonly RecordedSession[]): Row {
  const ends = sessions.map((session) => cut(session, times))
  return { what: `without a model, ${times}x`, cairn: shares(ends), target: { text: "100 %", met: isWhole(ends) } }
}

interface End {
  readonly text: string
  readonly essentials: readonly Essential[]
}

function compacted(session: RecordedSession, summariser: Summariser, times: number) {
  let memory: SessionMemory = emptyMemory
  let kept: readonly Essential[] = []
  let before = new Set<string>()
  for (const steps of parts(session, times)) {
    memory = foldAll(
      steps.flatMap(({ events }) => events),
      memory,
    )
    const essentials = measured(memory, session)
    const wasKept = new Set(kept.map(keyOf))
    kept = summariser(essentials.filter((one) => !before.has(keyOf(one)) || wasKept.has(keyOf(one))))
    before = new Set(essentials.map(keyOf))
  }
  return { summary: summaryText(kept), essentials: measured(memory, session) }
}

function cut(session: RecordedSession, times: number): End {
  let memory: SessionMemory = emptyMemory
  let head: Message[] = [{ role: "user", text: session.task }]
  let text = ""
  for (const steps of parts(session, times)) {
    memory = foldAll(
      steps.flatMap(({ events }) => events),
      memory,
    )
    const said = steps.map((step): Message => ({ role: "assistant", text: step.said }))
    text = instantSummary({ memory, todos: session.todos, conversation: [...head, ...said] })
    head = [
      { role: "user", text: `<conversation-checkpoint>\n<summary>\n${text}\n</summary>\n</conversation-checkpoint>` },
    ]
  }
  return { text, essentials: measured(memory, session) }
}

function parts({ steps }: RecordedSession, times: number) {
  const size = Math.ceil(steps.length / times)
  return Array.from({ length: times }, (_, at) => steps.slice(at * size, (at + 1) * size))
}

function measured(memory: SessionMemory, { todos }: RecordedSession): Essential[] {
  return essentialsOf(memory, todos).filter(({ kind }) => kind in KINDS)
}

function keyOf({ kind, text }: Essential): string {
  return `${kind} ${text}`
}

function repairOf(summary: string, essentials: readonly Essential[]): string {
  return composeRepair(checkFidelity(summary, essentials).missing).text
}

function shares(ends: readonly End[]): string {
  const essentials = ends.flatMap((end) => end.essentials)
  const said = ends.flatMap((end) => checkFidelity(end.text, end.essentials).present)
  return Object.entries(KINDS)
    .map(([kind, name]) => {
      const [present, total] = [said, essentials].map((all) => all.filter((one) => one.kind === kind).length) as [
        number,
        number,
      ]
      return `${name} ${((100 * present) / total).toFixed(present === total ? 0 : 1)} %`
    })
    .join(", ")
}

function isWhole(ends: readonly End[]): boolean {
  return ends.every(({ text, essentials }) => checkFidelity(text, essentials).missing.length === 0)
}

/** The check is Cairn's own, so it is checked itself: how much of what it finds a plain search finds too. */
function letterRow(sessions: readonly RecordedSession[]): Row {
  const found = Object.values(SUMMARISERS)
    .flatMap((summariser) => TIMES.flatMap((times) => sessions.map((session) => compacted(session, summariser, times))))
    .flatMap(({ summary, essentials }) => {
      const text = `${summary}\n\n${repairOf(summary, essentials)}`
      return checkFidelity(text, essentials).present.map((one) => isPlainlyIn(text, one))
    })
  const letters = found.filter((stands) => stands).length
  return {
    what: "of what the check finds, letter for letter there",
    cairn: `${((100 * letters) / found.length).toFixed(2)} % of ${count(found.length)}; the rest in nearly the same words`,
  }
}

/** A file by its base name, a command by its beginning, all else as a whole. */
function isPlainlyIn(text: string, { kind, text: own }: Essential): boolean {
  if (kind === "file") return text.includes(own.slice(own.lastIndexOf("/") + 1))
  return text.includes(kind === "command" ? own.slice(0, 100).trimEnd() : own)
}

function costRows(sessions: readonly RecordedSession[]): Row[] {
  const ends = sessions.map((session) => compacted(session, () => [], 1))
  const sizes = spreadOf(ends.map(({ essentials }) => composeRepair(essentials).text.length))
  const items = spreadOf(ends.map(({ essentials }) => essentials.length))
  const summaries = ends.map(({ essentials }) => ({ essentials, summary: summaryText(essentials) }))
  const times = Array.from({ length: 20 }, () => summaries).flat()
  const checks = spreadOf(
    times.map(({ summary, essentials }) => {
      const started = performance.now()
      repairOf(summary, essentials)
      return performance.now() - started
    }),
  )
  return [
    { what: "what there is to lose in a session", cairn: `median ${items.p50} items, at most ${items.max}` },
    { what: "repair of an empty summary", cairn: `median ${count(sizes.p50)} characters, at most ${count(sizes.max)}` },
    { what: "time of a check and its repair", cairn: `p50 ${ms(checks.p50)}, max ${ms(checks.max)}` },
  ]
}
