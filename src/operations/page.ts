// A part of a long text that fits into one answer, in lines, and where the next part begins.
import { quotedLines } from "../facts/trust/past-quotes.ts"
import { fitting } from "../text/fit-into.ts"
import { argumentFor } from "./audience.ts"
import type { Audience } from "./operation.ts"

/** OpenCode cuts a tool's answer at 50 KiB and 2,000 lines; below that the pointer to the rest is ours. */
export const MAX_ANSWER_BYTES = 45_000
const MAX_ROWS = 1900
/** For what stands around a page or a list: heads, pointers, remarks. */
const AROUND = 2000
export const ROOM = MAX_ANSWER_BYTES - AROUND

/** A line longer than this counts as several, so that a page can end inside it. */
const ROW = /[\s\S]{1,2000}/gu

function rowsOf(body: string): string[] {
  if (body === "") return []
  return body.split(/(?<=\n)/).flatMap((line) => line.match(ROW) ?? [line])
}

export interface Page {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly rows: number
}

/** `added` is how much is put before each line when it is shown. */
export function pageOf(
  body: string,
  offset: number,
  limit: number | undefined,
  { room = MAX_ANSWER_BYTES, added = 0 } = {},
): Page {
  const rows = rowsOf(body)
  const from = Math.min(offset, rows.length)
  const last = Math.min(rows.length, limit === undefined ? rows.length : from + limit)
  let to = from
  let bytes = 0
  while (to < Math.min(last, from + MAX_ROWS)) {
    bytes += Buffer.byteLength(rows[to] as string) + added
    if (bytes > room && to > from) break
    to++
  }
  const text = rows
    .slice(from, to)
    .join("")
    .replace(/\r?\n$/, "")
  return { text, from, to, rows: rows.length }
}

/** The same, quoted. */
export function quotedPage(body: string, offset = 0, room = ROOM): Page {
  const page = pageOf(body, offset, undefined, { room, added: quotedLines("").length })
  return { ...page, text: quotedLines(page.text) }
}

/** As many of these as fit into an agent's answer; a person's screen scrolls. Each counts with what is put between two of them. */
export function fittingFor(audience: Audience, blocks: readonly string[], between = "\n"): string[] {
  if (audience === "person") return [...blocks]
  return fitting(blocks, ROOM, (block) => sizeInAnswer(block) + between.length)
}

/** In bytes. Short lines count for more, so that an answer's lines run out together with its bytes. */
export function sizeInAnswer(text: string): number {
  return Math.max(Buffer.byteLength(text), text.split("\n").length * (ROOM / MAX_ROWS))
}

export function restPointer({ to, rows }: Page, audience: Audience): string {
  if (to >= rows) return ""
  return `\n… ${rows - to} more lines: read on with ${argumentFor(audience, "offset")} ${to}`
}
