import { localMinute } from "../text/local-time.ts"
import { explainReason } from "./fact-reasons.ts"
import { countArg, type Operation, operation } from "./operation.ts"

interface Refusal {
  readonly at: number
  readonly text: string
  readonly reason: string
  readonly source: string
  readonly session?: string | undefined
}

export const memoryRejected: Operation = operation({
  name: "memory_rejected",
  summary: "List what was not saved, newest first, and why.",
  effect: "read",
  access: "person",
  input: { limit: countArg(1, 200).optional().describe("default 20") },
  async run({ app }, { limit = 20 }): Promise<{ readonly refused: readonly Refusal[] }> {
    const records = app.store.outcomes
      .since(0, app.project.name, 10_000)
      .filter(({ outcome }) => outcome === "rejected")
    return {
      refused: records
        .slice(0, limit)
        .map(({ at, text, reason, source, session }) => ({ at, text, reason, source, session })),
    }
  },
  toText: ({ refused }) =>
    refused.length === 0
      ? "Nothing was refused."
      : refused
          .map(
            ({ at, text, reason, source }) =>
              `${localMinute(at)}  ${text}\n  ${reason} (${source}): ${explainReason(reason, "person")}`,
          )
          .join("\n"),
})
