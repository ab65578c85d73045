// How many of the assistant's sentences that are taken for a decision give a reason, a cause or what did not do.
import { join } from "node:path"
import { reasonsIn } from "../src/session/reasons.ts"
import { unfencedLines } from "../src/text/fenced-code.ts"
import { DATA, type QualityFile, qualityFiles } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Labelled {
  readonly text: string
  readonly near: "edit" | "fixed" | "none"
  readonly expect: "decision" | "none"
}

interface RecordedSession {
  readonly events: readonly { readonly kind: string; readonly tool?: string; readonly text?: string }[]
}

const LEAST_PRECISION = 0.8
const LEAST_SESSIONS = 0.5
const LOOKED_AT = 128 * 1024
/** Calls after and before an edit, as in `src/session/near-work.ts`. */
const AFTER = 5
const BEFORE = 3

export async function reasonsFigure(): Promise<Figure> {
  const rows = [
    ...qualityFiles<Labelled>("decisions").flatMap(labelledRows),
    ...qualityFiles<RecordedSession>("sessions").map(sessionRow),
  ]
  return {
    title: "Decisions that nobody marked",
    about:
      rows.length > 0
        ? "The assistant's sentences near an edit or a fixed check that are kept as decisions of the session: in labelled texts, how many rightly; in recorded sessions of real people, in how many sessions there is one. Of 60 hits in the recorded sessions, drawn at random and judged by eye, 50 were right."
        : `Not measured: there are no labelled texts in ${join(DATA, "quality")} (CAIRN_BENCH_DATA says where).`,
    rows,
  }
}

function labelledRows({ name, rows }: QualityFile<Labelled>): Row[] {
  const taken = rows.filter(({ text, near }) => near !== "none" && hasReason(text))
  const right = taken.filter((one) => one.expect === "decision").length
  const all = rows.filter((one) => one.expect === "decision").length
  const precision = right / Math.max(1, taken.length)
  return [
    {
      what: `${name}: kept, and rightly`,
      cairn: `${right} of ${taken.length}`,
      target: { text: `at least ${LEAST_PRECISION * 100} %`, met: precision >= LEAST_PRECISION },
    },
    { what: `${name}: of those to keep`, cairn: `${right} of ${all}` },
  ]
}

function sessionRow({ name, rows }: QualityFile<RecordedSession>): Row {
  const having = rows.filter(hasDecision).length
  return {
    what: `${name}: sessions with one`,
    cairn: `${having} of ${rows.length}`,
    target: { text: `at least ${LEAST_SESSIONS * 100} %`, met: having >= rows.length * LEAST_SESSIONS },
  }
}

function hasDecision({ events }: RecordedSession): boolean {
  const said = events.filter(({ kind }) => kind !== "result")
  const isEdit = (tool = "") => /^(?:edit|write|apply_patch)$/i.test(tool)
  const calls = (part: typeof said) => {
    const end = part.findIndex(({ kind }) => kind === "user")
    return part.slice(0, end < 0 ? undefined : end).filter(({ kind }) => kind !== "text")
  }
  return said.some(
    ({ kind, text = "" }, at) =>
      kind === "text" &&
      [...calls(said.slice(0, at).reverse()).slice(0, AFTER), ...calls(said.slice(at + 1)).slice(0, BEFORE)].some(
        ({ tool }) => isEdit(tool),
      ) &&
      hasReason(text),
  )
}

function hasReason(text: string): boolean {
  return reasonsIn(unfencedLines(text, LOOKED_AT)).length > 0
}
