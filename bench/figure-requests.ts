// What people ask an agent to remember, and what they only seem to ask: how much is saved or told to the model, how much is saved that nobody
// asked for, how often an ordinary message gets the line to the model, and what of a paste speaks as the user.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { ownLines } from "../src/text/pasted-text.ts"
import { sentencesOf, wordsWithCode } from "../src/text/user-text.ts"
import { hear, type LabelledMessage, missOf, requestCorpus } from "../test/bed/request-corpus.ts"
import { DATA, type QualityFile, qualityFiles, rowsOf } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Paste {
  readonly kind: string
  readonly text: string
  readonly expect?: string
  /** Words of the paste that must not become memory. */
  readonly poison?: string | readonly string[]
  readonly has?: readonly string[]
}

export async function requestsFigure(): Promise<Figure> {
  const messages = qualityFiles<LabelledMessage>("messages")
  const corpus = requestCorpus()
  const right = corpus.filter((one) => missOf(one) === undefined).length
  return {
    title: "What a message asks to remember",
    about:
      "Labelled messages of developers in nine languages, and every message that people typed in recorded sessions. Told: nothing is saved by itself, and the model gets a line in the same turn; a rule without a word for remembering is told as a rule to keep. The tables were written with the files named `dev` and with the corpus of this repository in view.",
    rows:
      messages.length === 0
        ? []
        : [
            ...messages.flatMap(messageRows),
            ...turnRows(),
            ...qualityFiles<Paste>("pastes").flatMap(pasteRows),
            { what: "test/corpus/requests.jsonl: as labelled", cairn: `${right} of ${corpus.length}` },
          ],
  }
}

function messageRows({ name, rows }: QualityFile<LabelledMessage>): Row[] {
  const heard = rows.map((row) => ({ row, ...hear(row.text) }))
  const holds = ({ row, words }: (typeof heard)[number]) =>
    (row.has ?? []).every((one) => words.includes(one)) && !(row.not ?? []).some((one) => words.includes(one))
  const asked = heard.filter(({ row }) => row.expect.startsWith("save"))
  const saved = asked.filter((one) => one.outcome === "save" && holds(one)).length
  const told = asked.filter(({ outcome, isOffered }) => outcome === "told" || (outcome === "none" && isOffered)).length
  const forget = heard.filter(({ row }) => row.expect === "forget")
  const others = heard.filter(({ row }) => row.expect === "none")
  const wrong = others.filter(({ outcome }) => outcome === "save")
  const redacted = heard.filter(({ row }) => row.expect === "save-redacted")
  return [
    {
      what: `${name}: requests saved or told`,
      cairn: `${saved + told} of ${asked.length} (${saved} saved)`,
      target: { text: "at least 95 %", met: saved + told >= 0.95 * asked.length },
    },
    {
      what: `${name}: saved, and nobody asked`,
      cairn: `${wrong.length} of ${others.length}`,
      target: { text: "at most 3 %", met: wrong.length <= 0.03 * others.length },
    },
    {
      what: `${name}: to be forgotten`,
      cairn: `${forget.filter((one) => one.outcome === "forget" && holds(one)).length} of ${forget.length}`,
    },
    {
      what: `${name}: saved without the secret`,
      cairn: `${redacted.filter((one) => one.outcome === "save" && holds(one)).length} of ${redacted.length}`,
    },
  ]
}

/** Where a summary begins a session again, nobody typed it. */
const SUMMARY = /^This session is being continued/

function turnRows(): Row[] {
  const turns = [...sessionTurns(), ...trailTurns()].filter((text) => !SUMMARY.test(text))
  if (turns.length === 0) return []
  const heard = turns.map(hear)
  const told = heard.filter(({ outcome }) => outcome === "told").length
  const offered = heard.filter(({ outcome, isOffered }) => outcome === "none" && isOffered).length
  return [
    {
      what: "messages of recorded sessions that get the line",
      cairn: `${told} of ${turns.length}`,
      target: { text: "at most 3 %", met: told <= 0.03 * turns.length },
    },
    {
      what: "messages of recorded sessions that are offered as a rule to keep",
      cairn: `${offered} of ${turns.length}`,
    },
    {
      what: "messages of recorded sessions of which something is saved",
      cairn: `${heard.filter(({ outcome }) => outcome === "save").length} of ${turns.length}`,
    },
  ]
}

interface Step {
  readonly kind: string
  readonly text?: string
  readonly compaction?: boolean
}

function sessionTurns(): string[] {
  return qualityFiles<{ readonly events: readonly Step[] }>("sessions").flatMap(({ rows }) =>
    rows.flatMap(({ events }) => typed(events)),
  )
}

function trailTurns(): string[] {
  const folder = join(DATA, "trails")
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".jsonl")) : []
  return files.flatMap((file) =>
    rowsOf<{ readonly steps: readonly Step[] }>(join(folder, file)).flatMap(({ steps }) => typed(steps)),
  )
}

function typed(steps: readonly Step[]): string[] {
  return steps.flatMap(({ kind, text, compaction }) => (kind === "user" && text && !compaction ? [text] : []))
}

function pasteRows({ name, rows }: QualityFile<Paste>): Row[] {
  const poisons = ({ poison = [] }: Paste) => (typeof poison === "string" ? [poison] : poison)
  const foreign = rows.filter(({ expect = "none" }) => expect === "none")
  const saved = foreign.filter((row) => {
    const { outcome, words } = hear(row.text)
    return outcome === "save" && (poisons(row).length === 0 || poisons(row).some((one) => words.includes(one)))
  })
  const typed = (text: string) => sentencesOf(ownLines(text)).map(wordsWithCode).join("\n")
  const spoken = rows.filter((row) => poisons(row).some((one) => typed(row.text).includes(one)))
  const framed = rows.filter(({ expect = "none" }) => expect !== "none")
  const heeded = framed.filter(({ text }) => ["save", "told"].includes(hear(text).outcome))
  const kinds = (list: readonly Paste[]) =>
    list.length === 0 ? "" : ` (${[...new Set(list.map(({ kind }) => kind))].join(", ")})`
  return [
    {
      what: `${name}: saved as the user's`,
      cairn: `${saved.length} of ${foreign.length}${kinds(saved)}`,
      target: { text: "none", met: saved.length === 0 },
    },
    { what: `${name}: taken for typed`, cairn: `${spoken.length} of ${rows.length}${kinds(spoken)}` },
    { what: `${name}: what the user asks of it, saved or told`, cairn: `${heeded.length} of ${framed.length}` },
  ]
}
