// What a session's model was shown, line by line with the origin of each, for anyone who asks afterwards.
import type { App } from "../app.ts"
import type { LineOrigin } from "../model/epoch.ts"
import { CairnError } from "../model/errors.ts"
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

/** The one that a person names, otherwise the last one of the project. */
export function sessionMeant(app: App, named: string | undefined): string {
  const [last] = app.store.shownPrompts.of(app.project.name).sessions(1)
  const meant = named?.trim() || last?.session
  if (meant !== undefined) return meant
  throw new CairnError(
    "no_such_session",
    "no model was shown anything of this project in the last 30 days",
    "give the id of a session; memory_sessions lists them",
  )
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
