// Whether a summary names a file: by its path, by its base name if no other changed file has the same one, or as `src/{a.ts, b.ts}`. A name that is
// also an everyday word ("test", "build") counts only if it is written as code or as a path.
import { type Block, spacedText, withoutHidden } from "./summary-page.ts"

const MAX_PATH = 500
/** Characters that names in running text do not have. */
const SIGNS = "\\s`'\"()[\\]{}<>,;|*"
const SIGN = new RegExp(`[${SIGNS}]`)
const NAME = new RegExp(`[^${SIGNS}]+`, "g")

const MARKED = "\n"

export function saidPaths(paths: readonly string[], blocks: readonly Block[]): boolean[] {
  const shown = paths.map((path) => spacedText(withoutHidden(path)))
  const keys = shown.map((path) => [path, ...baseNameKeys(path, shown)].map((name) => keyOf(name)))
  const wanted = new Set(keys.flat())
  const folders = new Set(shown.map(folderOf))
  const named = new Set<string>()
  for (const { lines } of blocks)
    for (const line of lines) {
      for (const name of namesIn(line, folders)) if (wanted.has(name)) named.add(name)
    }
  return shown.map((path, at) => (keys[at] ?? []).some((key) => named.has(key)) || isWrittenIn(path, blocks))
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1)
}

function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}

function baseNameKeys(path: string, paths: readonly string[]): string[] {
  const name = baseNameOf(path)
  const isUnique = paths.filter((other) => baseNameOf(other) === name).length === 1
  return isUnique && name !== "" && name !== path ? [name] : []
}

/** Whether the path can be told from the words around it, also in a brace list. */
export function isPlain(path: string): boolean {
  return !SIGN.test(path) && !/[./:!?…]$/.test(path)
}

export function isFileName(name: string): boolean {
  return /[^/.][/.]|^\.\w|[\p{L}\d][._-][\p{L}\d]|^[A-Z]{4,}$|^[A-Z]\w*file$/u.test(name)
}

function keyOf(name: string): string {
  return isFileName(name) ? name : `${MARKED}${name}`
}

function* namesIn(line: string, folders: ReadonlySet<string>): Generator<string> {
  const apart = line.replace(/\{[^{}]*\}/g, (group, at: number) =>
    line[at - 1] === "/" ? " ".repeat(group.length) : group,
  )
  for (const { 0: written, index } of apart.matchAll(NAME)) {
    const whole = written.slice(0, MAX_PATH)
    const name = whole.replace(/(?::\d+){0,2}[.:!?…]{0,3}$/, "")
    yield whole
    yield* waysToRead(name)
    if (line[index - 1] === "`" && line[index + written.length] === "`") yield `${MARKED}${name}`
  }
  for (const { 1: members = "", index } of line.matchAll(/\{([^{}]*)\}/g)) {
    const written = folderBefore(line, index)
    for (const folder of [written, written.replace(/^\.\//, "")])
      if (folders.has(folder)) yield* members.split(",").map((one) => keyOf(folder + one.trim()))
  }
}

/** As written, without `./`, and the tails of an absolute path, which is what tools get. */
function* waysToRead(name: string): Generator<string> {
  yield name
  if (name.startsWith("./")) {
    yield name.slice(2)
    yield `${MARKED}${name.slice(2)}`
  }
  if (!/^(?:\/|~\/|[A-Za-z]:)/.test(name)) return
  for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1)) {
    const end = name.slice(at + 1)
    if (end.includes("/")) yield end
  }
}

function folderBefore(line: string, end: number): string {
  let start = end
  while (start > 0 && end - start < MAX_PATH && !SIGN.test(line[start - 1] as string)) start--
  return line.slice(start, end)
}

/** Paths with spaces or brackets are not single words, so they are searched for as they are. */
function isWrittenIn(path: string, blocks: readonly Block[]): boolean {
  if (isPlain(path) || path === "") return false
  return blocks.some(({ lines }) => lines.some((line) => hasWhole(line, path)))
}

function hasWhole(line: string, path: string): boolean {
  for (let at = line.indexOf(path); at >= 0; at = line.indexOf(path, at + path.length)) {
    const end = at + path.length
    if (!/[\p{L}\p{N}_/]/u.test(line[at - 1] ?? "") && !/[\p{L}\p{N}_/]/u.test(line[end] ?? "")) return true
  }
  return false
}
