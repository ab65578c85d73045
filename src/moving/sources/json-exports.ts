// Memories that the other program writes into one JSON file: opencode-mem and mem0.
import { join } from "node:path"
import type { MovedItem, OtherMemory } from "../other-memory.ts"
import { entryId, type Fields, fieldsIn, foreignJson, rowsIn, textField, timeField } from "../read-outside.ts"

interface ExportFile {
  /** The other program's name. */
  readonly name: string
  /** Where the program keeps its data, below the home folder. */
  readonly keeps: string
  /** How a person gets the file. */
  readonly howToExport: string
  rows(data: unknown): Fields[]
  item(row: Fields, at: number, now: number): MovedItem[]
}

const opencodeMem: ExportFile = {
  name: "opencode-mem",
  keeps: ".opencode-mem",
  howToExport: 'have its "memory" tool write them into a JSON file (mode "export")',
  rows: (data) => (fieldsIn(fieldsIn(data).plugin).package === "opencode-mem" ? rowsIn(fieldsIn(data).memories) : []),
  item: (row, at) =>
    factFrom(row, at, row.content, {
      at: timeField(row.updatedAt) ?? timeField(row.createdAt),
      type: typeFrom(row.type),
      ...(row.isPinned === true && { importance: "high" }),
      scope: "project",
    }),
}

/** A plain list or the answer of its API; the package for Node writes its times differently from the service. */
const mem0: ExportFile = {
  name: "mem0",
  keeps: ".mem0",
  howToExport: "save what its getAll() answers as a JSON file",
  rows(data) {
    const rows = rowsIn(Array.isArray(data) ? data : (fieldsIn(data).results ?? fieldsIn(data).memories))
    return rows.filter(({ memory }) => textField(memory) !== undefined)
  },
  item(row, at, now) {
    const { type, expiration_date } = fieldsIn(row.metadata)
    if ((timeField(row.expiration_date ?? expiration_date) ?? now) < now)
      return [{ kind: "left", id: entryId(row, at), text: String(row.memory), why: "it has expired there" }]
    const times = [row.updatedAt, row.updated_at, row.createdAt, row.created_at].map(timeField)
    return factFrom(row, at, row.memory, { at: times.find((time) => time !== undefined), type: typeFrom(type) })
  },
}

function factFrom(row: Fields, at: number, words: unknown, more: Partial<MovedItem>): MovedItem[] {
  const whole = textField(words)
  if (whole === undefined) return []
  const text = headlineOf(whole)
  return [
    { ...more, kind: "fact", id: entryId(row, at), text, detail: text === whole ? undefined : whole } as MovedItem,
  ]
}

/** What a summary under headings says: the first paragraph of its outcome, or the first that is no heading. */
function headlineOf(whole: string): string {
  if (!/^#{1,6} /m.test(whole)) return whole
  const outcome = /^#{1,6} +outcome *$/im.exec(whole)
  const paragraph = whole
    .slice(outcome ? outcome.index + outcome[0].length : 0)
    .split(/\n{2,}|^#{1,6} .*$/m)
    .map((part) => part.replace(/^\s*[-*]\s+/, "").trim())
    .find((part) => part !== "")
  return paragraph?.split(/\n[ \t]*[-*]\s/)[0]?.trim() || whole
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["preference", "feedback"],
  ["user-preference", "feedback"],
  ["professional", "user"],
  ["profile", "user"],
])

function typeFrom(type: unknown): string | undefined {
  const named = textField(type)?.toLowerCase()
  return named && (TYPES.get(named) ?? named)
}

function asMemory({ name, keeps, howToExport, rows, item }: ExportFile): OtherMemory {
  return {
    ...{ name, title: name, livesIn: "home", told: "global", howToExport },
    places: () => [],
    exportedFrom: ({ home }) => [join(home, keeps)],
    recognises: async (place) => place.endsWith(".json") && rows(await foreignJson(place)).length > 0,
    async read(place, { app }) {
      const now = app.clock.now()
      return { items: rows(await foreignJson(place)).flatMap((row, at) => item(row, at, now)) }
    },
  }
}

export const jsonExports: readonly OtherMemory[] = [opencodeMem, mem0].map(asMemory)
