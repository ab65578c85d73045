// `global/reference/projects.md`: a generated, read-only, cold list of the known projects, so that an agent knows what else there is and where.
import { projectsMark } from "../../model/generated-mark.ts"
import { joinNote, newNote } from "../../model/note-file.ts"
import { parseNotePath } from "../../model/note-path.ts"
import { globalScope } from "../../model/scope.ts"
import { ERASED } from "../erasure/erased-text.ts"
import type { Notes } from "../notes/notes.ts"
import type { ListedProject, Projects } from "./projects.ts"

const PROJECTS_NOTE = parseNotePath("reference/projects.md")

export async function writeProjectsList(notes: Notes, projects: Projects): Promise<void> {
  const current = await notes.read(globalScope, PROJECTS_NOTE)
  const erased = erasedLines(current?.file.body ?? "")
  const body = (await projects.list()).map((project) => erased.get(project.name) ?? projectLine(project)).join("\n")
  const text = newNote(body, { description: projectsMark, readonly: true, limit: 100_000 })
  // The head too: without it, a person or another Cairn could leave a list that is not read-only.
  if (current && joinNote(current.file.parts) === text) return
  // If a person keeps a note under this name, it is left alone.
  if (current && current.file.head.description !== projectsMark) return
  await notes.change(
    globalScope,
    PROJECTS_NOTE,
    () => text,
    () => "list the projects",
  )
}

/** By the project's name. What a person had erased from the list is not brought back, though the folder is still called so. */
function erasedLines(body: string): Map<string, string> {
  const lines = body.split("\n").filter((line) => line.includes(ERASED))
  return new Map(lines.map((line) => [/^- ([^:]*)/.exec(line)?.[1] ?? "", line]))
}

function projectLine({ name, remote, path, seen }: ListedProject): string {
  const known = [remote, path, seen && `last seen ${seen}`].filter((part) => part !== undefined)
  return known.length > 0 ? `- ${name}: ${known.join(", ")}` : `- ${name}`
}
