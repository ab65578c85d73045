// Facts as they lie on disk, and every trace of a text in a store: in files, in databases and in what git keeps. Looked at from outside, with
// plain files and plain git.
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { ScopeName } from "../../src/model/scope.ts"
import { projectFolder } from "./store-on-disk.ts"

/** The files' names, sorted; none where nothing was ever saved. */
export function factNames(root: string, scope: ScopeName = "project", folder = "facts"): string[] {
  const place = join(root, "memory/projects")
  if (scope === "project" && !(existsSync(place) && readdirSync(place).length > 0)) return []
  const facts = join(scopeFolder(root, scope), folder)
  return existsSync(facts)
    ? readdirSync(facts)
        .filter((name) => name.endsWith(".md"))
        .sort()
    : []
}

/** `path` is a note's, with or without `.md`. */
export function noteText(root: string, path: string, scope: ScopeName = "project"): string {
  return readFileSync(join(scopeFolder(root, scope), path.endsWith(".md") ? path : `${path}.md`), "utf8")
}

export function scopeFolder(root: string, scope: ScopeName): string {
  return scope === "global" ? join(root, "memory/global") : projectFolder(root)
}

/** Where below the root the text stands: files by their path, git objects as "git". */
export function tracesOf(root: string, text: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) =>
    isFileWith(join(root, path), text),
  )
  return [...files, ...(gitObjects(root).includes(text) ? ["git"] : [])]
}

/** Files come and go while a host runs. */
function isFileWith(file: string, text: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) return false
  return existsSync(file) && readFileSync(file).includes(text)
}

function gitObjects(root: string): Buffer {
  const args = ["--git-dir", join(root, "history.git"), "cat-file", "--batch-all-objects", "--batch"]
  return execFileSync("git", args, { maxBuffer: 256 * 1024 * 1024 })
}
