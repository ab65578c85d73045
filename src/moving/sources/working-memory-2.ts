// opencode-working-memory 1.2 and newer: a folder per workspace in the user's data folder, named by a hash of the workspace's path. What the user
// asked to remember waits in a second file until the next compaction.
import { basename, join } from "node:path"
import { IMPORTANCES, type Reinforced } from "../../model/fact.ts"
import { sha256 } from "../../model/sha256.ts"
import type { MovedItem, OtherMemory } from "../other-memory.ts"
import { type Fields, fieldsIn, foreignJson, oneOf, rowsIn, textField, timeField } from "../read-outside.ts"

const FILES = ["workspace-memory.json", "workspace-pending-journal.json"]

export const workingMemory2: OtherMemory = {
  name: "working-memory",
  title: "opencode-working-memory 2",
  told: "project",
  livesIn: "home",
  places: ({ data, worktree, directory }) =>
    [...new Set([worktree, directory])].flatMap((root) =>
      FILES.map((file) => join(data, "opencode-working-memory", "workspaces", sha256(root).slice(0, 16), file)),
    ),
  recognises: async (place) => FILES.includes(basename(place)),
  async read(place) {
    return { items: rowsIn(fieldsIn(await foreignJson(place)).entries).flatMap(itemOf) }
  },
}

function itemOf(entry: Fields, at: number): MovedItem[] {
  const text = textField(entry.text)
  const id = textField(entry.id) ?? `entry-${at + 1}`
  if (text === undefined) return []
  if (entry.status === "superseded") return [{ kind: "left", id, text, why: "it was no longer in use there" }]
  return [
    {
      kind: "fact",
      ...{ id, text, scope: "project" },
      detail: textField(entry.rationale),
      type: textField(entry.type),
      source: oneOf(["explicit", "manual", "compaction"], entry.source),
      importance: oneOf(IMPORTANCES, entry.userImportance),
      at: timeField(entry.updatedAt) ?? timeField(entry.createdAt),
      reinforced: reinforcedOf(entry),
    },
  ]
}

function reinforcedOf({ reinforcementCount, lastReinforcedAt }: Fields): Reinforced | undefined {
  if (typeof reinforcementCount !== "number" || !(reinforcementCount > 0)) return undefined
  const last = timeField(lastReinforcedAt)
  return { count: Math.min(Math.floor(reinforcementCount), 999), ...(last !== undefined && { last }) }
}
