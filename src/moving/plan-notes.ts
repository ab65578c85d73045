// Plans whole notes of another memory, which keep their name, limit and protection. A note whose path is taken gets another name beside it.
import type { App } from "../app.ts"
import { isInjection } from "../facts/injection.ts"
import { FACTS_FOLDER } from "../model/fact.ts"
import { isBlank, MAX_NOTE_BYTES } from "../model/note.ts"
import { newNote } from "../model/note-file.ts"
import { type NotePath, parseNotePath } from "../model/note-path.ts"
import { cleanText } from "../redaction/clean-text.ts"
import type { ImportRow, PlannedRow } from "./import-rows.ts"
import type { MovedNote } from "./other-memory.ts"
import { type Believed, importOrigin, isApproved, rowId, unplannable } from "./plan-facts.ts"

const MAX_LIMIT = 200_000

export async function planNotes(
  app: App,
  notes: readonly MovedNote[],
  believed: Believed,
  pause: () => Promise<void>,
): Promise<PlannedRow[]> {
  const rows: PlannedRow[] = []
  for (const note of notes) {
    rows.push(await planNote(app, note, believed))
    await pause()
  }
  return rows
}

async function planNote(app: App, moved: MovedNote, believed: Believed): Promise<PlannedRow> {
  const { name: scope } = moved.scope
  if (moved.body.length > MAX_NOTE_BYTES) {
    const row = { id: rowId(moved.path, moved.body), scope, type: "note", text: moved.path }
    return { row: { ...row, fate: "left", reason: "it is larger than a note may be (1 MB)" } }
  }
  const body = cleanText(moved.body)
  const description = cleanText(moved.description ?? "")
  const id = rowId(moved.path, body.text)
  const text = description.text || (body.text.trim().split("\n", 1)[0] ?? "")
  const redacted = [...body.found, ...description.found].map(({ kind }) => kind)
  const row = { id, scope, type: "note", text, detail: body.text, path: moved.path, redacted }
  if (isBlank(body.text)) return { row: { ...row, fate: "left", reason: "it says nothing yet" } }
  if (isInjection(`${description.text}\n${body.text}`)) return { row: { ...row, fate: "refused", reason: "injection" } }
  const place = await freePlace(app, moved, body.text, believed.from).catch((error) => unplannable(row, error))
  if ("row" in place) return place
  if ("same" in place) return { row: { ...row, fate: "known", reason: "exact", path: place.same } }
  const isBelieved = believed.isUsers || isApproved(believed, id)
  const limit = Math.min(Math.max(moved.limit ?? app.config.defaultLimit, body.text.length), MAX_LIMIT)
  const file = newNote(body.text, {
    ...(description.text && { description: description.text }),
    ...((moved.limit !== undefined || limit !== app.config.defaultLimit) && { limit }),
    ...(moved.readonly && { readonly: true }),
    ...(!isBelieved && { trust: "quarantined" }),
    imported_from: importOrigin(believed.from, moved.id),
  })
  const fate = isBelieved ? "new" : "waits"
  const planned: ImportRow = { ...row, path: place.path.path, fate, reason: isBelieved ? "user_said" : "from_tool" }
  return { row: planned, note: { moved, path: place.path.path, text: file, expect: place.expect } }
}

type Place = { readonly path: NotePath; readonly expect: string } | { readonly same: string }

/** Its own path if that is free or an untouched seed note; otherwise the name with the other memory's appended. */
async function freePlace(app: App, { scope, path }: MovedNote, body: string, from: string): Promise<Place> {
  const wanted = path.startsWith(`${FACTS_FOLDER}/`) ? path.replace(FACTS_FOLDER, "reference") : path
  const endings = ["", `-${from}`]
  for (let number = 0; ; number++) {
    const at = parseNotePath(wanted.replace(/(?:\.md)?$/, `${endings[number] ?? `-${from}-${number}`}.md`))
    const current = await app.store.notes.read(scope, at)
    if (!current) return { path: at, expect: "absent" }
    if (current.file.body.trim() === body.trim()) return { same: at.path }
    if (number in endings && isBlank(current.file.body)) return { path: at, expect: current.info.hash }
  }
}
