// Whether a compaction is told the request that the work is about, and whether it is told of it at all.
import { MAX_BEFORE, MAX_SINCE } from "../src/compaction/instant-summary.ts"
import { askedAfter, nothingAsked, objectiveOf, type UserRequest } from "../src/session/asked.ts"
import { type QualityFile, qualityFiles } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Case {
  /** What one user typed in one session. */
  readonly messages: readonly string[]
  /** Which of them the work is about in the end. */
  readonly objective: number
}

export async function objectivesFigure(): Promise<Figure> {
  const files = qualityFiles<Case>("objectives")
  return {
    title: "The request that the work is about",
    about:
      files.length === 0
        ? "Not measured: no objectives*.jsonl is among the data (CAIRN_BENCH_DATA says where)."
        : "Messages of one user in one session: which of them is a summary told as the objective? Later, shorter ones are told beside it, newest first, so a summary's author sees both and judges; the instant summary has the newest four of them. Three from before it are told too, for what looks like a request may be an output that was pasted.",
    rows: files.flatMap(rowsFor),
  }
}

function rowsFor({ name, rows }: QualityFile<Case>): Row[] {
  const told = rows.map(({ messages, objective }) => {
    const asked = messages.reduce((all, said) => askedAfter(all, { kind: "turn", said }), nothingAsked)
    const { objective: chosen, since, before } = objectiveOf(asked)
    const isWanted = ({ text }: UserRequest) => text === messages[objective]
    const isObjective = chosen !== undefined && isWanted(chosen)
    const earlier = before.slice(0, MAX_BEFORE)
    return {
      isObjective,
      isInstant: isObjective || [...since.slice(0, MAX_SINCE), ...earlier].some(isWanted),
      isTold: isObjective || [...since, ...earlier].some(isWanted),
    }
  })
  const count = (is: keyof (typeof told)[number]) => `${told.filter((one) => one[is]).length} of ${rows.length}`
  return [
    { what: `${name}: told as the objective`, cairn: count("isObjective") },
    { what: `${name}: in the instant summary`, cairn: count("isInstant") },
    { what: `${name}: told to the author of the summary`, cairn: count("isTold") },
  ]
}
