// Instruction files for agents, statement by statement: CLAUDE.md, AGENTS.md and Cursor's rules. Anybody with write access to the repository
// writes them, so each line waits for a person. What OpenCode reads by itself is not imported.
import { basename, join } from "node:path"
import { foldFact } from "../../facts/fact-key.ts"
import { parseNote } from "../../model/note-file.ts"
import { sha256 } from "../../model/sha256.ts"
import { foldersUpTo } from "../../platform/walk-files.ts"
import { INSTRUCTION_NAMES } from "../../store/instruction-files.ts"
import type { MemoryReader, MemoryReading, MovedItem, OtherMemory, Surroundings } from "../other-memory.ts"
import { filesBelow, foreignText, kindOf, realPath } from "../read-outside.ts"

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
    const files = names.map((name) => join(place, name))
    return readFiles(files, reader, "project")
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

const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/
const NO_STATEMENT = /^\s*(?:\||@\S|<!--|<\/?[a-zA-Z]|[-=*_]{3,}\s*$)/

/**
 * The statements of an instruction file: each list item or paragraph is one, with the heading above it. Code, tables, comments and imports of other
 * files are skipped.
 */
function instructionsIn(markdown: string) {
  const found: { readonly text: string; readonly heading: string }[] = []
  let heading = ""
  let open: string[] = []
  let fence = ""
  const close = () => {
    const text = open.join(" ").replace(/\s+/g, " ").trim()
    if (/[\p{L}\p{N}]/u.test(text)) found.push({ text, heading })
    open = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? ""
    if (fence !== "" || mark !== "") {
      close()
      if (fence === "") fence = mark
      else if (mark.startsWith(fence)) fence = ""
      continue
    }
    const [, title] = /^#{1,6}\s+(.*)$/.exec(line) ?? []
    const [, item] = ITEM.exec(line) ?? []
    if (title !== undefined || item !== undefined || line.trim() === "" || NO_STATEMENT.test(line)) close()
    if (title !== undefined) heading = title.trim()
    else if (item !== undefined) open = [item]
    else if (line.trim() !== "" && !NO_STATEMENT.test(line)) open.push(line.trim())
  }
  close()
  return found
}

/** Of the project: all files of the first of the three names that exists on any level. Of the user's own: the first that exists. */
async function readByHost({ home, config, worktree, directory }: Surroundings): Promise<string[]> {
  const own = await firstOf([join(config, "opencode", "AGENTS.md"), join(home, ".claude", "CLAUDE.md")])
  for (const name of INSTRUCTION_NAMES) {
    const files = foldersUpTo(directory, worktree).map((folder) => join(folder, name))
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
