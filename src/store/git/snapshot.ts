// The notes as one commit has them, read from git's objects alone.
import { historyUnavailable, readHistory } from "./git-log.ts"
import type { Repository } from "./notes-repository.ts"

const MAX_BYTES = 512 * 1024 * 1024
const NEWLINE = 10

/** Contents by path of all regular files below the given folders (or exactly at a given path; "" is everything). */
export async function readSnapshot(
  repository: Repository,
  commit: string,
  prefixes: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const objects = await listObjects(repository, commit, prefixes)
  const input = [...objects.values()].map((object) => `${object}\n`).join("")
  const output = await readHistory(repository.git(["cat-file", "--batch"], { input, maxBytes: MAX_BYTES }))
  const contents = parseBatch(output)
  const paths = [...objects.keys()]
  if (contents.length !== paths.length)
    throw historyUnavailable({ message: `${commit.slice(0, 7)} has a file that is damaged` })
  return new Map(paths.map((path, at) => [path, contents[at] as Uint8Array]))
}

async function listObjects(
  repository: Repository,
  commit: string,
  prefixes: readonly string[],
): Promise<Map<string, string>> {
  const tree = await readHistory(repository.git(["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit]))
  const isWanted = (path: string) =>
    prefixes.some((prefix) => prefix === "" || path === prefix || path.startsWith(`${prefix}/`))
  const objects = new Map<string, string>()
  for (const entry of tree.toString("utf8").split("\0")) {
    const [, object, path] = /^100\d{3} blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? []
    if (object && path && isWanted(path)) objects.set(path, object)
  }
  return objects
}

/** `<object> blob <size>\n<bytes>\n`, in the order asked; ends early at an object that git cannot give. */
function parseBatch(output: Buffer): Buffer[] {
  const contents: Buffer[] = []
  let at = 0
  while (at < output.length) {
    const lineEnd = output.indexOf(NEWLINE, at)
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString("utf8", at, lineEnd))?.[1]
    if (size === undefined) return contents
    const start = lineEnd + 1
    contents.push(output.subarray(start, start + Number(size)))
    at = start + Number(size) + 1
  }
  return contents
}
