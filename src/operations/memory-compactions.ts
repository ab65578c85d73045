import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import type { PastView } from "../past/past.ts"
import type { PastSession } from "../past/past-session.ts"
import { asSessionData } from "../prompt/escape.ts"
import { compactionOfCut } from "../session/compaction-account.ts"
import type { CompactionRecord } from "../store/tables/compaction-log.ts"
import { counted, thousands } from "../text/counted.ts"
import { localMinute } from "../text/local-time.ts"
import { argumentFor } from "./audience.ts"
import { type Audience, countArg, type Operation, operation, type Screen } from "./operation.ts"
import { quotedPage, ROOM } from "./page.ts"
import { LOOKS_BACK, lookBack, meantSession, namedSessionArg, sessionArg } from "./past-access.ts"
import { gapLines, listRemark, pastRemark, tableFitting, timesHead, titleText, verbFor } from "./past-text.ts"

interface Checkpoint {
  readonly id: string
  readonly at: number
  readonly why: "asked for" | "automatic" | "memory_compact"
  readonly writer: "model" | "Cairn"
  readonly summary: string
  /** What Cairn found out about it; undefined if Cairn was not running. */
  readonly record: CompactionRecord | undefined
}

export const memoryCompactions: Operation = operation({
  name: "memory_compactions",
  summary: "List a session's compactions, or read one's summary.",
  ...LOOKS_BACK,
  input: {
    sessionId: sessionArg,
    read: countArg(1, 10_000).optional().describe("1 is the newest"),
  },
  personInput: { sessionId: namedSessionArg },
  words: ["sessionId"],
  ids: ["sessionId"],
  internal: ["session.titleMark"],
  run: (ask, { sessionId, read }) =>
    lookBack(ask, (view) => {
      const session = meantSession(ask, view, sessionId)
      const records = new Map(ask.app.store.compactions.list(session.id).map((record) => [record.id, record]))
      const kept = view.compactions(session).map(({ id, at, isAutomatic, isInstant, summary }): Checkpoint => {
        const why = isAutomatic ? "automatic" : "asked for"
        return { ...{ id, at, why, summary }, writer: isInstant ? "Cairn" : "model", record: records.get(id) }
      })
      const cuts = cutsOf(ask.app, view, session).map(({ from, at, checkpoint: summary }): Checkpoint => {
        const record = records.get(compactionOfCut(from))
        return { id: from, at: record?.at ?? at, why: "memory_compact", writer: "Cairn", summary, record }
      })
      const checkpoints = [...cuts, ...kept].sort((a, b) => b.at - a.at)
      if (read !== undefined && read > checkpoints.length)
        throw new CairnError(
          "no_such_compaction",
          checkpoints.length === 0
            ? "this session was never compacted"
            : `the session has ${counted(checkpoints.length, "compaction")}, not ${read}`,
          checkpoints.length === 0 ? "memory_messages shows all of it" : "memory_compactions lists them",
        )
      return { session, checkpoints, read, gaps: gapLines(view.skipped, view.faults) }
    }),
  origin: () => "past",
  toText: ({ session, checkpoints, read, gaps }, audience, screen) =>
    read === undefined
      ? [...listLines(session, checkpoints, audience, screen), ...gaps].join("\n")
      : [summaryText(session, checkpoints[read - 1] as Checkpoint, read, audience), ...gaps].join("\n"),
})

/**
 * On OpenCode 2 Cairn cuts the conversation itself when the agent asks for it; the host does not know about that. A cut was made when it was checked,
 * or else in the turn that begins with its message.
 */
export function cutsOf({ journal }: App, view: PastView, session: PastSession) {
  const { cut, earlierCuts = [] } = journal.peek(session.id).compactions
  return [...earlierCuts, ...(cut ? [cut] : [])].flatMap((made) => {
    const place = view.place(session, made.from)
    return place ? [{ ...made, at: place.at }] : []
  })
}

function listLines(
  session: PastSession,
  checkpoints: readonly Checkpoint[],
  audience: Audience,
  screen?: Screen,
): string[] {
  const head = `Session ${session.id} "${titleText(session)}"`
  if (checkpoints.length === 0)
    return [`${head} was never compacted; ${verbFor(audience, "memory_messages")} shows all of it.`]
  const rows = checkpoints.map(({ at, why, writer, record }, index) => [
    String(index + 1),
    localMinute(at),
    why,
    writer,
    tokensText(record),
    record ? `${Math.round(record.score * 100)} %` : "",
    record ? String(record.repaired.length) : "",
  ])
  // On a screen all columns have to fit.
  const by = audience === "agent" ? "Summary by" : "By"
  const titles = ["No", timesHead("When", audience), "Why", by, "Tokens", "Fidelity", "Put back"]
  const { text, left } = tableFitting(titles, rows, audience, screen?.columns)
  return [
    text,
    "",
    `Read a summary: ${argumentFor(audience, "read")} and its number.${listRemark(audience)}`,
    ...(left > 0 ? [`… ${left} older ones, up to number ${rows.length}`] : []),
  ]
}

function tokensText(record: CompactionRecord | undefined): string {
  if (record?.tokensBefore === undefined) return ""
  const { tokensBefore, tokensAfter } = record
  return `${thousands(tokensBefore)} → ${tokensAfter === undefined ? "?" : thousands(tokensAfter)}`
}

function summaryText(
  session: PastSession,
  { at, why, writer, summary, record }: Checkpoint,
  read: number,
  audience: Audience,
): string {
  const repaired = (record?.repaired ?? []).map((line) => asSessionData(line))
  const lost = quotedPage(repaired.join("\n"), 0, ROOM / 4)
  const page = quotedPage(asSessionData(summary), 0, lost.rows > 0 ? (3 * ROOM) / 4 : ROOM)
  const rest = `\n… cut: it has ${page.rows} lines; ${verbFor(audience, "memory_messages")} (${argumentFor(audience, "role")} summary) leads to the whole`
  return [
    `Compaction ${read} of session ${session.id}, ${localMinute(at)}, ${why}, written by ${writer === "Cairn" ? "Cairn" : "a model"}. ${pastRemark(audience)}`,
    page.text + (page.to < page.rows ? rest : ""),
    ...(repaired.length > 0 ? [`What it had lost and was put back:\n${lost.text}`] : []),
    ...(lost.to < lost.rows ? [`… and ${lost.rows - lost.to} more lines, at the end of that summary`] : []),
  ].join("\n")
}
