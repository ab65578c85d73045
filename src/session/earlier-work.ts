// The work that a session would continue: what the last session on the same branch did, from its journal.
import type { WorkPlace } from "../model/worked-session.ts"
import { objectiveOf } from "./asked.ts"
import type { SessionMemory } from "./session-memory.ts"

export type EarlierWork = ReturnType<typeof accountOf>

/** The first of these sessions that has anything to tell. A session that was ever paused is not shown to others. */
export function earlierWork(
  places: readonly WorkPlace[],
  memoryOf: (session: string) => SessionMemory,
): EarlierWork | undefined {
  for (const place of places) {
    const memory = memoryOf(place.session)
    if (memory.paused === undefined && memory.asked.first !== undefined) return accountOf(place, memory)
  }
  return undefined
}

function accountOf(place: WorkPlace, { asked, core, activity, working, ledger }: SessionMemory) {
  const { objective } = objectiveOf(asked)
  return {
    ...place,
    // A template says what a command is for, not what the user wanted.
    asked: objective?.isTemplate ? "" : (objective?.text ?? ""),
    goal: core.goal.content,
    errors: activity.openErrors.filter(({ status }) => status === "open"),
    todos: (working.slots.todo ?? []).map(({ text }) => text),
    decisions: activity.recentDecisions,
    /** Changed files, latest first. */
    files: ledger.changedFiles
      .filter(({ last }) => last !== "delete")
      .map(({ path }) => path)
      .toReversed(),
  }
}
