// Which project a directory of a past session belongs to. An existing folder says it itself; one that is gone is recognised by the paths where its
// project was seen. So is one on a disk that does not answer: sessions are old, and one of their mounts may be dead.
import { stat } from "node:fs/promises"
import { sep } from "node:path"
import { within } from "../../model/deadline.ts"
import { type IdentityKey, identityKeys, type KnownProject, matchProject } from "../../model/project-identity.ts"
import { RecentMap } from "../../model/recent-map.ts"
import { readRepository } from "../../platform/repository.ts"
import { ownKeys } from "./project-judgement.ts"

/** How long to wait for a directory, and only the first time. */
const DIRECTORY_MS = 500
const MAX_REMEMBERED = 5000

type ReadKeys = (directory: string) => Promise<readonly IdentityKey[] | undefined>

interface Place {
  /** Undefined: it is gone, cannot be read, or has not answered yet. */
  keys: readonly IdentityKey[] | undefined
  readonly read: Promise<void>
  isAwaited: boolean
}

/** Each directory is read once: its identity does not change while a process runs, and one that hangs is not tried again. */
export function createProjectPlaces(readKeys: ReadKeys = keysAt) {
  const places = new RecentMap<string, Place>(MAX_REMEMBERED)

  function placeOf(directory: string): Place {
    const before = places.get(directory)
    if (before) return before
    const read = readKeys(directory).then((keys) => {
      place.keys = keys
    })
    const place: Place = { keys: undefined, isAwaited: false, read }
    places.set(directory, place)
    return place
  }

  async function ownerOf(directory: string, known: readonly KnownProject[]): Promise<string | undefined> {
    const place = placeOf(directory)
    if (!place.isAwaited) await within(DIRECTORY_MS, place.read)
    place.isAwaited = true
    if (!place.keys) return formerOwner(directory, known)
    const match = matchProject(place.keys, known)
    return match.kind === "known" ? match.project.name : undefined
  }

  /** Directories without a project are left out. */
  return async (
    directories: readonly string[],
    known: readonly KnownProject[],
  ): Promise<ReadonlyMap<string, string>> => {
    const found = await Promise.all(
      [...new Set(directories)].map(async (directory) => [directory, await ownerOf(directory, known)] as const),
    )
    return new Map(found.flatMap(([directory, name]) => (name === undefined ? [] : [[directory, name] as const])))
  }
}

/** Undefined: it is gone. */
async function keysAt(directory: string): Promise<readonly IdentityKey[] | undefined> {
  const found = await stat(directory).catch(() => undefined)
  if (!found?.isDirectory()) return undefined
  // By its place alone: a remote is just a line in a file that anybody can write.
  const facts = await readRepository(directory)
  return ownKeys({ facts, keys: identityKeys(facts) })
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
