import { messageOf } from "../model/errors.ts"
import { inTurns } from "../model/in-turns.ts"
import { isOpen } from "../model/todo.ts"
import { localDay, timeZone } from "../text/local-time.ts"
import { argumentFor } from "./audience.ts"
import { cutsOf } from "./memory-compactions.ts"
import { countPlans } from "./memory-plans.ts"
import { type Ask, type Operation, operation, textArg } from "./operation.ts"
import { LOOKS_BACK, lookBack, sessionsOf, sparing } from "./past-access.ts"
import { gapLines, MAX_FAULT, nameText, noneFound } from "./past-text.ts"

export const memorySummary: Operation = operation({
  name: "memory_summary",
  summary: "Count past sessions and what they contain.",
  ...LOOKS_BACK,
  input: { project: textArg(200).optional() },
  internal: ["hasMoreProjects"],
  run: (ask, { project }) =>
    lookBack(ask, async (view) => {
      const sessions = await sessionsOf(ask.app, view, project)
      const messages = { user: 0, assistant: 0, summary: 0 }
      const { read, faults } = sparing(view)
      let { skipped } = view
      let compactions = 0
      await inTurns(sessions, (session) => {
        const { places, damaged } = read(() => view.placesAndGaps(session)) ?? { places: [], damaged: 0 }
        for (const { role } of places) messages[role]++
        skipped += damaged
        // As many as memory_compactions lists.
        if (places.some(({ role }) => role === "summary")) compactions += read(() => view.compactionCount(session)) ?? 0
        compactions += read(() => cutsOf(ask.app, view, session))?.length ?? 0
      })
      const ids = new Set(sessions.map(({ id }) => id))
      const todos = (read(view.todos) ?? []).filter(({ session }) => ids.has(session))
      return {
        ...{ messages, compactions },
        projects: new Set(sessions.map(({ project, directory }) => project ?? directory)).size,
        sessions: sessions.length,
        hasMoreProjects: project !== "all",
        subagents: sessions.filter(({ parent }) => parent !== undefined).length,
        archived: sessions.filter(({ archived }) => archived !== undefined).length,
        todos: { all: todos.length, open: todos.filter(isOpen).length },
        plans: await countPlans(ask.app, view.sessions, sessions),
        first: sessions.length > 0 ? Math.min(...sessions.map(({ created }) => created)) : undefined,
        last: sessions[0]?.updated,
        bytes: view.bytes,
        index: await indexState(ask, ids),
        gaps: gapLines(skipped, faults),
      }
    }),
  toText(counts, audience) {
    const { sessions, subagents, archived, messages, todos, first, last } = counts
    if (sessions === 0)
      return [
        noneFound("sessions", counts.hasMoreProjects ? [`with ${argumentFor(audience, "project")} all`] : []),
        ...counts.gaps,
      ].join("\n")
    return [
      `projects: ${counts.projects}`,
      `sessions: ${sessions} (${subagents} of subagents, ${archived} archived), ${localDay(first ?? 0)} to ${localDay(last ?? 0)} (${timeZone()})`,
      `messages: ${messages.user} of the user, ${messages.assistant} of the assistant`,
      `compactions: ${counts.compactions}`,
      `todos: ${todos.open} open of ${todos.all} (OpenCode 2 keeps none)`,
      `plans: ${counts.plans}`,
      `database: ${sizeText(counts.bytes)}`,
      "why" in counts.index
        ? `index: ${nameText(counts.index.why, MAX_FAULT)}`
        : `index: ${sizeText(counts.index.bytes)}, ${counts.index.sessions} of ${sessions} sessions searchable so far`,
      ...counts.gaps,
    ].join("\n")
  },
})

/** If this fails, only this line says why, and the rest is answered. */
function indexState({ app }: Ask, meant: ReadonlySet<string>) {
  return app.past
    .withIndex((index) => ({
      bytes: index.bytesOnDisk(),
      sessions: index.sessions().filter(({ id, stamp }) => stamp !== "" && meant.has(id)).length,
    }))
    .catch((error: unknown) => ({ why: messageOf(error) }))
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
