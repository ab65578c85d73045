// What OpenCode 2 makes of a file of OpenCode 1, and what each of them does to its own rows afterwards, as both were seen to do it; by hand for the
// many orders in which it may happen.
import type { PastDatabase } from "./past-database.ts"

type Row = Record<string, string | number | null>

const KEY = "migration.v1-v2"

export function copiedPast(past: PastDatabase) {
  const { db } = past
  const run = (sql: string, ...asked: (string | number | null)[]) => void db.query(sql).run(...asked)
  const all = (sql: string, ...asked: string[]) => db.query<Row, string[]>(sql).all(...asked)
  const seqOf = (session: string) =>
    db.query<{ seq: number }, string>("SELECT seq FROM event_sequence WHERE aggregate_id = ?").get(session)?.seq ?? -1
  /** Both hosts number what they do to a session in one sequence. */
  const number = (session: string) => {
    const seq = seqOf(session) + 1
    run("INSERT OR REPLACE INTO event_sequence(aggregate_id, seq) VALUES (?, ?)", session, seq)
    return seq
  }
  const setPhase = (phase: string, at: number) =>
    run(
      "INSERT INTO kv VALUES (?1, ?2, ?3, ?3) ON CONFLICT(key) DO UPDATE SET value = ?2, time_updated = ?3",
      ...[KEY, JSON.stringify({ phase }), at],
    )
  function copySession(id: string): void {
    run(`INSERT INTO session_v2 SELECT *, NULL, NULL FROM session WHERE id = ?`, id)
    run("UPDATE session_v2 SET revert = NULL WHERE id = ?", id)
    const messages = all("SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id", id)
    for (const [seq, message] of messages.entries()) {
      const { role } = JSON.parse(String(message.data))
      const parts = all("SELECT data FROM part WHERE message_id = ? ORDER BY id", String(message.id))
        .map(({ data }) => JSON.parse(String(data)))
        .filter(({ type }) => type === "text")
      const typed = parts.filter((part) => part.ignored !== true && part.synthetic !== true)
      const data =
        role === "user"
          ? { text: typed.map(({ text }) => text).join("\n\n") }
          : { content: parts.map(({ text }) => ({ type: "text", text })) }
      const times = [message.time_created ?? null, message.time_updated ?? null]
      run(
        "INSERT INTO session_message(id, session_id, type, seq, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ...[String(message.id), id, role, seq, ...times, JSON.stringify(data)],
      )
    }
    run("INSERT OR REPLACE INTO event_sequence(aggregate_id, seq) VALUES (?, ?)", id, messages.length - 1)
  }
  return {
    /** OpenCode 2 begins to copy, or goes on to the end. */
    copy(upTo: "a part" | "the end" = "the end"): void {
      past.wait(1000)
      run("DELETE FROM event")
      setPhase("sessions", past.now())
      const sql = "SELECT id FROM session WHERE id NOT IN (SELECT id FROM session_v2) ORDER BY id DESC"
      const left = all(sql).map(({ id }) => String(id))
      for (const id of upTo === "a part" ? left.slice(0, 1) : left) copySession(id)
      past.wait(1000)
      if (upTo === "the end") setPhase("completed", past.now())
    },
    in1: {
      delete(session: string): void {
        for (const table of ["part", "message"]) run(`DELETE FROM ${table} WHERE session_id = ?`, session)
        run("DELETE FROM session WHERE id = ?", session)
        for (const table of ["event", "event_sequence"]) run(`DELETE FROM ${table} WHERE aggregate_id = ?`, session)
      },
      /** What it does is an event of its own; few of them move the session's time. */
      does(session: string, sql: string, ...asked: string[]): void {
        const seq = number(session)
        run("INSERT INTO event VALUES (?, ?, ?, 'session.updated.1', '{}')", `evt_${session}${seq}`, session, seq)
        run(sql, ...asked)
      },
    },
    in2: {
      delete(session: string): void {
        run("DELETE FROM session_message WHERE session_id = ?", session)
        run("DELETE FROM session_v2 WHERE id = ?", session)
        run("DELETE FROM event_sequence WHERE aggregate_id = ?", session)
      },
      does(session: string, sql: string, ...asked: string[]): void {
        past.wait(1000)
        number(session)
        run("UPDATE session_v2 SET time_updated = ? WHERE id = ?", past.now(), session)
        run(sql, ...asked)
      },
    },
  }
}
