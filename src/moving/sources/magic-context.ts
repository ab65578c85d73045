// Magic Context: a SQLite database in the user's data folder. Its memories belong to a project by the repository's root commit, or by a hash of
// the folder's path where there is none.
import { createHash } from "node:crypto"
import { basename, join } from "node:path"
import { readRepository, readRootCommit } from "../../platform/repository.ts"
import type { MovedItem, OtherMemory } from "../other-memory.ts"
import { type Fields, foreignRows, textField, timeField } from "../read-outside.ts"

const FILE = "context.db"
const COLUMNS = "project_path category content status seen_count source_type updated_at expires_at".split(" ")

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
  async read(place, { app, around: { worktree, directory } }) {
    const root = await readRootCommit(await readRepository(worktree))
    const folders = [worktree, directory]
    const folderKey = (folder: string) => `dir:${createHash("md5").update(folder, "utf8").digest("hex").slice(0, 12)}`
    const mine = new Set([`git:${root}`, ...folders, ...folders.map(folderKey)])
    const rows = await foreignRows(place, "memories", COLUMNS)
    const own = rows.filter((row) => mine.has(String(row.project_path)))
    const others = rows.length - own.length
    const now = app.clock.now()
    return {
      items: own.flatMap((row) => itemOf(row, now)),
      remarks: others > 0 ? [`${others} memories are of other projects; import them there.`] : [],
    }
  },
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["USER_DIRECTIVES", "feedback"],
  ["USER_PREFERENCES", "feedback"],
  ["PROJECT_RULES", "feedback"],
  ["WORKFLOW_RULES", "feedback"],
  ["ARCHITECTURE_DECISIONS", "decision"],
  ["ARCHITECTURE", "decision"],
  ["ENVIRONMENT", "reference"],
])

function itemOf(row: Fields, now: number): MovedItem[] {
  const text = textField(row.content)
  const id = String(row.id)
  if (text === undefined) return []
  const left = (why: string): MovedItem[] => [{ kind: "left", id, text, why }]
  if (row.status !== "active" && row.status !== "permanent") return left(`it was ${row.status} there`)
  if ((timeField(row.expires_at) ?? now) < now) return left("it has expired there")
  const type = TYPES.get(String(row.category)) ?? "project"
  const count = typeof row.seen_count === "number" ? Math.min(Math.floor(row.seen_count) - 1, 6) : 0
  const reinforced = count > 0 ? { count } : undefined
  const source = row.source_type === "user" ? "explicit" : undefined
  return [{ kind: "fact", id, text, type, scope: "project", at: timeField(row.updated_at), reinforced, source }]
}
