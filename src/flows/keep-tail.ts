// What a tail said is kept for a while, with where its lines come from, so that "what did the model see?" has an answer.
import type { App } from "../app.ts"
import type { LineOrigin } from "../model/epoch.ts"
import { originsOf } from "../prompt/prompt-line.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import type { LiveSession } from "../session/live-session.ts"

interface TailLines {
  readonly lines: readonly string[]
  /** The outcome of the message's own requests. */
  readonly heeded: readonly string[]
  readonly news: readonly string[]
  readonly relevant: readonly string[]
}

const NOTE_LINE = /^- (\S.{0,400}?) \((project|global)\): /

/** Nothing is kept from a paused session. */
export function keepTail(app: App, { id }: LiveSession, messageID: string, tail: TailLines): void {
  if (app.journal.read(id).paused) return
  // People write notes as they like, so the text is cleaned.
  const lines = tail.lines.map((line) => ({ text: cleanOutput(line).text, from: originOf(line, tail) }))
  const text = lines.map((line) => line.text).join("\n")
  const shown = { kind: "tail", at: app.clock.now(), reason: messageID, text, origins: originsOf(lines) } as const
  // The database may wait for a lock; the message may not.
  setImmediate(() => app.store.shownPrompts.of(app.project.name).add(id, shown))
}

function originOf(line: string, { heeded, news, relevant }: TailLines): LineOrigin {
  if (heeded.includes(line)) return { kind: "journal", of: "request" }
  if (news.includes(line)) return { kind: "journal", of: "news" }
  const [, path, scope] = relevant.includes(line) ? (NOTE_LINE.exec(line) ?? []) : []
  return path === undefined ? { kind: "cairn" } : { kind: "note", of: `${scope}:${path}` }
}
