// Imports another memory: reads it, plans it as a table and, after a person has seen that, carries it out. Facts are saved one by one like
// everywhere else, with pauses, so that a thousand of them block neither this process's hooks nor other writers.
import type { App } from "../app.ts"
import { recordWriting } from "../intake/note-text.ts"
import { saveJudged } from "../intake/save-facts.ts"
import { CairnError } from "../model/errors.ts"
import { letOthersRun } from "../model/in-turns.ts"
import { changeNote } from "../model/note-file.ts"
import { parseNotePath, pathOnDisk } from "../model/note-path.ts"
import type { Progress } from "../model/progress.ts"
import { shownName } from "../model/shown-name.ts"
import type { StoredNote } from "../store/notes/note-reader.ts"
import type { ImportRow, PlannedNote, PlannedRow } from "./import-rows.ts"
import type { MemoryReading, MovedFact, MovedItem, MovedNote } from "./other-memory.ts"
import { type Believed, fateOf, isToDo, planFacts, planNotes, rowId } from "./planned-items.ts"

/** Items between two pauses. */
const HANDFUL = 20
const MAX_FAILURES = 3

/** Rows in the order of the items. */
export async function planImport(
  app: App,
  { items }: MemoryReading,
  believed: Believed,
  progress?: Progress,
): Promise<PlannedRow[]> {
  const facts = items.filter((item): item is MovedFact => item.kind === "fact")
  const notes = items.filter((item): item is MovedNote => item.kind === "note")
  const planned = new Map<MovedItem, PlannedRow>()
  let looked = 0
  const pause = () => {
    // Facts that link to each other are looked at twice.
    if (++looked % HANDFUL === 0) progress?.(Math.min(looked, items.length), items.length, "checking")
    return letOthersRun()
  }
  for (const [at, row] of (await planFacts(app, facts, believed, pause)).entries())
    planned.set(facts[at] as MovedItem, row)
  for (const [at, row] of (await planNotes(app, notes, believed, pause)).entries())
    planned.set(notes[at] as MovedItem, row)
  const rows = items.map((item) => planned.get(item) ?? leftRow(item))
  refuseUnclear(rows, believed)
  return rows
}

/** Whoever wrote the file could make two lines whose ids begin alike, only one of which looks harmless. */
function refuseUnclear(rows: readonly PlannedRow[], { approved }: Believed): void {
  for (const given of approved) {
    const meant = new Set(rows.map(({ row }) => row.id).filter((id) => id.startsWith(given)))
    if (meant.size > 1)
      throw new CairnError(
        "bad_arguments",
        `several lines have an id that begins with ${given}`,
        "see them whole with --json",
      )
  }
}

function leftRow(item: MovedItem): PlannedRow {
  const { text, why } = item as Extract<MovedItem, { kind: "left" }>
  return { row: { id: rowId(text), fate: "left", reason: why, text } }
}

/** The results in the same order. Throws if nothing can be written; what was saved until then stays and is recognised next time. */
export async function carryOut(
  app: App,
  items: readonly MovedItem[],
  planned: readonly PlannedRow[],
  progress?: Progress,
): Promise<ImportRow[]> {
  const done: ImportRow[] = []
  let failures = 0
  for (const [at, one] of planned.entries()) {
    try {
      done.push(await carryOutOne(app, one))
      failures = 0
    } catch (error) {
      // A single failure is no reason to stop; if nothing can be written, the next ones fail as well.
      if (!(error instanceof CairnError) || ++failures > MAX_FAILURES) throw error
      done.push({ ...one.row, fate: "left", reason: error.message })
    }
    if ((at + 1) % HANDFUL !== 0) continue
    progress?.(at + 1, planned.length)
    await letOthersRun()
  }
  if (planned.length > HANDFUL) progress?.(planned.length, planned.length)
  await markConflicts(app, items, done)
  return done
}

async function carryOutOne(app: App, planned: PlannedRow): Promise<ImportRow> {
  const { row, fact, note } = planned
  if (note) return { ...row, ...(await writeNote(app, note, row)) }
  if (!fact || !isToDo(planned)) return row
  const [became] = await saveJudged(app, [fact])
  if (!became) return row
  // An earlier item may have said the same, so the fate can differ from the plan.
  return { ...row, fate: fateOf(became.outcome), path: became.path ?? became.into, reason: became.reason }
}

async function writeNote(
  app: App,
  { moved, path, text, expect }: PlannedNote,
  row: ImportRow,
): Promise<Partial<ImportRow>> {
  const { scope } = moved
  const at = parseNotePath(path)
  try {
    const [note] = await app.store.notes.apply([{ scope, path: at, expect, text }], `import ${shownName(path)}`)
    const trust = row.fate === "waits" ? "quarantined" : "trusted"
    const reason = row.fate === "waits" ? "from_tool" : "user_said"
    recordWriting({ app, by: "person" }, note as StoredNote, { trust, reason })
    return { path }
  } catch (error) {
    // Somebody wrote there since it was planned; the next import chooses another name.
    if (error instanceof CairnError && error.code === "note_changed")
      return { fate: "left", reason: "it was written by somebody else just now" }
    throw error
  }
}

/** The contradictions that the other memory recorded: facts are imported one by one, so these links are added afterwards. */
async function markConflicts(app: App, items: readonly MovedItem[], rows: readonly ImportRow[]): Promise<void> {
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
