// The notes a new scope begins with. Each says in its description what belongs in it; the body is empty, with a comment for the person who opens
// the file. They are made once: a deleted seed note does not come back. Not a change-set, which would wake history: a start in which nobody writes a
// note runs no git, and the first commit has them.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { newNote } from "../../model/note-file.ts"
import { COLD_FOLDERS, type Scope } from "../../model/scope.ts"
import { withAnchored } from "../../platform/anchored-dir.ts"
import { replaceFile } from "../../platform/durable-file.ts"

type SeedNote = readonly [name: string, description: string, comment: string]

const GLOBAL: readonly SeedNote[] = [
  [
    "persona.md",
    "How you work and speak, in every project. Update when the user corrects your manner or way of working",
    "Who the agent is to you: tone, language, habits you want or do not want. In every prompt of every project, so keep it short.",
  ],
  [
    "human.md",
    "Who the user is: name, role, tools, preferences, in every project. Update when you learn something lasting about them",
    "Who you are: role, tools, preferences that hold in every project. In every prompt of every project, so keep it short.",
  ],
]

const PROJECT: readonly SeedNote[] = [
  [
    "project.md",
    "This project: commands, architecture, conventions, decisions. Update when you learn what a newcomer would need",
    "What a newcomer to this project needs: build and test commands, architecture, conventions. In every prompt of this project.",
  ],
]

export function isSeeded(memory: string, scope: Scope, hotDir: string): boolean {
  return existsSync(join(memory, ...scope.folder, hotDir))
}

/** Below the memory folder. */
export function seedPaths({ name, folder }: Scope, hotDir: string): string[] {
  return (name === "global" ? GLOBAL : PROJECT).map(([note]) => [...folder, hotDir, note].join("/"))
}

/** Makes the scope's folders and seed notes. The caller holds the write lock and has checked that they are missing. */
export async function seedScope(memory: string, scope: Scope, hotDir: string): Promise<void> {
  for (const folder of COLD_FOLDERS)
    await withAnchored(memory, [...scope.folder, folder], { create: true }, async () => undefined)
  for (const [name, description, comment] of scope.name === "global" ? GLOBAL : PROJECT) {
    const bytes = new TextEncoder().encode(newNote(`<!-- ${comment} -->`, { description }))
    await replaceFile(memory, [...scope.folder, hotDir], name, bytes, { maxBytes: 0, expect: refuseExisting })
  }
}

function refuseExisting(current: unknown): void {
  if (current) throw new Error("a seed note never replaces a file")
}
