// An output as a terminal would show it: no colours, no overwritten progress bars, no endless lines.
import { stripTerminalCodes } from "../../text/terminal-codes.ts"

export function screenLines(output: string, longest: number): string[] {
  return stripTerminalCodes(output)
    .split("\n")
    .map((line) => cutMiddle(lastDrawn(line), longest))
}

function lastDrawn(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line
  return text.slice(text.lastIndexOf("\r") + 1)
}

function cutMiddle(line: string, longest: number): string {
  if (line.length <= longest) return line
  const head = Math.floor(longest * 0.6)
  const tail = longest - head
  return `${line.slice(0, head)}[… ${line.length - longest} characters left out]${line.slice(-tail)}`
}
