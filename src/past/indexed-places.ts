// Which sessions the index has, by where their numbers begin. Every search needs this list, and it seldom changes.
import { jsonOf } from "../model/fields.ts"
import type { Sqlite } from "../platform/sqlite.ts"
import { stretchFinder } from "./entry-number.ts"
import type { Stretch } from "./session-stretches.ts"

export type IndexedPlaces = ReturnType<typeof readPlaces>

const remembered = new Map<string, { readonly state: number | undefined; readonly places: IndexedPlaces }>()

/** `path` identifies the index file. Read again only if the index has changed. */
export function rememberedPlaces(db: Sqlite, path: string): IndexedPlaces {
  const state = db.get<{ changes: number }>("SELECT changes FROM lease")?.changes
  const known = remembered.get(path)
  if (known && known.state === state) return known.places
  const places = readPlaces(db)
  remembered.set(path, { state, places })
  return places
}

function readPlaces(db: Sqlite) {
  // One row, since a row for each takes ten times as long in Node; as JSON, since an id may contain anything.
  const list = (column: string) => `json_group_array(${column}) AS ${column}`
  const sql = `SELECT ${["first", "messages", "id"].map(list)} FROM (SELECT first, messages, id FROM session ORDER BY first)`
  const lists = db.get<Record<"first" | "messages" | "id", string>>(sql)
  const [lengths, ids] = [jsonOf(lists?.messages) as number[], jsonOf(lists?.id) as string[]]
  const rows = (jsonOf(lists?.first) as number[]).map((first, at) => ({
    ...{ first, messages: lengths[at] ?? 0 },
    id: ids[at] ?? "",
  }))
  const byFirst = new Map(rows.map((row) => [row.first, row]))
  return {
    /** Messages in all sessions. */
    size: rows.reduce((sum, { messages }) => sum + messages, 0),
    sessions: rows.length,
    firstOf: stretchFinder(rows.map(({ first }) => first)),
    idOf: (first: number) => byFirst.get(first)?.id,
    /** Messages in the session. */
    lengthOf: (first: number) => byFirst.get(first)?.messages ?? 0,
    /** The stretches of the wanted sessions, in order; undefined if there are more than `most`. */
    stretchesOf(isWanted: (first: number) => boolean, most: number): Stretch[] | undefined {
      const found: Stretch[] = []
      for (const [at, { first }] of rows.entries()) {
        if (!isWanted(first)) continue
        if (found.length === most) return undefined
        found.push({ first, past: rows[at + 1]?.first ?? Number.MAX_SAFE_INTEGER })
      }
      return found
    },
    /** Messages of the sessions up to that of the entry. */
    messagesUpTo(entry: number): number {
      let before = 0
      for (const { first, messages } of rows) {
        if (first > entry) break
        before += messages
      }
      return before
    },
    sessionsUpTo(entry: number): number {
      const past = rows.findIndex(({ first }) => first > entry)
      return past < 0 ? rows.length : past
    },
  }
}
