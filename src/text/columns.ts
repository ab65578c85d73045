// How much of a line a terminal has room for: some characters take two columns, some none.

const WIDE =
  /^[\p{Emoji_Presentation}\p{Extended_Pictographic}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u

/** As many columns as a terminal takes for it, or one too many. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) columns += char === "\t" ? 8 : /^\p{M}$/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1
  return columns
}

/** The beginning of a line that fits into so many columns. */
export function cutToColumns(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line
  let kept = ""
  let used = 1
  for (const char of line) {
    used += columnsOf(char)
    if (used > columns) break
    kept += char
  }
  return `${kept.trimEnd()}…`
}

/** As `padEnd`, but in columns. */
export function padToColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)))
}

/** The rows into which a line must be broken to stay within this many columns; between words if there are any. */
export function rowsOf(line: string, columns: number): string[] {
  const rows: string[] = []
  let row = ""
  let used = 0
  for (const char of line) {
    const width = columnsOf(char)
    if (used + width > columns && row !== "") {
      const space = row.lastIndexOf(" ") + 1
      const end = row.slice(0, space).trim() === "" ? row.length : space
      rows.push(row.slice(0, end).trimEnd())
      row = row.slice(end)
      used = columnsOf(row)
    }
    row += char
    used += width
  }
  return [...rows, row]
}
