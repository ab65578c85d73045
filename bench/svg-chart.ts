// A chart as SVG: rows with a label, marks on one scale, and the figure in words. Colours follow the reader's light or dark mode; fonts are
// whatever the reader has, so widths are estimated with room to spare. The same chart gives the same bytes.

/** `main` is what the row is about; the others are what it is held against. */
export type Mark = "main" | "soft" | "ring" | "cross" | "tick" | "bar"

export interface Chart {
  readonly title: string
  /** What to look for, and how it was measured. */
  readonly note: string
  readonly scale: Scale
  readonly legend: readonly { readonly mark: Mark; readonly name: string }[]
  readonly groups: readonly { readonly title?: string; readonly rows: readonly ChartRow[] }[]
}

export interface Scale {
  readonly kind: "linear" | "log"
  readonly from: number
  readonly to: number
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
  /** A line through all rows: the value that means "no difference". */
  readonly line?: number
}

export const PERCENT_SCALE: Scale = {
  kind: "linear",
  from: 0,
  to: 100,
  ticks: [0, 25, 50, 75, 100].map((at) => ({ at, text: `${at} %` })),
}

export interface ChartRow {
  readonly label: string
  /** At the end of the row. */
  readonly shown: string
  readonly points: readonly { readonly mark: Mark; readonly value: number }[]
}

const WIDTH = 860
const PAD = 20
const LABEL = 270
const SHOWN = 150
const PLOT = { left: PAD + LABEL + 14, right: WIDTH - PAD - SHOWN - 14 }
const LINE = 16
const ROW = 12
const HEAD = 34
const GROUP = 22

const STYLE = `
.page{fill:#fff;stroke:#d8dee4}.name{fill:#1f2328;font-size:16px;font-weight:600}.text{fill:#424a53;font-size:12.5px}
.label{fill:#57606a;font-size:12px}.group{fill:#1f2328;font-size:12.5px;font-weight:600}.grid{stroke:#e4e8ec}.axis{stroke:#57606a;stroke-dasharray:4 3}
.main,.bar{fill:#0969da}.soft{fill:#7fb2ee}.ring{fill:none;stroke:#57606a;stroke-width:1.6}.cross{fill:none;stroke:#bc4c00;stroke-width:2}.tick{stroke:#1a7f37;stroke-width:2.4}
@media(prefers-color-scheme:dark){.page{fill:#0d1117;stroke:#30363d}.name,.group{fill:#e6edf3}.text{fill:#b6bfc9}.label{fill:#9aa4af}.grid{stroke:#262c34}.axis{stroke:#9aa4af}
.main,.bar{fill:#58a6ff}.soft{fill:#2f5f9e}.ring{stroke:#9aa4af}.cross{stroke:#f0883e}.tick{stroke:#3fb950}}`

export function drawChart({ title, note, scale, legend, groups }: Chart): string {
  const notes = wrap(note, WIDTH - 2 * PAD)
  const head = [
    text(PAD, HEAD, "name", title),
    ...notes.map((line, at) => text(PAD, HEAD + (at + 1) * (LINE + 2), "text", line)),
  ]
  const legendY = HEAD + notes.length * (LINE + 2) + 24
  const top = legendY + 14
  const { parts: rows, end } = rowsFrom(top, groups, scale)
  const bottom = end + 6
  const grid = scale.ticks.flatMap(({ at, text: shown }) => {
    const x = place(scale, at)
    return [upright("grid", x, top, bottom), text(x, bottom + 16, "label", shown, "middle")]
  })
  const axis = scale.line === undefined ? [] : [upright("axis", place(scale, scale.line), top, bottom)]
  return page(bottom + 34, title, note, [...head, legendAt(legendY, legend), ...grid, ...axis, ...rows])
}

function rowsFrom(top: number, groups: Chart["groups"], scale: Scale): { parts: string[]; end: number } {
  const parts: string[] = []
  let y = top
  for (const { title, rows } of groups) {
    if (title !== undefined) {
      y += GROUP
      parts.push(text(PAD, y, "group", title))
    }
    y += 8
    for (const row of rows) {
      const lines = wrap(row.label, LABEL).slice(0, 2)
      const height = lines.length * LINE + ROW
      const middle = y + height / 2
      const first = middle - ((lines.length - 1) * LINE) / 2 + 4
      parts.push(
        ...lines.map((line, at) => text(PAD, first + at * LINE, "text", line)),
        `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${middle}" y2="${middle}"/>`,
        ...inOrder(row).map(({ mark, value }) => markAt(mark, place(scale, value), middle)),
        text(WIDTH - PAD - SHOWN, middle + 4, "text", row.shown),
      )
      y += height
    }
  }
  return { parts, end: y }
}

function upright(style: string, x: number, from: number, to: number): string {
  return `<line class="${style}" x1="${x}" x2="${x}" y1="${from}" y2="${to}"/>`
}

function page(height: number, title: string, note: string, parts: readonly string[]): string {
  const fonts = "ui-sans-serif, -apple-system, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', Arial, sans-serif"
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc" font-family="${fonts}">
<title id="title">${escaped(title)}</title>
<desc id="desc">${escaped(note)}</desc>
<style>${STYLE}</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${parts.join("\n")}
</svg>
`
}

const ORDER: readonly Mark[] = ["bar", "tick", "ring", "soft", "cross", "main"]

/** What matters most is on top. */
function inOrder({ points }: ChartRow): ChartRow["points"] {
  return [...points].sort((a, b) => ORDER.indexOf(a.mark) - ORDER.indexOf(b.mark))
}

function markAt(mark: Mark, x: number, y: number): string {
  if (mark === "bar")
    return `<rect class="bar" x="${PLOT.left}" y="${y - 7}" width="${round(Math.max(1, x - PLOT.left))}" height="14" rx="2"/>`
  if (mark === "tick") return upright("tick", x, y - 9, y + 9)
  if (mark === "cross")
    return `<path class="cross" d="M${round(x - 4)} ${y - 4}L${round(x + 4)} ${y + 4}M${round(x - 4)} ${y + 4}L${round(x + 4)} ${y - 4}"/>`
  return `<circle class="${mark}" cx="${x}" cy="${y}" r="${{ main: 5.5, soft: 4, ring: 7 }[mark]}"/>`
}

function legendAt(y: number, legend: Chart["legend"]): string {
  let x = PAD
  return legend
    .map(({ mark, name }) => {
      const shown =
        mark === "bar"
          ? `<rect class="bar" x="${x}" y="${y - 9}" width="14" height="10" rx="2"/>`
          : markAt(mark, x + 7, y - 4)
      const words = text(x + 20, y, "label", name)
      x += 20 + widthOf(name, 12) + 22
      return shown + words
    })
    .join("\n")
}

function place({ kind, from, to }: Scale, value: number): number {
  const along = (at: number) => (kind === "log" ? Math.log10(at) : at)
  const share = (along(Math.min(to, Math.max(from, value))) - along(from)) / (along(to) - along(from))
  return round(PLOT.left + share * (PLOT.right - PLOT.left))
}

function text(x: number, y: number, style: string, words: string, anchor?: string): string {
  return `<text class="${style}" x="${x}" y="${round(y)}"${anchor ? ` text-anchor="${anchor}"` : ""}>${escaped(words)}</text>`
}

/** Of a proportional font, rather too wide than too narrow. */
export function widthOf(words: string, size: number): number {
  return Math.ceil(words.length * size * 0.56)
}

function wrap(words: string, room: number): string[] {
  const lines = [""]
  for (const word of words.split(/\s+/)) {
    const line = lines.at(-1) as string
    const longer = line === "" ? word : `${line} ${word}`
    if (line !== "" && widthOf(longer, 12.5) > room) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(words: string): string {
  return words.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
}
