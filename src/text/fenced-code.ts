// A text as lines, with its fenced code marked. Texts can be as large as a log file, so for a long one only both ends are read.
import { stripHidden } from "./hidden-text.ts"

/** The lines of a text without fenced code; a removed line is left empty. For a text longer than `max` only both ends are read. */
export function unfencedLines(text: string, max: number): string[] {
  return partsLookedAt(text, max).flatMap((part, index) => {
    const lines = stripHidden(part).text.split("\n")
    return index > 0 ? ["", ...withoutFences(lines, startsInFence(lines))] : withoutFences(lines)
  })
}

/** For the end of a text that was cut. */
export function startsInFence(lines: readonly string[]): boolean {
  return lines.filter((line) => fenceOf(line)).length % 2 === 1
}

function fenceOf(line: string): { fence: string; info: string } | undefined {
  if (!line.includes("```") && !line.includes("~~~")) return undefined
  const [, fence, info = ""] = /^\s*(`{3,}|~{3,})([^`]*)$/.exec(line) ?? []
  return fence ? { fence, info } : undefined
}

/** Fenced code emptied, line for line; a fence that is never closed goes on to the end. */
export function withoutFences(lines: readonly string[], startsInside = false): string[] {
  const fenced = fencedLines(lines, startsInside)
  return lines.map((line, at) => (fenced[at] ? "" : line))
}

/** Which lines are fenced code, the fences with them. */
export function fencedLines(lines: readonly string[], startsInside = false): boolean[] {
  let open = startsInside ? "```" : ""
  return lines.map((line) => {
    const found = fenceOf(line)
    if (!open) {
      open = found?.fence ?? ""
      return found !== undefined
    }
    if (found?.fence.startsWith(open) && found.info.trim() === "") open = ""
    return true
  })
}

/** People paste first and say what they want last, so both ends count, cut where a line or a sentence ends. */
export function partsLookedAt(text: string, max: number): string[] {
  if (text.length <= max) return [text]
  const head = text.slice(0, max / 2)
  const tail = text.slice(-max / 2)
  const lastBreak = head.lastIndexOf("\n")
  const firstBreak = /\n|[.!?。！？](?=\s)/.exec(tail)
  return [
    lastBreak > 0 ? head.slice(0, lastBreak) : head.replace(/[\ud800-\udbff]$/, ""),
    firstBreak ? tail.slice(firstBreak.index + 1) : "",
  ]
}
