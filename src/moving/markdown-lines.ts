// The statements of an instruction file: each list item or paragraph is one, with the heading above it. Code, tables, comments and imports of
// other files are skipped.

export interface InstructionLine {
  readonly text: string
  readonly heading: string
}

const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/
const NO_STATEMENT = /^\s*(?:\||@\S|<!--|<\/?[a-zA-Z]|[-=*_]{3,}\s*$)/

export function instructionsIn(markdown: string): InstructionLine[] {
  const found: InstructionLine[] = []
  let heading = ""
  let open: string[] = []
  let fence = ""
  const close = () => {
    const text = open.join(" ").replace(/\s+/g, " ").trim()
    if (/[\p{L}\p{N}]/u.test(text)) found.push({ text, heading })
    open = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? ""
    if (fence !== "" || mark !== "") {
      close()
      if (fence === "") fence = mark
      else if (mark.startsWith(fence)) fence = ""
      continue
    }
    const [, title] = /^#{1,6}\s+(.*)$/.exec(line) ?? []
    const [, item] = ITEM.exec(line) ?? []
    if (title !== undefined || item !== undefined || line.trim() === "" || NO_STATEMENT.test(line)) close()
    if (title !== undefined) heading = title.trim()
    else if (item !== undefined) open = [item]
    else if (line.trim() !== "" && !NO_STATEMENT.test(line)) open.push(line.trim())
  }
  close()
  return found
}
