// The instruction files that the host puts into every prompt by itself: what they say need not be remembered as well, and their orders are the
// project's. Also the scripts that a project names. Read only.
import { readdir } from "node:fs/promises"
import { basename, dirname, isAbsolute, join } from "node:path"
import { within } from "../model/deadline.ts"
import { parseLenient } from "../model/lenient-json.ts"
import { type OutsideLimits, readOutsideFile } from "../platform/outside-file.ts"
import { foldersUpTo } from "../platform/walk-files.ts"

export const INSTRUCTION_NAMES = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"]
const CONFIGS = ["opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"]
const MAX_BYTES = 256 * 1024
const MAX_NAMED = 40
const LIST_MS = 1000

export interface ProjectPlace {
  readonly directory: string
  readonly worktree: string
  /** The host's own configuration folder. */
  readonly config: string
}

/** Their texts, from the directory up to the worktree, and the user's own. Unreadable files are left out. */
export async function readInstructionFiles(place: ProjectPlace): Promise<string[]> {
  const files = (folder: string) => INSTRUCTION_NAMES.map((name) => join(folder, name))
  const folders = foldersUpTo(place.directory, place.worktree)
  const [own, named] = await Promise.all([
    namedIn(place.config, "own"),
    Promise.all(folders.map((folder) => namedIn(folder, { below: folder }))),
  ])
  // A relative name is searched for from the directory upwards, whoever gives it; only the user may name any other file.
  const relative = [...own, ...named.flat()].filter((name) => !isAbsolute(name))
  const found = await Promise.all(
    folders.flatMap((below) => relative.map(async (name) => filesBelow(below, await matching(below, name)))),
  )
  const ofProject = [...folders.flatMap((below) => filesBelow(below, files(below))), ...found.flat()]
  const texts = await Promise.all([
    ...[...files(place.config), ...own.filter(isAbsolute)].map((path) => readSmall(path, "own")),
    ...[...new Map(ofProject.map((one) => [one.path, one])).values()].map(readProjectFile),
  ])
  return texts.filter((text) => text !== undefined)
}

/** A repository has made everything below this folder. */
interface ProjectFile {
  readonly below: string
  readonly path: string
}

function filesBelow(below: string, paths: readonly string[]): ProjectFile[] {
  return paths.map((path) => ({ below, path }))
}

function readProjectFile({ below, path }: ProjectFile): Promise<string | undefined> {
  return readSmall(path, { below })
}

/** The `instructions` of a folder's configuration of the host. */
async function namedIn(folder: string, links: OutsideLimits["links"]): Promise<string[]> {
  const texts = await Promise.all(CONFIGS.map((name) => readSmall(join(folder, name), links)))
  return texts
    .flatMap((text) => {
      const { instructions } = (parseLenient(text ?? "") ?? {}) as { readonly instructions?: unknown }
      return Array.isArray(instructions) ? instructions.filter((name) => typeof name === "string") : []
    })
    .filter((name) => !name.includes("://") && !name.split("/").includes(".."))
    .slice(0, MAX_NAMED)
}

/** The files that match a name with stars in its last part. */
async function matching(folder: string, name: string): Promise<string[]> {
  const path = join(folder, name)
  if (!name.includes("*")) return [path]
  if (dirname(path).includes("*")) return []
  const pieces = basename(path).split("*")
  const [start = "", end = ""] = [pieces[0], pieces.at(-1)]
  const names = await namesIn(dirname(path))
  return names.filter((one) => one.startsWith(start) && one.endsWith(end)).map((one) => join(dirname(path), one))
}

async function namesIn(folder: string): Promise<string[]> {
  const listed = readdir(folder).catch(() => [])
  return ((await within(LIST_MS, listed)) ?? []).sort().slice(0, MAX_NAMED)
}

const SCRIPT_FILES = ["package.json", "Makefile", "makefile", "justfile"]
const PIPELINES = ".gitlab-ci.yml"
const WORKFLOWS = join(".github", "workflows")

/** The text of package.json, Makefile and CI files of the worktree and of the directory. */
export async function readScriptFiles({ directory, worktree }: ProjectPlace) {
  const workflows = (await namesIn(join(worktree, WORKFLOWS))).filter((name) => /\.ya?ml$/.test(name))
  const pipelines = await readNamed([
    ...[...new Set([directory, worktree])].flatMap((below) => filesBelow(below, [join(below, PIPELINES)])),
    ...filesBelow(
      worktree,
      workflows.map((name) => join(worktree, WORKFLOWS, name)),
    ),
  ])
  return [...(await readScriptsIn({ directory, worktree })), ...pipelines]
}

/** `inside`: other folders of the worktree, which come first. */
export function readScriptsIn({ directory, worktree }: Omit<ProjectPlace, "config">, inside: readonly string[] = []) {
  const scriptsIn = (folder: string) => SCRIPT_FILES.map((name) => join(folder, name))
  const own = [...new Set([directory, worktree])]
  return readNamed([
    ...filesBelow(worktree, inside.filter((folder) => !own.includes(folder)).flatMap(scriptsIn)),
    ...own.flatMap((below) => filesBelow(below, scriptsIn(below))),
  ])
}

async function readNamed(named: readonly ProjectFile[]) {
  const files = await Promise.all(
    named.map(async (one) => ({ name: basename(one.path), text: await readProjectFile(one) })),
  )
  return files.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]))
}

async function readSmall(path: string, links: OutsideLimits["links"]): Promise<string | undefined> {
  const found = await readOutsideFile(path, { maxBytes: MAX_BYTES, links })
  return "text" in found && !found.truncated ? found.text : undefined
}
