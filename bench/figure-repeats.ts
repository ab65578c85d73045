// How often a wish that is typed in two sessions is taken for one or brought to the model's mind, how often two wishes are, and how many
// messages of recorded projects get the line.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { isInsisting, keptWishes, mayBeWishes, mayRecall, recalledWishes } from "../src/requests/recalled-wishes.ts"
import { isBroughtToMind, isTakenForOne, type RepeatedPair } from "../test/bed/requests.ts"
import { DATA, type QualityFile, qualityFiles, rowsOf } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

const LEAST_PRECISION = 0.9

export async function repeatsFigure(): Promise<Figure> {
  const own = { name: "test/corpus/repeats.jsonl", rows: rowsOf<RepeatedPair>("test/corpus/repeats.jsonl") }
  return {
    title: "A wish that has to be said twice",
    about:
      "Pairs of messages from two sessions of one project, in ten languages: is the second the first in other words? What is taken for one becomes a fact without anybody asking for it, so precision comes first. Noticed: it becomes a fact, or the model gets one line with the sentence of then, and judges; many of the pairs of this repository that are two wishes differ in one word on purpose. The rules were written with the pairs of this repository in view, and the weights that decide on the line were fitted on them and on earlier sets. The recorded sessions are replayed in the order of time, project by project.",
    rows: [...[own, ...qualityFiles<RepeatedPair>("repeats")].flatMap(rowsFor), ...recordedRows()],
  }
}

function rowsFor({ name, rows }: QualityFile<RepeatedPair>): Row[] {
  const taken = rows.filter(isTakenForOne)
  const right = taken.filter(({ same }) => same).length
  const noticed = (same: boolean) => {
    const pairs = rows.filter((row) => row.same === same)
    const found = pairs.filter((row) => isTakenForOne(row) || isBroughtToMind(row.first, row.second))
    return `${found.length} of ${pairs.length}`
  }
  const precision = right / Math.max(1, taken.length)
  return [
    {
      what: `${name}: taken for one, and rightly`,
      cairn: `${right} of ${taken.length}`,
      target: { text: `at least ${LEAST_PRECISION * 100} %`, met: precision >= LEAST_PRECISION },
    },
    { what: `${name}: of those that are one`, cairn: `${right} of ${rows.filter(({ same }) => same).length}` },
    { what: `${name}: of those that are one, noticed`, cairn: noticed(true) },
    { what: `${name}: of those that are two, noticed`, cairn: noticed(false) },
  ]
}

interface Session {
  readonly steps: readonly { readonly kind: string; readonly text?: string; readonly compaction?: boolean }[]
}

const MOST_TURNS = 0.03

function recordedRows(): Row[] {
  const folder = join(DATA, "trails")
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".jsonl")) : []
  const turns = files.flatMap((file) => replayed(rowsOf<Session>(join(folder, file))))
  if (turns.length === 0) return []
  const told = turns.filter((isTold) => isTold).length
  return [
    {
      what: "messages of recorded sessions that get the line",
      cairn: `${told} of ${turns.length}`,
      target: { text: `at most ${MOST_TURNS * 100} %`, met: told <= MOST_TURNS * turns.length },
    },
  ]
}

/** Whether each message of a project gets the line. */
function replayed(sessions: readonly Session[]): boolean[] {
  const earlier: { text: string }[] = []
  return sessions.flatMap(({ steps }) => {
    const own: { text: string }[] = []
    const told = new Set<string>()
    const typed = steps.flatMap(({ kind, text, compaction }) =>
      kind === "user" && text && !compaction && !SUMMARY.test(text) ? [text] : [],
    )
    const lines = typed.map((text) => {
      const recalled = mayRecall(text)
        .flatMap((wish) => recalledWishes(wish, earlier))
        .filter((one) => !told.has(one.text))
      for (const one of recalled) told.add(one.text)
      own.push(...keptWishes(text).map((wish) => ({ text: wish })))
      return recalled.length > 0 || mayBeWishes(text).some(isInsisting)
    })
    earlier.push(...own)
    return lines
  })
}

/** Where a summary begins a session again, nobody typed it. */
const SUMMARY = /^This session is being continued/
