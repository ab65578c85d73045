// What fills a prefix, by where its lines come from.
import { estimateTokenCount } from "tokenx"
import type { Prefix } from "./prefix.ts"

export interface PromptPart {
  readonly part: "hot notes" | "facts" | "index of notes" | "unconfirmed" | "this session" | "Cairn's own words"
  readonly chars: number
}

/** `isHot`: whether a note, as `scope:path`, is shown in full; the others have one line. */
export function charsByPart(
  { text, origins }: Pick<Prefix, "text" | "origins">,
  isHot: (of: string) => boolean,
): { parts: PromptPart[]; tokens: number } {
  const sums: Record<PromptPart["part"], number> = {
    "hot notes": 0,
    facts: 0,
    "index of notes": 0,
    unconfirmed: 0,
    "this session": 0,
    "Cairn's own words": 0,
  }
  const lines = text.split("\n")
  let at = 0
  for (const { kind, of = "", lines: count } of origins) {
    const chars = lines.slice(at, at + count).reduce((sum, line) => sum + line.length + 1, 0)
    at += count
    if (kind === "note") sums[isHot(of) ? "hot notes" : "index of notes"] += chars
    else if (kind === "fact") sums.facts += chars
    else if (kind === "claim") sums.unconfirmed += chars
    else if (kind === "journal") sums["this session"] += chars
    else sums["Cairn's own words"] += chars
  }
  const parts = Object.entries(sums).map(([part, chars]) => ({ part: part as PromptPart["part"], chars }))
  return { parts: parts.filter(({ chars }) => chars > 0), tokens: estimateTokenCount(text) }
}
