// The demo's screen as an SVG, for people who would rather look than run it: `npm run demo -- --picture docs/demo.svg`.

const COLUMNS = 80
const CELL = { width: 8.4, height: 18 }
const MARGIN = 16
const INK: Readonly<Record<string, string>> = { 31: "#f47067", 32: "#6bc46d", 33: "#daaa3f", 36: "#6cb6ff" }

interface Style {
  readonly fill: string
  readonly isBold: boolean
}

const PLAIN: Style = { fill: "#d1d7e0", isBold: false }

/** `rows` may hold the few escape sequences that the screen itself writes. */
export function renderPicture(rows: readonly string[]): string {
  const width = Math.ceil(COLUMNS * CELL.width + 2 * MARGIN)
  const height = rows.length * CELL.height + 2 * MARGIN
  const texts = rows.map((row, at) => textOf(row, MARGIN + (at + 0.75) * CELL.height))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    "<title>npm run demo: what one session is told, the next one knows, and no compaction loses</title>",
    `<rect width="100%" height="100%" rx="10" fill="#1c2128"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">`,
    ...texts.filter((text) => text !== ""),
    "</g>",
    "</svg>",
    "",
  ].join("\n")
}

/** Every run of one style is put at its own column, so that a font of another width cannot push the boxes apart. */
function textOf(row: string, y: number): string {
  let style = PLAIN
  let column = 0
  const runs: string[] = []
  for (const part of row.split(/(\x1b\[\d+m)/)) {
    const code = /^\x1b\[(\d+)m$/.exec(part)?.[1]
    if (code !== undefined) {
      style = after(style, code)
      continue
    }
    if (part.trim() !== "") runs.push(runAt(part, column, y, style))
    column += part.length
  }
  return runs.join("")
}

function runAt(text: string, column: number, y: number, { fill, isBold }: Style): string {
  const start = text.length - text.trimStart().length
  const shown = text.trim()
  const x = (MARGIN + (column + start) * CELL.width).toFixed(1)
  const length = (shown.length * CELL.width).toFixed(1)
  const weight = isBold ? ' font-weight="bold"' : ""
  return `<text x="${x}" y="${y.toFixed(1)}" fill="${fill}"${weight} textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(shown)}</text>`
}

function after(style: Style, code: string): Style {
  if (code === "0") return PLAIN
  if (code === "1") return { ...style, isBold: true }
  if (code === "2") return { ...style, fill: "#768390" }
  return { ...style, fill: INK[code] ?? style.fill }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
