// The user's own OpenCode configuration, and Cairn's entry in it. Both generations read the same files and the key `plugin`. Comments, order and
// indentation are the user's, so a file is changed by edits of its text and never rewritten as a whole.
import { lstat, mkdir, realpath, rm, stat, writeFile } from "node:fs/promises"
import { homedir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  visit,
} from "jsonc-parser"
import { CairnError, messageOf } from "../model/errors.ts"
import { field, tried } from "../model/fields.ts"
import { jsonFault } from "../model/json-fault.ts"
import { replaceFile } from "../platform/durable-file.ts"
import { type OutsideLimits, readOutsideBytes, readOutsideFile } from "../platform/outside-file.ts"
import { foldersUpTo } from "../platform/walk-files.ts"
import { ownFolder } from "./install.ts"

export interface HostConfig {
  readonly file: string
  /** Undefined if there is no such file yet. */
  readonly text: string | undefined
  /** Entries that name a checkout of Cairn, in whatever folder it is. */
  readonly checkouts?: readonly string[]
}

export interface PluginEntry {
  readonly spec: string
  /** `plugin` or `plugins`. */
  readonly key: string
  readonly at: number
  readonly hasOptions: boolean
  readonly options?: unknown
  readonly isCheckout?: boolean
}

/** In the order in which OpenCode reads them: the last one wins. */
const NAMES = ["config.json", "opencode.json", "opencode.jsonc"]
const KEYS = ["plugin", "plugins"]
const MAX_BYTES = 1024 * 1024
const PACKAGE = "opencode-cairn"

/** Where a project's own may be: OpenCode reads it in every folder from the top of the working tree, which comes first, down to the current one. */
export function projectConfigFolders(worktree: string, directory: string): string[] {
  const folders = [...new Set([worktree, ...foldersUpTo(directory, worktree).toReversed()])]
  return [...folders, ...folders.map((folder) => join(folder, ".opencode"))]
}

/** `own` is for the user's own folder: a repository could have put a link into any other, or made the folder itself one. */
export async function readHostConfigs(folder: string, links: OutsideLimits["links"]): Promise<HostConfig[]> {
  const found: HostConfig[] = []
  for (const name of NAMES) {
    const file = join(folder, name)
    const read = await readOutsideFile(file, { maxBytes: MAX_BYTES, links })
    if ("text" in read && !read.truncated)
      found.push({ file, text: read.text, checkouts: await checkoutsIn({ file, text: read.text }) })
    else if (!("fault" in read) || read.fault !== "missing")
      throw new CairnError(
        "config_unreadable",
        `${file} cannot be read${links === "own" ? "" : " (a link in a project is not followed)"}`,
        "fix that first; nothing was changed",
      )
  }
  return found
}

/** A folder's name says nothing about what is in it: its package.json does. */
async function checkoutsIn(config: HostConfig): Promise<string[]> {
  const specs = entriesOf(config).map(({ spec }) => spec)
  const isOne = await Promise.all(specs.map((spec) => isCheckout(spec, dirname(config.file))))
  return specs.filter((_, at) => isOne[at])
}

async function isCheckout(spec: string, folder: string): Promise<boolean> {
  if (!/^(?:file:\/\/)?[./~]/.test(spec)) return false
  const path = resolve(folder, spec.replace(/^file:\/\//, "").replace(/^~(?=\/)/, homedir()))
  for (const root of [path, dirname(path), dirname(dirname(path))]) {
    const read = await readOutsideFile(join(root, "package.json"), { maxBytes: MAX_BYTES, links: "refuse" })
    if ("text" in read) return field(parse(read.text), "name") === PACKAGE
  }
  return false
}

/** None if the text is not JSON: reporting that is somebody else's task. */
export function entriesOf(config: HostConfig): PluginEntry[] {
  return tried(() => pluginsIn(config)) ?? []
}

/** Everything the file loads. Throws if the text is not JSON. */
export function pluginsIn({ file, text = "", checkouts = [] }: HostConfig): PluginEntry[] {
  const content = text.trim() === "" ? {} : parsed(file, text)
  return KEYS.flatMap((key) => {
    const list = content[key]
    if (!Array.isArray(list)) return []
    return list.flatMap((one: unknown, at): PluginEntry[] => {
      const spec: unknown = Array.isArray(one) ? one[0] : one
      const options: unknown = Array.isArray(one) ? one[1] : undefined
      if (typeof spec !== "string") return []
      return [{ spec, key, at, hasOptions: Array.isArray(one), options, isCheckout: checkouts.includes(spec) }]
    })
  })
}

/** Whether an entry is Cairn: by the package's name, or by a folder of that name, of this install or with a checkout. */
export function isOwnEntry({ spec, isCheckout }: PluginEntry, folder = ownFolder()): boolean {
  if (isCheckout || spec === PACKAGE || spec.startsWith(`${PACKAGE}@`)) return true
  const path = spec.replace(/^file:\/\//, "").replace(/\/+$/, "")
  return path.startsWith(folder) || new RegExp(`(?:^|/)${PACKAGE}(?:/dist/server\\.js|/index\\.js)?$`).test(path)
}

/** The text with the entry added. */
export function withEntry({ file, text }: HostConfig, spec: string): string {
  if (text === undefined || text.trim() === "")
    return `{\n  "$schema": "https://opencode.ai/config.json",\n  "plugin": [${JSON.stringify(spec)}]\n}\n`
  const content = parsed(file, text)
  const key = KEYS.find((one) => Array.isArray(content[one])) ?? "plugin"
  const tree = parseTree(text, [], { allowTrailingComma: true })
  const list = tree && findNodeAtLocation(tree, [key])
  if (list?.type === "array") return withLast(text, list, JSON.stringify(spec))
  if (list || !tree) return edited(text, [key], [spec])
  return withLast(text, tree, `"plugin": [${JSON.stringify(spec)}]`)
}

/** Formatted like its neighbours: on a separate line if they are. Nothing else is touched. */
function withLast(text: string, { type, offset, children }: Node, added: string): string {
  const last = children?.at(-1)
  if (last) {
    const end = last.offset + last.length
    const gap = /\r?\n[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? " "
    // A remark at the end of the neighbour's line is the neighbour's.
    const [all = "", comma = "", remark = ""] =
      (gap !== " " && /^([ \t]*,)?([ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n*]*\*\/))(?=\r?\n)/.exec(text.slice(end))) || []
    const rest = text.slice(end + all.length)
    return `${text.slice(0, end)},${remark}${gap}${added}${comma.trim()}${rest}`
  }
  const [before, after] = [text.slice(0, offset + 1), text.slice(offset + 1)]
  const isOneLine = /^[ \t]*[\]}]/.test(after)
  if (type === "array" && isOneLine) return `${before}${added}${after}`
  const eol = text.includes("\r\n") ? "\r\n" : "\n"
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset) + 1))?.[0] ?? ""
  return `${before}${eol}${indent}  ${added}${isOneLine ? `${eol}${indent}` : ""}${after}`
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
  // Removing the property may also remove its neighbours' comments; an empty list keeps them.
  return without !== undefined && commentsIn(without) === commentsIn(text) ? without : withoutElement(text, key, at)
}

/** The library's own removal leaves a quote behind if the last element touches the bracket. */
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
  const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? ""
  const rest = text.slice(end + comma.length)
  const isOpen = /\/\/[^\n]*$/.test(gap) && !/^\s*\n/.test(rest)
  return `${text.slice(0, from)}${comma.trim()}${gap}${isOpen ? "\n" : ""}${rest}`
}

/**
 * Completely or not at all, and only if the file still has the text that was read. A link to the user's dotfiles stays a link, even if its target
 * is missing. Without a new text the file is removed.
 */
export async function writeHostConfig({ file, text }: HostConfig, after: string | undefined): Promise<void> {
  const isLink = (await lstat(file).catch(() => undefined))?.isSymbolicLink()
  const target = await realpath(file).catch(() => undefined)
  const real = target ?? file
  await refuseOther(file, text)
  try {
    if (after === undefined) return await rm(real)
    if (isLink && !target) return await writeFile(file, after)
    await mkdir(dirname(real), { recursive: true })
    const { mode } = await stat(real).catch(() => ({ mode: 0o666 & ~process.umask() }))
    await replaceFile(dirname(real), [], basename(real), Buffer.from(after), {
      ...{ maxBytes: MAX_BYTES, mode: mode & 0o777, breaksLink: true },
      expect(current) {
        if (textOf(current?.bytes) !== text) throw changedMeanwhile(file)
      },
    })
  } catch (error) {
    if (error instanceof CairnError) throw error
    throw new CairnError(
      "config_unwritable",
      `${file} cannot be written: ${messageOf(error)}`,
      "give yourself write permission there; nothing was changed",
      { cause: error },
    )
  }
}

/** Bytes that are not UTF-8 would be lost. */
async function refuseOther(file: string, text: string | undefined): Promise<void> {
  const read = await readOutsideBytes(file, { maxBytes: MAX_BYTES, links: "own" })
  const bytes = "bytes" in read ? Buffer.from(read.bytes) : undefined
  if (text === undefined ? !bytes : bytes?.equals(Buffer.from(text))) return
  if (textOf(bytes) !== text) throw changedMeanwhile(file)
  throw new CairnError("config_changed", `${file} is not in UTF-8`, "save it as UTF-8 first; nothing was changed")
}

function changedMeanwhile(file: string): CairnError {
  return new CairnError(
    "config_changed",
    `${file} was changed by somebody else meanwhile`,
    "try again; nothing was changed",
  )
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString("utf8")
}

/** The neighbours keep the user's formatting. */
function edited(text: string, path: JSONPath, value: unknown): string {
  return applyEdits(text, modify(text, path, value, {}))
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
    const { line, what } = jsonFault(text, error)
    throw new CairnError(
      "config_broken",
      `${file} has a mistake in line ${line} (${what})`,
      "fix that first; nothing was changed",
    )
  }
  if (content === null || typeof content !== "object" || Array.isArray(content))
    throw new CairnError("config_broken", `${file} is not an object`, "fix that first; nothing was changed")
  return content as Record<string, unknown>
}
