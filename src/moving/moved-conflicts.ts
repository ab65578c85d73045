// Contradictions recorded by another memory. Facts are imported one by one, so these links are added afterwards.
import type { App } from "../app.ts"
import { recordWriting } from "../intake/note-text.ts"
import { changeNote } from "../model/note-file.ts"
import { pathOnDisk } from "../model/note-path.ts"
import { shownName } from "../store/git/commit-message.ts"
import type { ImportRow } from "./import-rows.ts"
import type { MovedItem } from "./moved-item.ts"

/** `rows` are the results for the items, in the same order. */
export async function markConflicts(app: App, items: readonly MovedItem[], rows: readonly ImportRow[]): Promise<void> {
  const rowById = new Map(items.map((item, at) => [item.id, rows[at] as ImportRow]))
  for (const item of items) {
    const row = rowById.get(item.id)
    if (item.kind !== "fact" || !item.conflicts || !isFact(row)) continue
    const others = item.conflicts.flatMap((id) => {
      const other = rowById.get(id)
      return isFact(other) && other.scope === row.scope ? [other.path] : []
    })
    if (others.length > 0) await addConflicts(app, row, others)
  }
}

type FactRow = ImportRow & { readonly path: string; readonly scope: "project" | "global" }

function isFact(row: ImportRow | undefined): row is FactRow {
  return row?.path?.startsWith("facts/") === true && row.scope !== undefined && row.fate !== "waits"
}

async function addConflicts(app: App, { scope: name, path }: FactRow, others: readonly string[]): Promise<void> {
  const scope = app.scope(name)
  const current = await app.store.notes.read(scope, pathOnDisk(path))
  const known = current?.info.fact?.conflicts ?? []
  const all = [...new Set([...known, ...others])].filter((one) => one !== path)
  if (!current || all.length === known.length) return
  const text = changeNote(current.file, { conflicts_with: all.join(", ") })
  const change = { scope, path: pathOnDisk(path), expect: current.info.hash, text }
  const [note] = await app.store.notes.apply([change], `note what contradicts ${shownName(path)}`)
  if (note) recordWriting({ app, by: "person" }, note, { trust: "trusted", reason: "user_said" })
}
