// What a session's model was shown, line by line with the origin of each, for anyone who asks afterwards.
import type { App } from "../app.ts"
import type { LineOrigin } from "../model/epoch.ts"
import { CairnError } from "../model/errors.ts"
import { namedBy } from "../past/named-id.ts"
import type { ShownPrompt } from "../store/tables/shown-prompts.ts"

export interface SeenPrompt extends Pick<ShownPrompt, "kind" | "at" | "reason"> {
  readonly lines: readonly { readonly text: string; readonly from: LineOrigin }[]
}

/** The newest first: prefixes, and tails of messages. */
export function promptsShown(app: App, session: string): SeenPrompt[] {
  return app.store.shownPrompts
    .of(app.project.name)
    .list(session)
    .map(({ kind, at, reason, text, origins }) => {
      const from = origins.flatMap(({ lines, ...origin }) => Array<LineOrigin>(lines).fill(origin))
      const lines = text.split("\n").map((line, n) => ({ text: line, from: from[n] ?? { kind: "cairn" as const } }))
      return { kind, at, reason, lines }
    })
}

/** The one that a person names by its id or the beginning of it, otherwise the last one of the project. */
export async function sessionMeant(app: App, named: string | undefined): Promise<string> {
  const shown = app.store.shownPrompts.of(app.project.name)
  const given = named?.trim()
  if (given) {
    if (app.journal.knows(given)) return given
    const known = [...shown.sessions(MOST_SHOWN).map(({ session }) => session), ...(await idsOfHost(app))]
    const ids = [...new Set(known)].map((id) => ({ id }))
    return namedBy(given, ids, "session")?.id ?? given
  }
  const [last] = shown.sessions(1)
  if (last) return last.session
  throw new CairnError(
    "no_such_session",
    "no model was shown anything of this project in the last 30 days",
    "give the id of a session; memory_sessions lists them",
  )
}

const MOST_SHOWN = 1000

/** None if they cannot be read: then the whole id is needed. */
function idsOfHost({ past, config }: App): Promise<readonly string[]> {
  if (!config.pastSessions) return Promise.resolve([])
  return past.look(undefined, ({ sessions }) => sessions.map(({ id }) => id)).catch(() => [])
}

/** "7 notes, 42 facts, 12 lines of the session" */
export function sourcesOf({ lines }: SeenPrompt): string {
  const distinct = (kind: LineOrigin["kind"]) =>
    new Set(lines.filter(({ from }) => from.kind === kind).map(({ from }) => from.of)).size
  const counted = (count: number, what: string) => count > 0 && `${count} ${what}${count === 1 ? "" : "s"}`
  const journal = lines.filter(({ from }) => from.kind === "journal").length
  const parts = [
    counted(distinct("note"), "note"),
    counted(distinct("fact"), "fact"),
    counted(distinct("claim"), "unconfirmed claim"),
    journal > 0 && `${journal} ${journal === 1 ? "line" : "lines"} of this session`,
  ]
  return parts.filter(Boolean).join(", ") || "nothing yet"
}
