// Moves another memory in. Without `yes` it only shows what would happen: a person sees the table before anything is kept.
import { join } from "node:path"
import * as z from "zod"
import { ownCommand } from "../model/own-command.ts"
import { carryOut, planImport } from "../moving/import-memory.ts"
import type { Fate, ImportRow } from "../moving/import-rows.ts"
import { moveSettings } from "../moving/moved-settings.ts"
import {
  type FoundMemory,
  findMemories,
  importHint,
  isUsersWord,
  namedMemories,
  surroundingsOf,
} from "../moving/other-memories.ts"
import type { MovedItem } from "../moving/other-memory.ts"
import { SHOWN_ID } from "../moving/planned-items.ts"
import { oneLine } from "../text/text.ts"
import { explainReason } from "./fact-reasons.ts"
import { type Ask, type Audience, type InputOf, type Operation, operation, type Screen, textArg } from "./operation.ts"

const input = {
  from: textArg(4000)
    .optional()
    .describe("a kind of memory, a file or a folder; without it, lists what can be imported"),
  yes: z.boolean().optional().describe("do it; without this, nothing is changed"),
  approve: textArg(100_000).optional().describe("ids of the lines that you trust, comma-separated"),
}

export const memoryImport: Operation = operation({
  name: "memory_import",
  summary: "Move another memory in: shows what would be kept; --yes does it.",
  effect: "keep",
  access: "person",
  input,
  words: ["from"],
  run: importFrom,
  toText: importText,
})

export type Imported = Awaited<ReturnType<typeof importFrom>>
type OneImport = Awaited<ReturnType<typeof importOne>>

async function importFrom(ask: Ask, { from, yes = false, approve = "" }: InputOf<typeof input>) {
  const around = surroundingsOf(ask.app)
  const found = from === undefined ? (await findMemories(around)).map(offered) : []
  const named = from === undefined ? [] : await namedMemories(around, from)
  const imports: OneImport[] = []
  for (const one of named) imports.push(await importOne(ask, one, { yes, approve }))
  return { found, imports }
}

/** With a hint at what to do about it. */
function offered(found: FoundMemory) {
  const { memory, place } = found
  return { name: memory.name, title: memory.title, place, hint: importHint(found) }
}

async function importOne(
  { app, isUnattended, progress }: Ask,
  found: FoundMemory,
  { yes, approve }: { readonly yes: boolean; readonly approve: string },
) {
  const { memory, place } = found
  const around = surroundingsOf(app)
  const isOwn = await isUsersWord(around, found)
  // Whether all of it counts as the user's own words. Without a terminal, nobody sees the table and could approve anything.
  const isUsers = !isUnattended && isOwn
  const approved = new Set(isUnattended ? [] : approve.split(/[\s,]+/).filter(Boolean))
  const reading = await memory.read(place, { app, around })
  const planned = await planImport(app, reading, { from: memory.name, isUsers, approved }, progress)
  const rows = yes ? await carryOut(app, reading.items, planned, progress) : planned.map(({ row }) => row)
  // Settings that come from a repository are not the user's.
  const settings = isUsers ? await moveSettings(join(app.hostConfig, "cairn.jsonc"), reading.settings ?? {}, yes) : []
  const { name, title } = memory
  const remarks = [...(reading.remarks ?? []), ...settings, ...conflictRemark(reading.items, rows)]
  const isNothing = settings.length === 0 && !rows.some(({ fate }) => fate === "new" || fate === "waits")
  return { ...{ name, title, place }, isOwn, isUsers, isDone: yes, isNothing, rows, remarks }
}

/** A fact that waits is nobody's word, so it contradicts nothing yet, and its file gets another name when it is approved. */
function conflictRemark(items: readonly MovedItem[], rows: readonly ImportRow[]): string[] {
  const isWaiting = items.some((item, at) => item.kind === "fact" && item.conflicts && rows[at]?.fate === "waits")
  return isWaiting
    ? ["It lists facts that contradict each other: import it once more after your review, and they are linked."]
    : []
}

function importText({ found, imports }: Imported, _audience: Audience, screen?: Screen): string {
  const columns = screen?.columns ?? USUAL_COLUMNS
  if (imports.length > 0) return imports.map((one) => tableText(one, columns)).join("\n\n")
  if (found.length === 0) return "No other memory was found for this project. You can also name a file or folder."
  const lines = found.flatMap(({ title, place, hint }) => [`  ${title}, ${place}`, `    ${hint}`])
  return ["Found, and not read yet:", ...lines].join("\n")
}

const FATES: readonly (readonly [Fate, planned: string, done: string])[] = [
  ["new", "would be kept", "kept"],
  ["waits", "would wait for your review", "now waiting for your review"],
  ["known", "known already", "known already"],
  ["refused", "refused", "refused"],
  ["left", "left behind", "left behind"],
]

const USUAL_COLUMNS = 120
/** Id, scope and type come before the words. */
const BEFORE_WORDS = 34
const LEAST_WORDS = 40

function tableText(one: OneImport, columns: number): string {
  const { title, place, isDone, isNothing, rows, remarks } = one
  const groups = FATES.flatMap(([fate, planned, done]) => {
    const own = rows.filter((row) => row.fate === fate)
    return own.length === 0
      ? []
      : [`${own.length} ${isDone ? done : planned}:`, ...own.map((row) => rowText(row, columns))]
  })
  const counted = rows.length === 0 ? ["It holds nothing."] : groups
  const trust = isNothing ? "" : ` (${trustText(one)})`
  return [`${title}, ${place}${trust}`, ...remarks, ...counted, nextStep(one)].join("\n")
}

function trustText({ isOwn, isUsers }: OneImport): string {
  if (isUsers) return "yours, so it is believed"
  return isOwn
    ? "yours, but without a terminal you do not see the lines, so each waits until you approve it"
    : "not only yours, so each line waits until you approve it"
}

/** What happens to it, or why not, is on a line of its own: paths are long. */
function rowText({ id, fate, reason, scope, type, text, path, redacted = [] }: ImportRow, columns: number): string {
  const where = [scope, type].filter(Boolean).join(" ")
  const words = oneLine(text, Math.max(LEAST_WORDS, columns - BEFORE_WORDS))
  const why = fate === "new" || fate === "waits" ? "" : fate === "left" ? reason : explainReason(reason, "person")
  const secrets = redacted.length > 0 ? `without ${redacted.join(", ")}` : ""
  const more = [why, path && (fate === "new" || fate === "known") ? path : "", secrets].filter(Boolean).join("; ")
  return `  ${id.slice(0, SHOWN_ID)}  ${where.padEnd(16)}  ${words}${more && `\n                ${more}`}`
}

function nextStep({ isDone, isNothing, rows }: OneImport): string {
  if (isNothing) return isDone ? "Nothing was imported." : "There is nothing to import; nothing was changed."
  const isWaiting = rows.some(({ fate }) => fate === "waits")
  if (isDone) return isWaiting ? `Done. Decide about the waiting ones with "${ownCommand("review")}".` : "Done."
  const approving = isWaiting ? ", --approve id,id for the lines that you trust" : ""
  return `Nothing was changed. Add --yes to do it${approving}.`
}
