// Paths as memory stores them: relative to the worktree, with slashes, so that they are the same in every clone. A path outside it stays absolute.
// OpenCode 1 gives the root of the disk as the worktree of a directory without git: there, paths are relative to the directory.
import { realpathSync } from "node:fs"
import { isAbsolute, parse, relative, resolve, sep } from "node:path"
import { tried } from "../model/fields.ts"

export type PathOf = (path: string) => string

export function worktreePaths(directory: string, worktree: string | undefined): PathOf {
  const root = worktree === undefined || worktree === parse(worktree).root ? directory : worktree
  const roots = [root, otherNameOf(root, directory)].filter((name) => name !== undefined)
  return (path) => {
    const absolute = resolve(directory, path)
    for (const name of roots) {
      const inside = relative(name, absolute)
      if (inside !== "" && !isOutside(inside)) return slashed(inside)
    }
    return slashed(absolute)
  }
}

/** The worktree as the host would name it, if the directory's name leads through a link. */
function otherNameOf(root: string, directory: string): string | undefined {
  if (!isOutside(relative(root, directory))) return undefined
  // If it is gone or unreadable, the name is all there is.
  const below = relative(root, tried(() => realpathSync(directory)) ?? directory)
  if (isOutside(below)) return undefined
  const up = below === "" ? [] : below.split(sep).map(() => "..")
  return resolve(directory, ...up)
}

function isOutside(path: string): boolean {
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)
}

function slashed(path: string): string {
  return sep === "/" ? path : path.split(sep).join("/")
}
