// Words that cannot be erased by themselves, since Cairn's own files consist of them: a project's folder, a key of the frontmatter, a column.
// Removing them would break unrelated things, so the person is asked for a longer text before anything is changed.
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { NOTE_TYPES } from "../../model/note-head.ts"
import { ownCommand } from "../../model/own-command.ts"
import { COLD_FOLDERS, PRIVATE_FOLDER, SCOPES } from "../../model/scope.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { PROJECTS } from "../projects/project-files.ts"
import type { Eraser } from "./erased-text.ts"

const VOCABULARY: readonly string[] = [
  ...SCOPES,
  ...COLD_FOLDERS,
  ...NOTE_TYPES,
  ...[PROJECTS, PRIVATE_FOLDER, "system", "quarantine", "MEMORY.md", "_CONFLICTS.md"],
  ...["description", "readonly", "limit", "trust", "trusted", "quarantined", "updated", "true", "false"],
  ...["evidence", "source", "confidence", "reinforced", "supersedes", "related", "expires", "always", "origin"],
  ...["assistant", "session", "message", "approved", "rejected", "deleted", "restored", "decision"],
]

/** Where the folder of a project is: a name on the user's disk, which is read from there again. */
export function isPlaceOfProject(path: string): boolean {
  return /(?:^|\/)\.(?:identity|local)\.json$/.test(path)
}

export async function refuseOwnWords(memory: string, db: Sqlite | undefined, eraser: Eraser): Promise<void> {
  const projects = await readdir(join(memory, PROJECTS)).catch((): string[] => [])
  const named = projects.find((name) => eraser.isIn(name))
  if (named !== undefined)
    throw new CairnError(
      "words_name_a_project",
      `the project "${named}" is named by these words; nothing was changed`,
      `give it another name first: ${ownCommand(`projects rename ${named} <name>`)}`,
    )
  const own = [...VOCABULARY, ...schemaNames(db)].find((term) => eraser.isIn(term))
  if (own !== undefined)
    throw new CairnError(
      "words_too_common",
      `Cairn's own files contain "${own}"; nothing was changed`,
      "erase the whole sentence instead, or more of it",
    )
}

function schemaNames(db: Sqlite | undefined): string[] {
  const rows = db?.all<{ name: string }>(
    "SELECT m.name AS name FROM sqlite_master m UNION SELECT i.name FROM sqlite_master m, pragma_table_info(m.name) i WHERE m.type = 'table'",
  )
  return (rows ?? []).map(({ name }) => name)
}
