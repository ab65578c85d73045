// Which project a directory of a past session belongs to. A folder that is still there says it itself; one that is gone is known by the paths at
// which its project was seen.
import { stat } from "node:fs/promises"
import { sep } from "node:path"
import { identityKeys, isShared, type KnownProject, matchProject } from "../../model/project-identity.ts"
import { readRepository } from "../../platform/repository.ts"

/** Directories without a project are left out. */
export async function projectsOfDirectories(
  directories: readonly string[],
  known: readonly KnownProject[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    [...new Set(directories)].map(async (directory) => [directory, await ownerOf(directory, known)] as const),
  )
  return new Map(found.flatMap(([directory, name]) => (name === undefined ? [] : [[directory, name] as const])))
}

async function ownerOf(directory: string, known: readonly KnownProject[]): Promise<string | undefined> {
  const isThere = await stat(directory).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  if (!isThere) return formerOwner(directory, known)
  // By its place alone: a remote is a line in a file that anybody can write.
  const keys = identityKeys(await readRepository(directory)).filter((key) => !isShared(key))
  const match = matchProject(keys, known)
  return match.kind === "known" ? match.project.name : undefined
}

/** By the nearest path at or above it where a project was seen. */
function formerOwner(directory: string, known: readonly KnownProject[]): string | undefined {
  const places = known.flatMap(({ name, keys }) =>
    keys.filter(({ kind }) => kind === "path").map(({ value }) => ({ name, path: value })),
  )
  const above = places.filter(
    ({ path }) => directory === path || directory.startsWith(path.endsWith(sep) ? path : path + sep),
  )
  return above.sort((a, b) => b.path.length - a.path.length)[0]?.name
}
