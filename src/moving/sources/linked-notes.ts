// One fact per file, with name, description and type in the frontmatter and `[[name]]` links: the format of Claude Code's project memory and of a
// `notes/memory` folder. The index is generated and left out.
import { basename, join } from "node:path"
import { parseNote } from "../../model/note-file.ts"
import { sentenceEnds } from "../../text/sentence-end.ts"
import type { MovedFact, MovedItem } from "../moved-item.ts"
import type { OtherMemory } from "../other-memory.ts"
import { filesBelow, foreignText } from "../read-outside.ts"

const INDEX = "MEMORY.md"
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
  const names = (await filesBelow(place, ".md", 0)).filter((name) => name !== INDEX && !name.startsWith("_"))
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
  const { head, body, parts } = parseNote(text)
  const words = body.trim()
  const type = head.type ?? /^\s+type:\s*["']?(\w+)/m.exec(parts.yaml)?.[1] ?? /^([a-z]+)-/.exec(id)?.[1]
  if (head.description !== undefined)
    return { kind: "fact", id, type, text: head.description, detail: words || undefined }
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
