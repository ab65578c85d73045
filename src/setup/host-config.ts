// The user's own OpenCode configuration, and Cairn's entry in it. Both generations read the same files and the key `plugin`. Comments, order and
// indentation are the user's, so a file is changed by edits of its text and never rewritten as a whole.
import { mkdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  visit,
} from "jsonc-parser"
import { CairnError } from "../model/errors.ts"
import { readOutsideFile } from "../platform/outside-file.ts"

export interface HostConfig {
  readonly file: string
  /** Undefined: there is no such file yet. */
  readonly text: string | undefined
}

export interface PluginEntry {
  readonly spec: string
  /** `plugin` or `plugins`. */
  readonly key: string
  readonly at: number
  readonly hasOptions: boolean
  readonly options?: unknown
}

/** In the order in which OpenCode reads them: the last one wins. */
const NAMES = ["config.json", "opencode.json", "opencode.jsonc"]
const KEYS = ["plugin", "plugins"]
const MAX_BYTES = 1024 * 1024
const PACKAGE = "opencode-cairn"

export async function readHostConfigs(folder: string): Promise<HostConfig[]> {
  const found: HostConfig[] = []
  for (const name of NAMES) {
    const file = join(folder, name)
    const read = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "own" })
    if ("text" in read && !read.truncated) found.push({ file, text: read.text })
    else if (!("fault" in read) || read.fault !== "missing")
      throw new CairnError("config_unreadable", `${file} cannot be read`, "fix that first; nothing was changed")
  }
  return found
}

/** Everything the file loads, whoever made it. Throws if the text is not JSON. */
export function pluginsIn({ file, text = "{}" }: HostConfig): PluginEntry[] {
  const content = parsed(file, text)
  return KEYS.flatMap((key) => {
    const list = content[key]
    if (!Array.isArray(list)) return []
    return list.flatMap((one: unknown, at): PluginEntry[] => {
      const spec: unknown = Array.isArray(one) ? one[0] : one
      const options: unknown = Array.isArray(one) ? one[1] : undefined
      return typeof spec === "string" ? [{ spec, key, at, hasOptions: Array.isArray(one), options }] : []
    })
  })
}

/** Whether an entry is Cairn: by the package's name, or by a folder of that name or of this very install. */
export function isOwnEntry({ spec }: PluginEntry, ownFolder: string): boolean {
  if (spec === PACKAGE || spec.startsWith(`${PACKAGE}@`)) return true
  const path = spec.replace(/^file:\/\//, "").replace(/\/+$/, "")
  return path.startsWith(ownFolder) || new RegExp(`(?:^|/)${PACKAGE}(?:/dist/server\\.js|/index\\.js)?$`).test(path)
}

/** The text with the entry added, in the file that has plugins already or is read last. */
export function withEntry({ file, text }: HostConfig, spec: string): string {
  if (text === undefined || text.trim() === "")
    return `{\n  "$schema": "https://opencode.ai/config.json",\n  "plugin": [${JSON.stringify(spec)}]\n}\n`
  const content = parsed(file, text)
  const key = KEYS.find((one) => Array.isArray(content[one])) ?? "plugin"
  const list: unknown[] = Array.isArray(content[key]) ? content[key] : []
  if (list.length === 0) return edited(text, [key], [spec])
  return edited(text, [key, list.length], spec, true)
}

/** Its options stay. */
export function withSpec({ text = "" }: HostConfig, { key, at, hasOptions }: PluginEntry, spec: string): string {
  return edited(text, hasOptions ? [key, at, 0] : [key, at], spec)
}

export function withoutEntry(config: HostConfig, { key, at }: PluginEntry): string {
  const { file, text = "" } = config
  const list = parsed(file, text)[key]
  const isLast = Array.isArray(list) && list.length === 1
  const without = isLast ? edited(text, [key], undefined) : undefined
  // With a property its neighbours' comments may go; an empty list keeps them.
  return without !== undefined && commentsIn(without) === commentsIn(text) ? without : withoutElement(text, key, at)
}

/** The library's own removal leaves a quote behind where the last element touches the bracket. */
function withoutElement(text: string, key: string, at: number): string {
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const list = (tree && findNodeAtLocation(tree, [key]))?.children ?? []
  const [before, node, next] = [list[at - 1], list[at], list[at + 1]]
  if (!node) return text
  const end = node.offset + node.length
  if (next) return text.slice(0, node.offset) + text.slice(next.offset)
  if (!before) return text.slice(0, node.offset) + text.slice(end).replace(/^\s*,/, "")
  const from = before.offset + before.length
  const gap = text.slice(from, node.offset).replace(/^\s*,/, "").trimEnd()
  const isOpen = /\/\/[^\n]*$/.test(gap) && !/^,?\s*\n/.test(text.slice(end))
  return `${text.slice(0, from)}${gap}${isOpen ? "\n" : ""}${text.slice(end)}`
}

/** As a whole or not at all; a link to the user's dotfiles stays a link. Without a text the file goes. */
export async function writeHostConfig({ file }: HostConfig, text: string | undefined): Promise<void> {
  if (text === undefined) return rm(file)
  await mkdir(dirname(file), { recursive: true })
  const real = await realpath(file).catch(() => file)
  const mode = await stat(real).then(
    (found) => found.mode & 0o777,
    () => 0o644,
  )
  const temp = `${real}.cairn-${process.pid}`
  await writeFile(temp, text, { mode, flag: "wx" })
  await rename(temp, real)
}

function edited(text: string, path: JSONPath, value: unknown, isArrayInsertion = false): string {
  // Where something goes, its neighbours keep the form that the user gave them.
  if (value === undefined) return applyEdits(text, modify(text, path, value, {}))
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  "
  const formattingOptions = {
    insertSpaces: !indent.includes("\t"),
    tabSize: indent.includes("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  }
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }))
}

function commentsIn(text: string): number {
  let comments = 0
  visit(text, { onComment: () => void comments++ })
  return comments
}

function parsed(file: string, text: string): Record<string, unknown> {
  const errors: ParseError[] = []
  const content: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    const line = text.slice(0, error.offset).split("\n").length
    throw new CairnError(
      "config_broken",
      `${file} has a mistake in line ${line} (${printParseErrorCode(error.error)})`,
      "fix that first; nothing was changed",
    )
  }
  if (content === null || typeof content !== "object" || Array.isArray(content))
    throw new CairnError("config_broken", `${file} is not an object`, "fix that first; nothing was changed")
  return content as Record<string, unknown>
}
