// The tables of docs/benchmarks.md as they were written, so that its pictures show what its tables say.
import { readFileSync } from "node:fs"

export const PAGE = "docs/benchmarks.md"

/** The rows of the table in the section whose heading ends so, head first. */
export function tableIn(page: string, heading: string): string[][] {
  const section = page.split(/^(?=## )/m).find((one) => one.split("\n", 1)[0]?.endsWith(heading))
  if (!section) throw new Error(`${PAGE} has no section "${heading}"`)
  const lines = section.split("\n").filter((line) => line.startsWith("|") && !/^\|[\s|-]+\|$/.test(line))
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  )
}

export function readPage(): string {
  return readFileSync(PAGE, "utf8")
}

/** The row that begins so. */
export function rowOf(table: readonly string[][], begins: string): string[] {
  const found = table.find(([what = ""]) => what.startsWith(begins))
  if (!found) throw new Error(`${PAGE} has no row that begins with "${begins}"`)
  return found
}

/** The number that the expression's first group finds; `.62` is 0.62. */
export function numberIn(cell: string | undefined, expression: RegExp): number {
  const found = expression.exec(cell ?? "")?.[1]
  if (found === undefined) throw new Error(`${expression} finds nothing in "${cell}"`)
  return Number(found.replaceAll(",", ""))
}
