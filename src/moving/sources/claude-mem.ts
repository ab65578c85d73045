// claude-mem: its database, because what is published of it has no command that exports; also the JSON that its export script and its worker
// write. Only observations are imported: summaries and prompts are about sessions, not about the project.
import { basename, join } from "node:path"
import { jsonOf, listAt } from "../../model/fields.ts"
import { readRepository } from "../../platform/repository.ts"
import type { MovedItem, OtherMemory } from "../other-memory.ts"
import {
  entryId,
  type Fields,
  fieldsIn,
  foreignJson,
  foreignRows,
  rowsIn,
  textField,
  timeField,
} from "../read-outside.ts"

const FILE = "claude-mem.db"
const COLUMNS = "project merged_into_project type title subtitle text narrative facts created_at_epoch".split(" ")

export const claudeMem: OtherMemory = {
  name: "claude-mem",
  title: "claude-mem",
  told: "global",
  livesIn: "home",
  places: ({ home }) => [join(home, ".claude-mem", FILE)],
  async recognises(place) {
    if (basename(place) === FILE) return true
    if (!place.endsWith(".json")) return false
    const data = fieldsIn(await foreignJson(place))
    return Array.isArray(data.observations) && ("totalObservations" in data || "totalResults" in data)
  },
  async read(place, { around }) {
    const { name } = await readRepository(around.worktree)
    const data = basename(place) === FILE ? undefined : fieldsIn(await foreignJson(place))
    const rows = data ? rowsIn(data.observations) : await foreignRows(place, "observations", COLUMNS)
    const left = [data?.summaries, data?.prompts].flatMap(rowsIn).length
    return {
      items: rows.flatMap((row, at) => observation(row, at, [name, basename(around.worktree)])),
      remarks: left === 0 ? [] : [`${left} summaries and prompts tell of sessions and are left behind.`],
    }
  },
}

function observation(row: Fields, at: number, projects: readonly string[]): MovedItem[] {
  const text = textField(row.title) ?? textField(row.text)
  const id = entryId(row, at)
  if (text === undefined) return []
  const of = textField(row.merged_into_project) ?? textField(row.project)
  // A linked worktree is called "main/worktree" there.
  if (of !== undefined && !projects.some((name) => of === name || of.startsWith(`${name}/`)))
    return [{ kind: "left", id, text, why: `it is of the project ${of}` }]
  const told = [textField(row.subtitle), textField(row.narrative), ...listed(row.facts)].filter(Boolean)
  return [
    {
      ...{ kind: "fact", id, text, scope: "project" },
      at: timeField(row.created_at_epoch) ?? timeField(row.created_at),
      type: row.type === "decision" ? "decision" : "project",
      detail: told.join("\n\n") || undefined,
    },
  ]
}

/** A list, or one that is stored as JSON in a column. */
function listed(value: unknown): string[] {
  const list = typeof value === "string" ? jsonOf(value) : value
  // A text that is not JSON is a plain sentence.
  if (typeof value === "string" && list === undefined) return [value]
  return (listAt(list) ?? []).flatMap((one) => textField(one) ?? [])
}
