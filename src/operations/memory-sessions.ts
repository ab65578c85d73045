import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { inTurns } from "../model/in-turns.ts"
import { daysMeant } from "../past/days-meant.ts"
import { cutToColumns } from "../text/columns.ts"
import { localMinute, timeZone } from "../text/local-time.ts"
import { argumentFor } from "./audience.ts"
import { countArg, type InputOf, type Operation, operation, type Screen, textArg } from "./operation.ts"
import { isKeptFrom, LOOKS_BACK, lookBack, type OwnedSession, projectArg, sessionsOf } from "./past-access.ts"
import { cellText, gapLines, tableFitting, titleText, verbFor } from "./past-text.ts"

const input = {
  limit: countArg(1, 100).optional(),
  project: projectArg,
  includeSubagents: z.boolean().optional(),
  includeArchived: z.boolean().optional(),
  before: textArg(100).optional().describe("date or id"),
  parent: textArg(200).optional(),
}

export const memorySessions: Operation = operation({
  name: "memory_sessions",
  summary: "List past sessions, newest first.",
  ...LOOKS_BACK,
  input,
  run: (ask, wish) =>
    lookBack(ask, async (view) => {
      const all = await sessionsOf(ask.app, view, wish.project)
      const meant = olderThan(wish.before, all, ask.app.clock.now()).filter(isMeant(wish))
      const shown: OwnedSession[] = []
      let looked = 0
      for (; looked < meant.length && shown.length < (wish.limit ?? 10); looked++) {
        const session = meant[looked] as OwnedSession
        if (!isKeptFrom(ask, view, session)) shown.push(session)
      }
      const rows: (OwnedSession & { readonly messages: number; readonly children: number })[] = []
      let { skipped } = view
      await inTurns(shown, (session) => {
        const children = view.sessions.filter(({ parent }) => parent === session.id).length
        const { places, damaged } = view.placesAndGaps(session)
        rows.push({ ...session, messages: places.length, children })
        skipped += damaged
      })
      const gaps = gapLines(skipped, view.faults)
      return { rows, older: meant.length - looked, showsProject: wish.project === "all", gaps }
    }),
  origin: () => "past",
  toText({ rows, older, showsProject, gaps }, audience, screen) {
    if (rows.length === 0)
      return [
        `No sessions found. Another project, or all of them: ${argumentFor(audience, "project")} all.`,
        ...gaps,
      ].join("\n")
    const head = [
      "ID",
      "Title",
      `Updated (${timeZone()})`,
      "Messages",
      "Model",
      "Cost",
      "Subagents",
      ...(showsProject ? ["Project"] : []),
    ]
    const cells = rows.map((row) => [
      row.id,
      audience === "agent" ? titleText(row) : cutToColumns(titleText(row), titleRoom(screen)),
      localMinute(row.updated),
      String(row.messages),
      cellText(row.model ?? ""),
      row.cost > 0 ? row.cost.toFixed(4) : "",
      row.children > 0 || audience === "agent" ? String(row.children) : "",
      ...(showsProject ? [cellText(row.project ?? "")] : []),
    ])
    const { text, left } = tableFitting(head, cells, audience, screen?.columns)
    const last = rows.at(-1 - left)?.id ?? ""
    return [
      text,
      "",
      `Read one with ${verbFor(audience, "memory_messages")} ${audience === "agent" ? "(sessionId)" : "and its id"}.`,
      ...(older + left > 0 ? [`${older + left} older: ${argumentFor(audience, "before")} ${last}`] : []),
      ...gaps,
    ].join("\n")
  },
})

/** Id, time and count of messages with the gaps between them. */
const BESIDE_TITLE = 60
const TITLE_COLUMNS = { least: 16, most: 60 } as const

function titleRoom(screen: Screen | undefined): number {
  const { least, most } = TITLE_COLUMNS
  return Math.min(most, Math.max(least, (screen?.columns ?? Number.POSITIVE_INFINITY) - BESIDE_TITLE))
}

function isMeant(wish: InputOf<typeof input>) {
  return ({ parent, archived }: OwnedSession): boolean => {
    if (archived !== undefined && !wish.includeArchived) return false
    return wish.parent === undefined ? parent === undefined || wish.includeSubagents === true : parent === wish.parent
  }
}

/** After a session, by its place in the list: many may have the same time. */
function olderThan(before: string | undefined, all: readonly OwnedSession[], now: number): readonly OwnedSession[] {
  if (before === undefined) return all
  const place = all.findIndex(({ id }) => id === before.trim())
  if (place >= 0) return all.slice(place + 1)
  const day = daysMeant(before, now)
  if (day) return all.filter(({ updated }) => updated < day.from)
  throw new CairnError("bad_arguments", `"${before.slice(0, 40)}" is neither a date nor a session of this list`)
}
