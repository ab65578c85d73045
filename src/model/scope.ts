// A scope is a folder of notes: `global` is about the user and applies to every project, `project` belongs to one project.

export const SCOPES = ["project", "global"] as const
export type ScopeName = (typeof SCOPES)[number]

export interface Scope {
  readonly name: ScopeName
  /** Below the memory folder, one segment each: `["global"]` or `["projects", "my-app"]`. */
  readonly folder: readonly string[]
}

export const globalScope: Scope = { name: "global", folder: ["global"] }

export function projectScope(folderName: string): Scope {
  return { name: "project", folder: ["projects", folderName] }
}

/** Folders that every scope has; a note under the hot one is always in the prompt. */
export const COLD_FOLDERS = ["facts", "reference", "archive"] as const

/** Notes below this folder never leave the machine, so they are kept out of the git history, which a sync would push. */
export const PRIVATE_FOLDER = "private"

/** At any depth and in any case: what one file system takes for a private folder must be private on all of them. */
export function isPrivate(path: string): boolean {
  return path
    .split("/")
    .slice(0, -1)
    .some((folder) => folder.toLowerCase() === PRIVATE_FOLDER)
}

export function isHot(path: string, hotDir: string): boolean {
  return path.startsWith(`${hotDir}/`)
}
