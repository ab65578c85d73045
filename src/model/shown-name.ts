// What a note is called in a message about it: in history, and in the answer to a change of several.
import { basename } from "node:path"
import { isPrivate } from "./scope.ts"

const MAX_LENGTH = 80

/** The path is relative to its scope. */
export function shownName(path: string): string {
  return isPrivate(path) ? "(private)" : nameIn(path)
}

/** For a file in history, which is never private. */
export function nameIn(path: string): string {
  return onOneLine(basename(path).replace(/\.md$/, ""))
}

export function onOneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim()
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}
