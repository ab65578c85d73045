// Memories that the other program exports as one JSON file: opencode-mem, mem0 and claude-mem.
import { basename, join } from "node:path"
import { type Fields, fieldsIn, rowsIn, textField, timeField } from "../json-fields.ts"
import type { MovedItem } from "../moved-item.ts"
import type { OtherMemory } from "../other-memory.ts"
import { foreignJson } from "../read-outside.ts"

interface ExportFile {
  /** The other program's name. */
  readonly name: string
  /** Where the program keeps its data, below the home folder. */
  readonly keeps: readonly string[]
  isOne(data: unknown): boolean
  items(data: unknown, project: string): MovedItem[]
  remarks?(data: unknown): string[]
}

const opencodeMem: ExportFile = {
  name: "opencode-mem",
  keeps: [".opencode-mem"],
  isOne: (data) => fieldsIn(fieldsIn(data).plugin).package === "opencode-mem",
  items: (data) =>
    rowsIn(fieldsIn(data).memories).flatMap((row, at) =>
      factFrom(row, at, row.content, {
        at: timeField(row.updatedAt) ?? timeField(row.createdAt),
        type: typeFrom(row.type),
        ...(row.isPinned === true && { importance: "high" }),
        scope: "project",
      }),
    ),
}

/** A plain list, or the answer of its API. */
const mem0: ExportFile = {
  name: "mem0",
  keeps: [".mem0"],
  isOne: (data) => mem0Rows(data).some(({ memory }) => textField(memory) !== undefined),
  items: (data) =>
    mem0Rows(data).flatMap((row, at) =>
      factFrom(row, at, row.memory, {
        at: timeField(row.updated_at) ?? timeField(row.created_at),
        type: typeFrom(fieldsIn(row.metadata).type),
      }),
    ),
}

function mem0Rows(data: unknown): Fields[] {
  return rowsIn(Array.isArray(data) ? data : (fieldsIn(data).results ?? fieldsIn(data).memories))
}

/** Only observations are imported; summaries and prompts are about sessions, not about the project. */
const claudeMem: ExportFile = {
  name: "claude-mem",
  keeps: [".claude-mem"],
  isOne: (data) => Array.isArray(fieldsIn(data).observations) && "totalObservations" in fieldsIn(data),
  items: (data, project) => rowsIn(fieldsIn(data).observations).flatMap((row, at) => observation(row, at, project)),
  remarks(data) {
    const { summaries, prompts } = fieldsIn(data)
    const left = rowsIn(summaries).length + rowsIn(prompts).length
    return left === 0 ? [] : [`${left} summaries and prompts tell of sessions and are left behind.`]
  },
}

function observation(row: Fields, at: number, project: string): MovedItem[] {
  const title = textField(row.title) ?? textField(row.text)
  const of = textField(row.project)
  if (title !== undefined && of !== undefined && of !== project)
    return [{ kind: "left", id: idOf(row, at), text: title, why: `it is of the project ${of}` }]
  const told = [textField(row.subtitle), textField(row.narrative), ...listed(row.facts)].filter(Boolean)
  return factFrom(row, at, title, {
    at: timeField(row.created_at_epoch) ?? timeField(row.created_at),
    type: row.type === "decision" ? "decision" : "project",
    detail: told.join("\n\n") || undefined,
    scope: "project",
  })
}

/** A list, or one that is stored as JSON in a column. */
function listed(value: unknown): string[] {
  let list = value
  if (typeof value === "string")
    try {
      list = JSON.parse(value)
    } catch (error) {
      // Then it is a plain sentence.
      void error
      return [value]
    }
  return Array.isArray(list) ? list.flatMap((one) => textField(one) ?? []) : []
}

function factFrom(row: Fields, at: number, words: unknown, more: Partial<MovedItem>): MovedItem[] {
  const text = textField(words)
  return text === undefined ? [] : [{ ...more, kind: "fact", id: idOf(row, at), text } as MovedItem]
}

function idOf({ id }: Fields, at: number): string {
  return String(typeof id === "string" || typeof id === "number" ? id : `entry-${at + 1}`).replace(/[\s/,]+/g, "-")
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

function asMemory({ name, keeps, isOne, items, remarks }: ExportFile): OtherMemory {
  return {
    ...{ name, title: name, livesIn: "home", told: "global" },
    places: () => [],
    exportedFrom: ({ home }) => keeps.map((folder) => join(home, folder)),
    recognises: async (place) => place.endsWith(".json") && isOne(await foreignJson(place)),
    async read(place, { around }) {
      const data = await foreignJson(place)
      return { items: items(data, basename(around.worktree)), remarks: remarks?.(data) }
    },
  }
}

export const jsonExports: readonly OtherMemory[] = [opencodeMem, claudeMem, mem0].map(asMemory)
