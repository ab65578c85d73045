// Every memory that can be imported, and which of them exist for this project.
import { dirname, join, resolve } from "node:path"
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import type { OtherMemory, Surroundings } from "./other-memory.ts"
import { fieldsIn, foreignJson, isAnything, kindOf, realPath } from "./read-outside.ts"
import { claudeMem } from "./sources/claude-mem.ts"
import { agentsMd, claudeMd, cursorRules, ownClaudeMd } from "./sources/instruction-lines.ts"
import { jsonExports } from "./sources/json-exports.ts"
import { claudeCode, notesMemory, projectNotes } from "./sources/linked-notes.ts"
import { magicContext } from "./sources/magic-context.ts"
import { memfs } from "./sources/memfs.ts"
import { workingMemory1 } from "./sources/working-memory-1.ts"
import { workingMemory2 } from "./sources/working-memory-2.ts"

export const otherMemories: readonly OtherMemory[] = [
  workingMemory2,
  workingMemory1,
  memfs,
  claudeCode,
  notesMemory,
  projectNotes,
  magicContext,
  claudeMem,
  ...jsonExports,
  claudeMd,
  ownClaudeMd,
  agentsMd,
  cursorRules,
]

export interface FoundMemory {
  readonly memory: OtherMemory
  readonly place: string
  /** The other program has to write it into a file first. */
  readonly needsExport?: true | undefined
}

export function surroundingsOf({ userFolders, project }: App): Surroundings {
  const { worktree, directory } = project.checkout
  return { ...userFolders, worktree, directory }
}

/** Only checks for existence; opens nothing. */
export async function findMemories(around: Surroundings): Promise<FoundMemory[]> {
  const asked = otherMemories.flatMap((memory): FoundMemory[] => [
    ...memory.places(around).map((place) => ({ memory, place })),
    ...(memory.exportedFrom?.(around) ?? []).map((place) => ({ memory, place, needsExport: true as const })),
  ])
  const isFound = await Promise.all(
    asked.map(async (one) => (await kindOf(one.place)) !== undefined && !(await leadsOut(around, one))),
  )
  return asked.filter((_, at) => isFound[at])
}

/** Memories that a user should be told about: not what OpenCode reads by itself. */
export async function memoriesToTell(around: Surroundings): Promise<FoundMemory[]> {
  const found = (await findMemories(around)).filter(({ memory }) => memory.told !== undefined)
  const isNews = await Promise.all(found.map(async ({ memory, place }) => memory.isNews?.(place, around) ?? true))
  return found.filter((_, at) => isNews[at])
}

/** What a person types to see what would be imported. */
export function importHint({ memory: { name, howToExport }, needsExport }: FoundMemory): string {
  const look = (from: string) => `"${ownCommand(`import ${from}`)}"`
  return needsExport
    ? `${howToExport}; ${look("<file>")} shows what would move in`
    : `${look(name)} shows what would move in`
}

/** A repository can contain a link instead of a folder, pointing anywhere. */
async function leadsOut({ worktree }: Surroundings, { memory, place }: FoundMemory): Promise<boolean> {
  if (memory.livesIn === "home") return false
  const [real = "", root = ""] = await Promise.all([dirname(place), worktree].map(realPath))
  return !isBelow(root, real)
}

/** What a person named: a kind of memory, or a file or folder. */
export async function namedMemories(around: Surroundings, named: string): Promise<FoundMemory[]> {
  const kind = otherMemories.filter(({ name }) => name === named)
  if (kind.length > 0) {
    const found = (await findMemories(around)).filter(({ memory }) => kind.includes(memory))
    const readable = found.filter(({ needsExport }) => !needsExport)
    if (readable.length > 0) return readable
    const [kept] = found
    if (kept)
      throw new CairnError(
        "needs_export",
        `${kept.place} is ${kept.memory.title}'s own, and not read`,
        importHint(kept),
      )
    throw new CairnError(
      "nothing_to_import",
      `there is no ${kind[0]?.title} here`,
      `looked for ${kind.flatMap((one) => [...one.places(around), ...(one.exportedFrom?.(around) ?? [])]).join(", ")}; a file or folder can be named instead`,
    )
  }
  const place = resolve(around.directory, named.replace(/^~(?=\/|$)/, around.home))
  if ((await kindOf(place)) === undefined)
    throw new CairnError(
      "nothing_to_import",
      `there is no "${named}" to import`,
      `name one of ${[...new Set(otherMemories.map(({ name }) => name))].join(", ")}, or a file or folder`,
    )
  for (const memory of otherMemories) if (await memory.recognises(place)) return [{ memory, place }]
  if (await isOwnExport(place))
    throw new CairnError(
      "not_understood",
      `${named} is an export of Cairn's for other programs, which is not read back`,
      `"${ownCommand("export --format archive --to backup.tar.gz")}" makes a file that can be imported`,
    )
  throw new CairnError("not_understood", `${named} is not a memory that can be imported`, READABLE)
}

const READABLE =
  "what can be: an archive of Cairn's, the JSON of claude-mem, opencode-mem or mem0, a CLAUDE.md, AGENTS.md or .cursorrules, and the folders of the other memories"

async function isOwnExport(place: string): Promise<boolean> {
  if (!place.endsWith(".json")) return false
  return fieldsIn(await foreignJson(place).catch(() => undefined)).format === "cairn"
}

/** A memory in the user's home counts as the user's word. What is in a repository or outside the home may have been written by somebody else. */
export async function isUsersWord(around: Surroundings, { memory, place }: FoundMemory): Promise<boolean> {
  if (memory.livesIn === "project") return false
  if (memory.places(around).includes(place)) return true
  const [real = "", home = "", worktree = ""] = await Promise.all([place, around.home, around.worktree].map(realPath))
  return isBelow(home, real) && !isBelow(worktree, real) && !(await isInRepository(home, real))
}

/** Whether a path is a folder or inside it. */
function isBelow(folder: string, path: string): boolean {
  const base = folder.replace(/[/\\]+$/, "")
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`)
}

/** The home folder itself may be a repository: many keep their dotfiles so. */
async function isInRepository(home: string, place: string): Promise<boolean> {
  for (let at = place; at !== home && dirname(at) !== at; at = dirname(at))
    if (await isAnything(join(at, ".git"))) return true
  return false
}
