// Where other memories would lie for this user and this project.

export interface Surroundings {
  readonly home: string
  /** Folders of the user as XDG names them. */
  readonly data: string
  readonly config: string
  /** Of the project, by real paths. */
  readonly worktree: string
  readonly directory: string
}

/** Whether a path is in a folder or is it. */
export function isBelow(folder: string, path: string): boolean {
  const base = folder.replace(/[/\\]+$/, "")
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}\\`)
}
