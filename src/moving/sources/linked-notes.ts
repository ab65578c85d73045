// One fact per file, with name, description and type in the frontmatter and `[[name]]` links: the format of Claude Code's project memory and of a
// `notes/memory` folder. Generated lists of the facts are left out.
import { basename, join } from "node:path"
import { type NoteFile, parseNote } from "../../model/note-file.ts"
import { sentenceEnds } from "../../text/sentence-end.ts"
import type { MovedFact, MovedItem, OtherMemory } from "../other-memory.ts"
import { filesBelow, foreignText } from "../read-outside.ts"

const INDEX = "MEMORY.md"
const GENERATED = [INDEX, "SNAPSHOT.md"]
const CONFLICTS = "_CONFLICTS.md"

export const claudeCode: OtherMemory = {
  name: "claude-code",
  title: "Claude Code's memory folder",
  told: "project",
  livesIn: "home",
  places: ({ home, worktree, directory }) =>
    [...new Set([worktree, directory])].map((path) =>
      join(home, ".claude", "projects", path.replace(/[^a-zA-Z0-9]/g, "-"), "memory"),
    ),
  recognises: async (place) => basename(place) === "memory" && (await isFolderOfFacts(place)),
  read: async (place) => ({ items: await readFolder(place) }),
}

export const notesMemory: OtherMemory = {
  name: "notes-memory",
  title: "a notes/memory folder",
  livesIn: "home",
  places: () => [],
  recognises: isFolderOfFacts,
  read: async (place) => ({ items: await readFolder(place) }),
}

/** The same kind of folder inside the project. */
export const projectNotes: OtherMemory = {
  ...notesMemory,
  told: "project",
  livesIn: "project",
  places: ({ worktree }) => [join(worktree, "notes", "memory")],
  recognises: async () => false,
}

async function isFolderOfFacts(place: string): Promise<boolean> {
  const names = await filesBelow(place, ".md", 0)
  return names.includes(INDEX) || names.some((name) => /^(?:user|feedback|project|reference)-/.test(name))
}

async function readFolder(place: string): Promise<MovedItem[]> {
  const names = (await filesBelow(place, ".md", 0)).filter((name) => !GENERATED.includes(name) && !name.startsWith("_"))
  const facts: MovedFact[] = []
  for (const name of names) {
    const fact = factIn(name.replace(/\.md$/, ""), (await foreignText(join(place, name))) ?? "")
    if (fact) facts.push(fact)
  }
  const groups = conflictGroups((await foreignText(join(place, CONFLICTS))) ?? "", facts)
  return facts.map((fact) => {
    const conflicts = groups.flatMap((group) => (group.includes(fact.id) ? group.filter((id) => id !== fact.id) : []))
    return conflicts.length > 0 ? { ...fact, conflicts: [...new Set(conflicts)] } : fact
  })
}

/** The description is the statement; without one, the body's first sentence. */
function factIn(id: string, text: string): MovedFact | undefined {
  const note = parseNote(text)
  const { head, parts } = note
  const words = note.body.trim()
  const description = descriptionOf(note)
  const type = head.type ?? /^\s+type:\s*["']?(\w+)/m.exec(parts.yaml)?.[1] ?? /^([a-z]+)-/.exec(id)?.[1]
  if (description !== undefined) return { kind: "fact", id, type, text: description, detail: words || undefined }
  const line = words.split("\n", 1)[0] ?? ""
  const end = sentenceEnds(line).at(0) ?? line.length
  const first = line
    .slice(0, end)
    .replace(/^#+\s*/, "")
    .trim()
  return first === ""
    ? undefined
    : { kind: "fact", id, type, text: first, detail: words.slice(end).trim() || undefined }
}

/** The writers put the words on the line as they are, without YAML's quoting: `: `, ` #` and quotation marks belong to the text. */
function descriptionOf({ head, parts }: NoteFile): string | undefined {
  const line = /^description:[ \t]+(\S.*)$(?!\r?\n[ \t])/m.exec(parts.yaml)?.[1]?.trim()
  if (line === undefined || /^[|>]/.test(line)) return head.description
  return /^(["']).*\1$/.test(line) ? (head.description ?? line) : line
}

/** Facts named together in one paragraph or list item contradict each other. */
function conflictGroups(text: string, facts: readonly MovedFact[]): string[][] {
  const known = new Set(facts.map(({ id }) => id))
  const blocks = parseNote(text).body.split(/\n\s*\n|\n(?=\s*[-*+] |#)/)
  return blocks
    .map((block) => [
      ...new Set((block.match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? []).filter((word) => known.has(word))),
    ])
    .filter((group) => group.length > 1)
}
