// The work that a session would continue: what the last session on the same branch did, from its journal.
import type { WorkPlace } from "../model/worked-session.ts"
import type { OpenError } from "./activity.ts"
import { objectiveOf } from "./asked.ts"
import type { SessionMemory } from "./session-memory.ts"

export interface EarlierWork extends WorkPlace {
  readonly asked: string
  readonly goal: string
  readonly errors: readonly OpenError[]
  readonly todos: readonly string[]
  readonly decisions: readonly string[]
  /** Changed files, latest first. */
  readonly files: readonly string[]
}

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

function accountOf(place: WorkPlace, { asked, core, activity, working, ledger }: SessionMemory): EarlierWork {
  const { objective } = objectiveOf(asked)
  return {
    ...place,
    // A template says what a command is for, not what the user wanted.
    asked: objective?.isTemplate ? "" : (objective?.text ?? ""),
    goal: core.goal.content,
    errors: activity.openErrors.filter(({ status }) => status === "open"),
    todos: (working.slots.todo ?? []).map(({ text }) => text),
    decisions: activity.recentDecisions,
    files: ledger.changedFiles
      .filter(({ last }) => last !== "delete")
      .map(({ path }) => path)
      .toReversed(),
  }
}
