// Magic Context: a SQLite database in the user's data folder, opened read-only. Its memories belong to a project by the repository's root commit;
// for folders without one it uses a hash that cannot be reproduced here.
import { lstat } from "node:fs/promises"
import { basename, join } from "node:path"
import { CairnError, messageOf } from "../../model/errors.ts"
import { readRepository, readRootCommit } from "../../platform/repository.ts"
import { openSqlite } from "../../platform/sqlite.ts"
import { type Fields, textField, timeField } from "../json-fields.ts"
import type { MovedItem } from "../moved-item.ts"
import type { OtherMemory } from "../other-memory.ts"

const FILE = "context.db"
const MOST = 5000

export const magicContext: OtherMemory = {
  name: "magic-context",
  title: "Magic Context",
  told: "global",
  livesIn: "home",
  places: ({ data }) => [
    join(data, "cortexkit", "magic-context", FILE),
    join(data, "opencode", "storage", "plugin", "magic-context", FILE),
  ],
  recognises: async (place) => basename(place) === FILE,
  async read(place, { around }) {
    const root = await readRootCommit(await readRepository(around.worktree))
    const rows = await memoryRows(place)
    const own = rows.filter((row) => row.project_path === `git:${root}` || row.project_path === around.worktree)
    const others = rows.length - own.length
    return {
      items: own.flatMap(itemOf),
      remarks: others > 0 ? [`${others} memories are of other projects; import them there.`] : [],
    }
  },
}

async function memoryRows(place: string): Promise<Fields[]> {
  try {
    if (!(await lstat(place)).isFile()) throw new Error("it is not a regular file")
    const db = await openSqlite(place, { readonly: true, busyTimeoutMs: 2000 })
    try {
      return db.all<Fields>(
        `SELECT id, project_path, category, content, status, seen_count, updated_at FROM memories ORDER BY id LIMIT ${MOST}`,
      )
    } finally {
      db.close()
    }
  } catch (error) {
    throw new CairnError(
      "not_readable",
      `${place} cannot be read: ${messageOf(error)}`,
      "another version may store it differently",
    )
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["USER_DIRECTIVES", "feedback"],
  ["USER_PREFERENCES", "feedback"],
  ["ARCHITECTURE_DECISIONS", "decision"],
  ["ARCHITECTURE", "decision"],
  ["ENVIRONMENT", "reference"],
])

function itemOf(row: Fields): MovedItem[] {
  const text = textField(row.content)
  const id = String(row.id)
  if (text === undefined) return []
  if (row.status !== "active" && row.status !== "permanent")
    return [{ kind: "left", id, text, why: `it was ${row.status} there` }]
  const type = TYPES.get(String(row.category)) ?? "project"
  const count = typeof row.seen_count === "number" ? Math.min(Math.floor(row.seen_count) - 1, 6) : 0
  const reinforced = count > 0 ? { count } : undefined
  return [{ kind: "fact", id, text, type, scope: "project", at: timeField(row.updated_at), reinforced }]
}
