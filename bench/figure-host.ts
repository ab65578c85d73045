// What a person waits for: `opencode serve` until it is ready, and from there to the first model request of a new session.
import { addedRow, type Moment, STARTS, startsOf } from "./host-starts.ts"
import type { Figure } from "./table.ts"

const MOMENTS: Record<string, Moment> = {
  "until ready": ({ ready }) => ready,
  "new session to its first request": ({ first }) => first,
  "ready and first request together": ({ ready, first }) => ready + first,
  "prompt to request, second turn": ({ second }) => second,
}

export async function hostFigure(): Promise<Figure> {
  const starts = await startsOf("1.18")
  return {
    title: "3b. Starting OpenCode 1.18 with Cairn",
    about: `A real \`opencode serve\` with a scripted model and 1,000 notes, medians of ${STARTS} starts each, without a plugin, with an empty one and with Cairn in turn; what is added is the median of the differences.`,
    rows: Object.entries(MOMENTS).flatMap(([what, moment]) => [
      addedRow(what, starts, "no plugin", moment),
      addedRow(what, starts, "empty plugin", moment),
    ]),
  }
}
