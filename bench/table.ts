// Figures as a person reads them: aligned in a terminal, and as Markdown in docs/benchmarks.md.

export interface Row {
  readonly what: string
  readonly cairn: string
  /** Begins with the baseline's name. */
  readonly baseline?: string
  readonly ratio?: string
  readonly target?: Target
}

export interface Target {
  readonly text: string
  readonly met: boolean
}

export interface Figure {
  readonly title: string
  /** How it was measured, in a sentence or two. */
  readonly about: string
  readonly rows: readonly Row[]
}

export function under(value: number, limit: number, unit: string): Target {
  return { text: `under ${limit.toLocaleString("en-US")} ${unit}`, met: value < limit }
}

const HEADINGS = ["what", "Cairn", "baseline, same run", "ratio", "target", "verdict"]

function cellsOf({ what, cairn, baseline = "", ratio = "", target }: Row): string[] {
  return [what, cairn, baseline, ratio, target?.text ?? "", target ? (target.met ? "ok" : "falls short") : ""]
}

export function figureAsText({ title, about, rows }: Figure): string {
  const lines = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? "").length)))
  const aligned = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  )
  return [`\n${title}`, about, ...aligned].join("\n")
}

export function figureAsMarkdown({ title, about, rows }: Figure): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  return [
    `## ${title}\n\n${about}\n`,
    line(HEADINGS),
    line(HEADINGS.map(() => "---")),
    ...rows.map((row) => line(cellsOf(row))),
  ].join("\n")
}
