// The naive way to give a model its notes: on every turn read them all, parse each frontmatter, show hot notes in full and every cold note
// as a line. No cache and no cap, but written as one would write it: one recursive listing, all files read at once.
import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { parse } from "yaml"

export interface NaiveScope {
  readonly name: string
  readonly folder: string
}

interface NaiveNote {
  readonly path: string
  readonly description: string
  readonly limit: number
  readonly body: string
}

export type ParseHead = (yaml: string) => Record<string, unknown>

export const withYaml: ParseHead = (yaml) => (parse(yaml) ?? {}) as Record<string, unknown>

/** The least a parser can do, for a baseline that owes nothing to the cost of YAML. */
export const withSplit: ParseHead = (yaml) =>
  Object.fromEntries(
    yaml
      .split("\n")
      .filter((line) => line.includes(": "))
      .map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  )

export async function naivePrefix(scopes: readonly NaiveScope[], parseHead: ParseHead = withYaml): Promise<string> {
  const blocks = await Promise.all(
    scopes.map(async (scope) => renderScope(scope, await readNotes(scope.folder, parseHead))),
  )
  return `<memfs>\n${blocks.join("\n")}\n</memfs>`
}

async function readNotes(folder: string, parseHead: ParseHead): Promise<NaiveNote[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return Promise.all(
    files.map(async (file) => parseNote(relative(folder, file), await readFile(file, "utf8"), parseHead)),
  )
}

function parseNote(path: string, text: string, parseHead: ParseHead): NaiveNote {
  const [, yaml = "", body = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const head = parseHead(yaml)
  return { path, description: String(head.description ?? path), limit: Number(head.limit ?? 5000), body: body.trim() }
}

function renderScope({ name }: NaiveScope, notes: readonly NaiveNote[]): string {
  const hot = notes.filter(({ path }) => path.startsWith("system/"))
  const cold = notes.filter(({ path }) => !path.startsWith("system/"))
  return [
    ...hot.map(
      ({ path, body, limit }) =>
        `<system path="${path}" chars="${body.length}" limit="${limit}" scope="${name}">\n${body}\n</system>`,
    ),
    `<tree scope="${name}">`,
    ...cold.map(({ path, body, limit, description }) => `${path} (${body.length}/${limit}) - ${description}`),
    "</tree>",
  ].join("\n")
}
