// Files at the top of a scope that are generated from its notes. They are not notes, and no change-set writes them: nothing reads them
// back, so they are replaced whole, and only if that changes a byte.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { generatedMark } from "../../model/generated-mark.ts"
import type { Scope } from "../../model/scope.ts"
import { type FileContent, readFileBelow, removeFile, replaceFile } from "../../platform/durable-file.ts"
import type { Notes } from "./notes.ts"

export type GeneratedName = "MEMORY.md" | "_CONFLICTS.md"

const MAX_BYTES = 1024 * 1024

/** Without a text the file is removed. False if there was nothing to do, the file is a person's own, or the scope has no folder. */
export async function writeGenerated(
  memory: string,
  scope: Scope,
  name: GeneratedName,
  text: string | undefined,
  alone: Notes["alone"],
): Promise<boolean> {
  const isDone = async () => {
    const current = await readFileBelow(memory, scope.folder, name, MAX_BYTES)
    if (current) return !isGenerated(current) || textOf(current) === text
    return text === undefined || !existsSync(join(memory, ...scope.folder))
  }
  if (await isDone()) return false
  return alone(async () => {
    if (await isDone()) return false
    const options = { maxBytes: MAX_BYTES, expect: refuseOwn }
    if (text === undefined) return removeFile(memory, scope.folder, name, options)
    await replaceFile(memory, scope.folder, name, new TextEncoder().encode(text), options)
    return true
  })
}

function isGenerated(file: FileContent): boolean {
  return textOf(file).startsWith(generatedMark)
}

function textOf({ bytes }: FileContent): string {
  return new TextDecoder().decode(bytes)
}

function refuseOwn(current: FileContent | undefined): void {
  if (current && !isGenerated(current)) throw new Error("somebody has just put a file of their own in its place")
}
