// Which sessions the index has, by where their numbers begin. Every search needs this list, and it seldom changes.
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
  const row = "first || ' ' || messages || ' ' || id"
  const sql = `SELECT group_concat(line, char(10)) AS list FROM (SELECT ${row} AS line FROM session ORDER BY first)`
  const list = db.get<{ list: string | null }>(sql)?.list
  const rows = (list ? list.split("\n") : []).map((line) => {
    const [first = "", messages = "", ...id] = line.split(" ")
    return { first: Number(first), messages: Number(messages), id: id.join(" ") }
  })
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
