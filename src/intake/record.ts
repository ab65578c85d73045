// What became of a candidate goes on record: `memory_why` tells it, and what Cairn itself wrote is known by it.
import type { App } from "../app.ts"
import { cutText } from "../text/text.ts"
import type { FactOutcome } from "./fact-plan.ts"
import type { Scoped } from "./judge.ts"

const MAX_TEXT = 300

export interface Recorded {
  readonly candidate: Omit<Scoped, "detail" | "importance">
  readonly id: string
}

export function recordOutcome(app: App, { candidate, id }: Recorded, became: FactOutcome): void {
  const { text, type, scope, source, said, evidence } = candidate
  // What several turns say is on record with the newest, which comes first.
  const [session, message] = evidence.split(/[/,]/)
  app.store.outcomes.add({
    at: app.clock.now(),
    project: app.project.name,
    scope,
    ...(session && { session }),
    ...(message && { message }),
    source,
    said,
    type,
    key: id,
    text: cutText(text, MAX_TEXT),
    ...became,
  })
  app.log.info("candidate", {
    outcome: became.outcome,
    reason: became.reason,
    source,
    type,
    scope,
    path: became.path ?? became.into,
  })
}
