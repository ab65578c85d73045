// The terminal: colour only where a person looks, lines no wider than the window, a spinner only where it can turn.
import { stripVTControlCharacters } from "node:util"

const out = process.stdout
const isTerminal = out.isTTY === true && process.env.TERM !== "dumb"
const hasColour = isTerminal && !process.env.NO_COLOR
const MARGIN = "  "

/** Everything shown so far, in colour. */
export const shownRows: string[] = []

export const width = Math.min(100, Math.max(48, (isTerminal && out.columns) || 80))

type Paint = (text: string) => string

export const bold = paint(1)
export const dim = paint(2)
export const red = paint(31)
export const green = paint(32)
export const yellow = paint(33)
export const cyan = paint(36)
export const plain: Paint = (text) => text

function paint(code: number): Paint {
  return (text) => (text ? `\x1b[${code}m${text}\x1b[0m` : text)
}

export function line(text = ""): void {
  const row = text ? `${MARGIN}${text}` : ""
  shownRows.push(row)
  out.write(`${hasColour ? row : stripVTControlCharacters(row)}\n`)
}

export function scene(number: number, title: string, aside: string): void {
  const room = width - MARGIN.length - title.length - 3
  line()
  line(`${cyan(String(number))}  ${bold(title)}${aside.length < room ? dim(aside.padStart(room)) : ""}`)
  line()
}

/** Text beside a label, wrapped in its own column. */
export function beside(label: string, text: string, paintLabel: Paint = dim, paintText: Paint = plain): void {
  const lines = wrap(text, width - MARGIN.length - LABEL)
  for (const [i, part] of lines.entries()) line(paintLabel((i ? "" : label).padEnd(LABEL)) + paintText(part))
}

const LABEL = 14

export interface BoxLine {
  readonly text: string
  /** `marked` is what the eye should find, `faint` what it may pass over. */
  readonly look?: "marked" | "faint" | undefined
}

export function box(heading: string, lines: readonly BoxLine[]): void {
  const inner = width - MARGIN.length - 4
  const title = heading.slice(0, inner - 1)
  line(`${dim("╭─")} ${title} ${dim(`${"─".repeat(inner - title.length - 1)}╮`)}`)
  for (const { text, look } of lines) {
    for (const part of wrap(text, inner - 1)) {
      const padded = part.padEnd(inner - 1)
      const shown = look === "marked" ? green(`▌${bold(padded)}`) : ` ${look === "faint" ? dim(padded) : padded}`
      line(`${dim("│")}${shown}  ${dim("│")}`)
    }
  }
  line(dim(`╰${"─".repeat(inner + 2)}╯`))
}

/** Shows that something is going on until it is done. */
export async function during<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!isTerminal) {
    out.write(`${MARGIN}… ${what}\n`)
    return work()
  }
  const frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
  let turn = 0
  const draw = () => out.write(`\r${MARGIN}${frames[turn++ % frames.length] ?? ""} ${what}`)
  draw()
  const timer = setInterval(draw, 80)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    out.write("\r\x1b[2K")
  }
}

function wrap(text: string, room: number): string[] {
  return text.split("\n").flatMap((row) => wrapRow(row, room))
}

function wrapRow(row: string, room: number): string[] {
  const rows: string[] = []
  let rest = row
  while (rest.length > room) {
    const space = rest.lastIndexOf(" ", room)
    const cut = space > 0 ? space : room
    rows.push(rest.slice(0, cut))
    rest = rest.slice(cut).trimStart()
  }
  return [...rows, rest]
}
