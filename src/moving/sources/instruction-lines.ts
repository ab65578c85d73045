// Instruction files for agents, statement by statement: CLAUDE.md, AGENTS.md and Cursor's rules. Anybody with write access to the repository
// writes them, so each line waits for a person. What OpenCode reads by itself is not imported.
import { basename, dirname, join } from "node:path"
import { foldFact } from "../../facts/fact-key.ts"
import { parseNote } from "../../model/note-file.ts"
import { sha256 } from "../../model/sha256.ts"
import { instructionsIn } from "../markdown-lines.ts"
import type { MemoryReading, MovedItem } from "../moved-item.ts"
import type { MemoryReader, OtherMemory } from "../other-memory.ts"
import { filesBelow, foreignText, kindOf, realPath } from "../read-outside.ts"
import type { Surroundings } from "../surroundings.ts"

export const claudeMd: OtherMemory = {
  ...{ name: "claude-md", title: "CLAUDE.md", livesIn: "project", told: "project", isNews: isUnread },
  places: ({ worktree, directory }) =>
    [...new Set([worktree, directory])].flatMap((folder) => [
      join(folder, "CLAUDE.md"),
      join(folder, ".claude", "CLAUDE.md"),
      join(folder, "CLAUDE.local.md"),
    ]),
  recognises: async (place) => /^CLAUDE(?:\.local)?\.md$/.test(basename(place)),
  read: (place, reader) => readFiles([place], reader, "project"),
}

/** The user's own, for every project. */
export const ownClaudeMd: OtherMemory = {
  ...{ name: "claude-md", title: "your own CLAUDE.md", livesIn: "home", told: "global", isNews: isUnread },
  places: ({ home }) => [join(home, ".claude", "CLAUDE.md")],
  recognises: async () => false,
  read: (place, reader) => readFiles([place], reader, "global"),
}

export const agentsMd: OtherMemory = {
  ...{ name: "agents-md", title: "AGENTS.md", livesIn: "project" },
  places: ({ worktree, directory }) => [...new Set([worktree, directory])].map((folder) => join(folder, "AGENTS.md")),
  recognises: async (place) => basename(place) === "AGENTS.md",
  read: (place, reader) => readFiles([place], reader, "project"),
}

export const cursorRules: OtherMemory = {
  ...{ name: "cursor", title: "Cursor's rules", livesIn: "project", told: "project" },
  places: ({ worktree }) => [join(worktree, ".cursor", "rules"), join(worktree, ".cursorrules")],
  recognises: async (place) => basename(place) === ".cursorrules" || place.endsWith(join(".cursor", "rules")),
  async read(place, reader) {
    if ((await kindOf(place)) === "file") return readFiles([place], reader, "project")
    const names = [...(await filesBelow(place, ".mdc")), ...(await filesBelow(place, ".md"))]
    return readFiles(
      names.map((name) => join(place, name)),
      reader,
      "project",
    )
  },
}

/** If OpenCode reads it, or the file that it is another name for, there is nothing to import. */
async function isUnread(place: string, around: Surroundings): Promise<boolean> {
  const [real, ...read] = await Promise.all([place, ...(await readByHost(around))].map(realPath))
  return !read.includes(real as string)
}

async function readFiles(
  files: readonly string[],
  { around }: MemoryReader,
  scope: "project" | "global",
): Promise<MemoryReading> {
  const byHost = await readByHost(around)
  const texts = await Promise.all(byHost.map(foreignText))
  const known = texts.map((text) => ` ${foldFact(text ?? "")} `).join("\n")
  const items: MovedItem[] = []
  for (const file of files) {
    const isRead = byHost.includes(file)
    for (const { text, heading } of instructionsIn(parseNote((await foreignText(file)) ?? "").body)) {
      const id = `${basename(file)}#${sha256(text).slice(0, 8)}`
      if (isRead || known.includes(` ${foldFact(text)} `))
        items.push({ kind: "left", id, text, why: "OpenCode reads it by itself" })
      else items.push({ kind: "fact", id, text, detail: heading ? `From "${heading}".` : undefined, scope })
    }
  }
  return { items }
}

const NAMES = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"]
const MAX_LEVELS = 20

/** Of the project: all files of the first of the three names that exists on any level. Of the user's own: the first that exists. */
async function readByHost({ home, config, worktree, directory }: Surroundings): Promise<string[]> {
  const own = await firstOf([join(config, "opencode", "AGENTS.md"), join(home, ".claude", "CLAUDE.md")])
  const folders = [directory]
  for (let at = directory; at !== worktree && dirname(at) !== at && folders.length < MAX_LEVELS; at = dirname(at))
    folders.push(dirname(at))
  for (const name of NAMES) {
    const files = folders.map((folder) => join(folder, name))
    const there = (await Promise.all(files.map(kindOf))).flatMap((kind, at) =>
      kind === "file" ? [files[at] as string] : [],
    )
    if (there.length > 0) return [...own, ...there]
  }
  return own
}

async function firstOf(files: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(files.map(kindOf))
  return files.filter((_, at) => kinds[at] === "file").slice(0, 1)
}
