import { quotedLines } from "../facts/trust/past-quotes.ts"
import { CairnError } from "../model/errors.ts"
import type { PastSession } from "../past/past-session.ts"
import { asSessionData } from "../prompt/escape.ts"
import type { CompactionRecord } from "../store/tables/compaction-log.ts"
import { localMinute, timeZone } from "../text/local-time.ts"
import { argumentFor } from "./audience.ts"
import { type Ask, type Audience, countArg, type Operation, operation } from "./operation.ts"
import { pageOf } from "./page.ts"
import { LOOKS_BACK, lookBack, meantSession, sessionArg } from "./past-access.ts"
import { gapLines, pastRemark, tableOf, titleText, verbFor } from "./past-text.ts"

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
  run: (ask, { sessionId, read }) =>
    lookBack(ask, (view) => {
      const session = meantSession(ask, view, sessionId)
      const records = new Map(ask.app.store.compactions.list(session.id).map((record) => [record.id, record]))
      const kept = view.compactions(session).map(({ id, at, isAutomatic, isInstant, summary }): Checkpoint => {
        const why = isAutomatic ? "automatic" : "asked for"
        return { ...{ id, at, why, summary }, writer: isInstant ? "Cairn" : "model", record: records.get(id) }
      })
      const checkpoints = [...cutsOf(ask, session), ...kept]
      if (read !== undefined && read > checkpoints.length)
        throw new CairnError(
          "no_such_compaction",
          `the session has ${checkpoints.length === 0 ? "no compactions" : `${checkpoints.length} compactions, not ${read}`}`,
          "memory_compactions lists them",
        )
      return { session, checkpoints, read, gaps: gapLines(view.skipped, view.faults) }
    }),
  origin: () => "past",
  toText: ({ session, checkpoints, read, gaps }, audience) =>
    read === undefined
      ? [...listLines(session, checkpoints, audience), ...gaps].join("\n")
      : summaryText(session, checkpoints[read - 1] as Checkpoint, read, audience),
})

/** On OpenCode 2 Cairn cuts the conversation itself when the agent asks for it; the host does not know about that. */
function cutsOf({ app }: Ask, { id, updated }: PastSession): Checkpoint[] {
  const { cut } = app.journal.peek(id).compactions
  if (!cut) return []
  const checkpoint = { id: cut.from, at: updated, summary: cut.checkpoint, record: undefined }
  return [{ ...checkpoint, why: "memory_compact", writer: "Cairn" }]
}

function listLines(session: PastSession, checkpoints: readonly Checkpoint[], audience: Audience): string[] {
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
  return [
    tableOf(["No", `When (${timeZone()})`, "Why", "Summary by", "Tokens", "Fidelity", "Put back"], rows, audience),
    "",
    `Read a summary: ${argumentFor(audience, "read")} and its number.`,
  ]
}

function tokensText(record: CompactionRecord | undefined): string {
  if (record?.tokensBefore === undefined) return ""
  return `${record.tokensBefore} → ${record.tokensAfter ?? "?"}`
}

function summaryText(
  session: PastSession,
  { at, why, writer, summary, record }: Checkpoint,
  read: number,
  audience: Audience,
): string {
  const page = pageOf(asSessionData(summary), 0, undefined)
  const repaired = (record?.repaired ?? []).map((line) => asSessionData(line))
  return [
    `Compaction ${read} of session ${session.id}, ${localMinute(at)}, ${why}, written by ${writer === "Cairn" ? "Cairn" : "a model"}. ${pastRemark(audience)}`,
    quotedLines(page.text) + (page.to < page.rows ? `\n… cut: it has ${page.rows} lines` : ""),
    ...(repaired.length > 0 ? [`What it had lost and was put back:\n${quotedLines(repaired.join("\n"))}`] : []),
  ].join("\n")
}
