// Reads Cairn's log back: which host it met, what was late, what went wrong. The log is rotated, so this covers only recent times.
import { jsonOf } from "../model/fields.ts"
import { readOutsideFile } from "../platform/outside-file.ts"

export type LogLine = Readonly<NonNullable<ReturnType<typeof parseLogLine>>>

const MAX_BYTES = 4 * 1024 * 1024
const LINE = /^(\S+) (INFO|WARN|ERROR) (\S+)(.*)$/
const FIELD = / ([\w.-]+)=("(?:[^"\\]|\\.)*"|\S*)/g

/** The oldest first; empty if there is no log. */
export async function readLogLines(path: string): Promise<LogLine[]> {
  const found = await readOutsideFile(path, { maxBytes: MAX_BYTES, links: "refuse" })
  return "text" in found ? found.text.split("\n").flatMap((line) => parseLogLine(line) ?? []) : []
}

function parseLogLine(line: string) {
  const [, time = "", level = "", event = "", rest = ""] = LINE.exec(line) ?? []
  const at = Date.parse(time)
  if (Number.isNaN(at)) return undefined
  const unquoted = (value: string) => (value.startsWith('"') ? String(jsonOf(value) ?? value) : value)
  const fields = [...rest.matchAll(FIELD)].map(([, name = "", value = ""]) => [name, unquoted(value)] as const)
  return { at, level, event, fields: Object.fromEntries(fields) as Readonly<Record<string, string>> }
}
