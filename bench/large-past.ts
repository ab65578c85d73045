// A database of OpenCode's with as many parts as asked for, made of recorded sessions over and over: each copy has some of its names changed, as
// the next project's would be.
import { Database } from "bun:sqlite"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { makePastDatabase } from "../test/bed/past-database.ts"
import { randomFrom } from "../test/bed/seeded-random.ts"
import type { Trajectory } from "./trajectories.ts"

/** Of the names in a copied text, so many are another project's. */
const CHANGED_SHARE = 0.04
const NAME = /\b[A-Za-z]+(?:_[A-Za-z]+|[a-z][A-Z])\w*/g
const SESSIONS_A_DAY = 6

/** Returns how many sessions it has. */
export function makeLargePast(file: string, parts: number, recorded: readonly Trajectory[]): number {
  mkdirSync(dirname(file), { recursive: true })
  makePastDatabase(file, [1]).close()
  const db = new Database(file)
  db.exec("PRAGMA synchronous = OFF; BEGIN")
  const random = randomFrom(11)
  const statements = {
    session: db.query(
      "INSERT INTO session(id, directory, title, time_created, time_updated) VALUES (?, '/project', ?, ?, ?)",
    ),
    message: db.query("INSERT INTO message(id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?)"),
    part: db.query(
      "INSERT INTO part(id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, ?, ?, ?, ?)",
    ),
  }
  let made = 0
  let sessions = 0
  const id = (kind: string) => `${kind}_${(++made).toString(16).padStart(12, "0")}0019aXk3PqLmZ7`
  let written = 0
  while (written < parts) {
    const { task, steps } = recorded[sessions % recorded.length] as Trajectory
    const copy = sessions < recorded.length ? (text: string) => text : (text: string) => withOtherNames(text, random)
    let clock = Date.UTC(2025, 0, 1) + (sessions++ * 86_400_000) / SESSIONS_A_DAY
    const session = id("ses")
    statements.session.run(session, copy(task).slice(0, 60), clock, clock + steps.length * 20_000)
    const say = (info: object, said: readonly object[]) => {
      clock += 20_000
      const message = id("msg")
      statements.message.run(message, session, clock, clock, JSON.stringify(info))
      for (const part of said) {
        statements.part.run(id("prt"), message, session, clock, clock, JSON.stringify(part))
        written++
      }
    }
    say({ role: "user" }, [{ type: "text", text: copy(task) }])
    for (const { text, tool, input, output } of steps) {
      const state = { status: "completed", input, output: copy(output), metadata: { exit: 0 } }
      say({ role: "assistant", providerID: "p", modelID: "m" }, [
        { type: "step-start", snapshot: "0123456789012345678901234567890123456789" },
        ...(text ? [{ type: "text", text: copy(text) }] : []),
        ...(tool ? [{ type: "tool", tool, callID: "call", state }] : []),
        { type: "step-finish", reason: "tool-calls", cost: 0.01, tokens: { input: 1, output: 1, reasoning: 0 } },
      ])
    }
  }
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  db.close()
  return sessions
}

function withOtherNames(text: string, random: () => number): string {
  return text.replace(NAME, (name) =>
    random() < CHANGED_SHARE ? `${name}${Math.floor(random() * 1000).toString(36)}` : name,
  )
}
