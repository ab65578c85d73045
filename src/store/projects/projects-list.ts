// `global/reference/projects.md`: a generated, read-only, cold list of the known projects, so that an agent knows what else there is and where.
import { projectsMark } from "../../model/generated-mark.ts"
import { joinNote, newNote } from "../../model/note-file.ts"
import { parseNotePath } from "../../model/note-path.ts"
import { globalScope } from "../../model/scope.ts"
import type { Notes } from "../notes/notes.ts"
import type { ListedProject, Projects } from "./projects.ts"

const PROJECTS_NOTE = parseNotePath("reference/projects.md")

export async function writeProjectsList(notes: Notes, projects: Projects): Promise<void> {
  const body = (await projects.list()).map(projectLine).join("\n")
  const text = newNote(body, { description: projectsMark, readonly: true, limit: 100_000 })
  const current = await notes.read(globalScope, PROJECTS_NOTE)
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

function projectLine({ name, remote, path, seen }: ListedProject): string {
  const known = [remote, path, seen && `last seen ${seen}`].filter((part) => part !== undefined)
  return known.length > 0 ? `- ${name}: ${known.join(", ")}` : `- ${name}`
}
