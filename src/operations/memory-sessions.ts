import * as z from "zod"
import { inTurns } from "../model/in-turns.ts"
import { daysMeant } from "../past/days-meant.ts"
import { namedBy, shortIds } from "../past/named-id.ts"
import type { PastView } from "../past/past.ts"
import { localMinute } from "../text/local-time.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor, withoutGiven } from "./audience.ts"
import {
  type Ask,
  argumentFault,
  countArg,
  type InputOf,
  type Operation,
  operation,
  type Screen,
  textArg,
} from "./operation.ts"
import {
  isKeptFrom,
  LOOKS_BACK,
  lookBack,
  meantSession,
  type OwnedSession,
  projectArg,
  sessionNamed,
  sessionsOf,
  sparing,
} from "./past-access.ts"
import { gapLines, listRemark, nameText, noneFound, tableFitting, timesHead, titleText, verbFor } from "./past-text.ts"

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
  internal: ["isDated", "hasArchived", "hasMoreProjects", "rows.titleMark"],
  run: (ask, wish) =>
    lookBack(ask, async (view) => {
      const all = await sessionsOf(ask.app, view, wish.project)
      const parent = wish.parent === undefined ? undefined : parentMeant(ask, view, wish.parent)
      const older = olderThan(ask, wish.before, all)
      const meant = older.filter(isMeant({ ...wish, parent }))
      const shown: OwnedSession[] = []
      let [looked, hidden] = [0, 0]
      for (; looked < meant.length && shown.length < (wish.limit ?? 10); looked++) {
        const session = meant[looked] as OwnedSession
        if (isKeptFrom(ask, view, session)) hidden++
        else shown.push(session)
      }
      const { read, faults } = sparing(view)
      const shortOf = shortIds(view.sessions)
      const rows: ListedSession[] = []
      let { skipped } = view
      await inTurns(shown, (session) => {
        const { places, damaged } = read(() => view.placesAndGaps(session)) ?? { places: undefined, damaged: 0 }
        const model = read(() => view.modelOf(session, places ?? []))
        const children = view.sessions.filter(({ parent }) => parent === session.id).length
        rows.push({ ...session, model, shortId: shortOf(session.id), messages: places?.length, children })
        skipped += damaged
      })
      const gaps = gapLines(skipped, faults)
      const isAlone = parent !== undefined && view.sessions.every((one) => one.parent !== parent)
      return {
        rows,
        alone: isAlone ? parent : undefined,
        isDated: wish.before !== undefined,
        hasArchived: meant.length === 0 && older.some(isMeant({ ...wish, parent, includeArchived: true })),
        hasMoreProjects: wish.project !== "all" && wish.parent === undefined && wish.before === undefined,
        older: meant.length - looked,
        // The user may know of them: not those behind an agent's tool.
        paused: ask.by === "person" ? hidden : 0,
        showsProject: wish.project === "all",
        gaps,
      }
    }),
  origin: () => "past",
  toText({ rows, alone, isDated, hasArchived, hasMoreProjects, older, paused, showsProject, gaps }, audience, screen) {
    const left = paused > 0 ? [pausedLine(paused)] : []
    if (rows.length === 0) {
      const wider = [
        ...withoutGiven(audience, isDated ? ["before"] : []),
        ...(hasArchived ? [`with ${argumentFor(audience, "includeArchived")}`] : []),
        ...(hasMoreProjects ? [`with ${argumentFor(audience, "project")} all`] : []),
      ]
      return [
        alone === undefined ? noneFound("sessions", wider) : `Session ${alone} has no subagents.`,
        ...left,
        ...gaps,
      ].join("\n")
    }
    const head = [
      "ID",
      "Title",
      timesHead("Updated", audience),
      "Messages",
      ...(showsProject ? ["Project"] : []),
      "Model",
      "Cost",
      "Subagents",
    ]
    const ids = rows.map((row) => idFor(row, screen))
    const cells = rows.map((row, at) => [
      ids[at] ?? "",
      titleText(row),
      localMinute(row.updated),
      row.messages === undefined ? "?" : String(row.messages),
      ...(showsProject ? [nameText(row.place)] : []),
      nameText(row.model ?? ""),
      row.cost > 0 ? row.cost.toFixed(4) : "",
      row.children > 0 || audience === "agent" ? String(row.children) : "",
    ])
    // Beside the title, what matters most: id, time, number of messages, and the project if there are several.
    const table = tableFitting(head, cells, audience, screen?.columns, {
      ...TITLE,
      beside: [0, 2, 3, ...(showsProject ? [4] : [])],
    })
    const last = ids.at(-1 - table.left) ?? ""
    return [
      table.text,
      "",
      `Read one with ${verbFor(audience, "memory_messages")}${audience === "agent" ? " (sessionId)" : " and its id"}.${listRemark(audience)}`,
      ...(older + table.left > 0 ? [`${older + table.left} older: ${argumentFor(audience, "before")} ${last}`] : []),
      ...left,
      ...gaps,
    ].join("\n")
  },
})

/** A command without a terminal may be an agent's, so it does not show them. */
function pausedLine(count: number): string {
  const are = count === 1 ? "session in which memory was paused is" : "sessions in which memory was paused are"
  return `${count} ${are} only shown at a terminal, not in a pipe.`
}

interface ListedSession extends OwnedSession {
  /** The beginning of its id that no other session has. */
  readonly shortId: string
  /** Undefined if they cannot be read. */
  readonly messages: number | undefined
  readonly children: number
}

/** On a screen the title needs the room; an agent, a file and a pipe get whole ids. */
function idFor({ id, shortId }: ListedSession, screen: Screen | undefined): string {
  return Number.isFinite(screen?.columns) ? shortId : id
}

const TITLE = { at: 1, least: 16, most: 60 } as const

function isMeant(wish: Pick<InputOf<typeof input>, "includeArchived" | "includeSubagents" | "parent">) {
  return ({ parent, archived }: OwnedSession): boolean => {
    if (archived !== undefined && !wish.includeArchived) return false
    return wish.parent === undefined ? parent === undefined || wish.includeSubagents === true : parent === wish.parent
  }
}

/** Its own row may be gone while those of its subagents are still there. */
function parentMeant(ask: Ask, view: PastView, given: string): string {
  const id = sessionNamed(ask, given)
  const isLeft = id !== undefined && !view.find(id) && view.sessions.some(({ parent }) => parent === id)
  return isLeft ? id : meantSession(ask, view, given).id
}

/** After a session, by its place in the list: many may have the same time. */
function olderThan(
  { app, by }: Ask,
  before: string | undefined,
  all: readonly OwnedSession[],
): readonly OwnedSession[] {
  if (before === undefined) return all
  const day = daysMeant(before, app.clock.now())
  if (day) return all.filter(({ updated }) => updated < day.from)
  const last = namedBy(before.trim(), all, "session")
  if (last) return all.slice(all.indexOf(last) + 1)
  throw argumentFault(
    by,
    "before",
    `"${oneLine(before, 40)}" is neither a date nor a session of this list`,
    'write 2026-01-31, "last week" or the id of a session that is listed',
  )
}
