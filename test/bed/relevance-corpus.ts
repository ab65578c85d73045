// Notes of several projects and of their users, and messages with the ids of the notes they want, half of them none: those of this
// repository, and any file of the same form.
import { readFileSync } from "node:fs"
import type { NoteInfo } from "../../src/model/note.ts"
import type { ScopeName } from "../../src/model/scope.ts"
import { createRelevance, type Relevance } from "../../src/prompt/relevance.ts"

export interface NotedNote {
  readonly id: string
  /** `user`: whatever the project. */
  readonly project: string
  readonly path: string
  readonly description: string
  readonly body?: string
}

export interface NotedMessage {
  readonly project: string
  readonly text: string
  readonly want: readonly string[]
}

export interface NotedProjects {
  readonly notes: readonly NotedNote[]
  readonly messages: readonly NotedMessage[]
}

/** One note or message a line. */
export function relevanceCorpus(): NotedProjects {
  const lines = readFileSync("test/corpus/relevance.jsonl", "utf8").trim().split("\n")
  const rows = lines.map((line) => JSON.parse(line) as NotedNote | NotedMessage)
  return {
    notes: rows.filter((row): row is NotedNote => "id" in row),
    messages: rows.filter((row): row is NotedMessage => "want" in row),
  }
}

/** What a project's messages are asked of; `others` are notes on other matters. */
export function relevanceOf({ notes }: NotedProjects, project: string, others: readonly NoteInfo[] = []): Relevance {
  const relevance = createRelevance()
  const scoped = (scope: ScopeName, of: string) =>
    notes.filter((note) => note.project === of).map((note) => infoOf(note, scope))
  relevance.update("project", [...scoped("project", project), ...others].sort(byPath))
  relevance.update("global", scoped("global", "user").sort(byPath))
  return relevance
}

/** Its hash is the note's id. */
function infoOf({ id, path, description, body }: NotedNote, scope: ScopeName): NoteInfo {
  return {
    scope,
    path: path.endsWith(".md") ? path : `${path}.md`,
    description,
    limit: 5000,
    chars: (body ?? description).length,
    hot: false,
    readonly: false,
    quarantined: false,
    hash: id,
    ...(body && { gist: body }),
  }
}

function byPath(a: NoteInfo, b: NoteInfo): number {
  return a.path < b.path ? -1 : 1
}
