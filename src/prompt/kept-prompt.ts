// A prompt as it is kept on record. What it quotes from notes is as people wrote it, so it is cleaned; each origin on its own, because a secret may
// have several lines, and the lines of the next origin must still be found.
import type { OriginSpan } from "../model/epoch.ts"
import { cleanOutput, joinClean } from "../redaction/clean-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import type { Prefix } from "./prefix.ts"

export function keptPrompt({ text, origins }: Pick<Prefix, "text" | "origins">): {
  text: CleanText
  origins: OriginSpan[]
} {
  const lines = text.split("\n")
  let at = 0
  const spans = origins.map((span) => {
    const clean = cleanOutput(lines.slice(at, at + span.lines).join("\n")).text
    at += span.lines
    return { clean, origin: { ...span, lines: clean.split("\n").length } }
  })
  return { text: joinClean(spans.map(({ clean }) => clean)), origins: spans.map(({ origin }) => origin) }
}
