// A part of a long text that fits into one answer, in lines, and where the next part begins.
import { argumentFor } from "./audience.ts"
import type { Audience } from "./operation.ts"

/** OpenCode cuts a tool's answer at 50 KiB and 2,000 lines; below that the pointer to the rest is ours. */
export const MAX_ANSWER_BYTES = 45_000
const MAX_ROWS = 1900

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

export function pageOf(body: string, offset: number, limit: number | undefined): Page {
  const rows = rowsOf(body)
  const from = Math.min(offset, rows.length)
  const last = Math.min(rows.length, limit === undefined ? rows.length : from + limit)
  let to = from
  let bytes = 0
  while (to < Math.min(last, from + MAX_ROWS)) {
    bytes += Buffer.byteLength(rows[to] as string)
    if (bytes > MAX_ANSWER_BYTES && to > from) break
    to++
  }
  const text = rows
    .slice(from, to)
    .join("")
    .replace(/\r?\n$/, "")
  return { text, from, to, rows: rows.length }
}

export function restPointer({ to, rows }: Page, audience: Audience): string {
  if (to >= rows) return ""
  return `\n… ${rows - to} more lines: read on with ${argumentFor(audience, "offset")} ${to}`
}
