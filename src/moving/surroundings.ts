// Where other memories would be for this user and project.

export interface Surroundings {
  readonly home: string
  /** The user's folders as XDG names them. */
  readonly data: string
  readonly config: string
  /** Of the project, as real paths. */
  readonly worktree: string
  readonly directory: string
}

/** Whether a path is a folder or inside it. */
export function isBelow(folder: string, path: string): boolean {
  const base = folder.replace(/[/\\]+$/, "")
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`)
}
