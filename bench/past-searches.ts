// Conversations as sessions of OpenCode's, searched as Cairn does it: by the real index and the real texts.
import { join } from "node:path"
import { openPast } from "../src/past/past.ts"
import { parsePastQuery } from "../src/past/past-query.ts"
import { searchPast } from "../src/past/past-search.ts"
import { makePastDatabase, pastDatabaseFile } from "../test/bed/past-database.ts"
import { tempDir } from "../test/bed/sandbox.ts"

export interface Conversation {
  readonly id: string
  readonly title?: string
  readonly at: number
  readonly turns: readonly Turn[]
}

export interface Turn {
  readonly id: string
  readonly role: "user" | "assistant"
  readonly parts: readonly unknown[]
}

export type PastSearches = Awaited<ReturnType<typeof pastSearches>>

/** `now` is when the questions are asked. */
export async function pastSearches(conversations: readonly Conversation[], now: number) {
  const data = tempDir("past")
  const { db } = makePastDatabase(pastDatabaseFile(data), [1])
  const statements = {
    session: db.query(
      "INSERT INTO session(id, directory, title, time_created, time_updated) VALUES (?, '/x', ?, ?, ?)",
    ),
    message: db.query("INSERT INTO message(id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)"),
    part: db.query(
      "INSERT INTO part(id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)",
    ),
  }
  let parts = 0
  db.transaction(() => {
    for (const { id, title, at, turns } of conversations) {
      statements.session.run(id, title ?? "", at, at + 1000 * turns.length)
      for (const [number, turn] of turns.entries()) {
        const time = at + 1000 * number
        statements.message.run(turn.id, id, time, time, JSON.stringify({ role: turn.role }))
        for (const part of turn.parts)
          statements.part.run(`prt_${++parts}`, turn.id, id, time, time, JSON.stringify(part))
      }
    }
  })()
  db.close()
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  await past.refresh({ forMs: 600_000, maxMegabytes: 1000, restMs: 0 }, () => false)
  return {
    search: (question: string, isWanted: (session: string) => boolean = () => true) =>
      past.look(undefined, (view) =>
        past.withIndex(async (index) => {
          const bounds = { isWanted: ({ id }: { readonly id: string }) => isWanted(id) }
          return (await searchPast(index, view, parsePastQuery(question), bounds, now)).hits
        }),
      ),
  }
}
