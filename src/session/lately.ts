// What the agent used last: files, and names from its own calls and answers, with which it continues after a compaction. Age is counted in calls.
import { keyOfName } from "../text/used-names.ts"
import type { NotFor } from "./event-kinds.ts"
import type { MemoryEvent } from "./memory-event.ts"

export interface UsedName {
  readonly text: string
  readonly times: number
  /** The number of the call or answer that used it last, counted over the session. */
  readonly last: number
}

export interface Lately {
  readonly calls: number
  readonly names: readonly UsedName[]
  readonly files: readonly UsedName[]
}

export const nothingLately: Lately = { calls: 0, names: [], files: [] }

const NAMES = { most: 400, keyOf: keyOfName } as const
const FILES = { most: 200, keyOf: (path: string) => path } as const
/** The lists are trimmed only now and then, not at each call. */
const SLACK = 1.25
/** After this many calls a use counts half. */
const HALF = 20

export function latelyAfter(lately: Lately, event: MemoryEvent): Lately {
  switch (event.kind) {
    case "used": {
      const calls = lately.calls + 1
      return {
        calls,
        names: usedAgain(lately.names, event.names, calls, NAMES),
        files: usedAgain(lately.files, event.paths, calls, FILES),
      }
    }
    case "files": {
      const gone = new Set(
        event.files.flatMap(({ action, path }) => (action === "delete" || action === "move" ? [path] : [])),
      )
      const paths = event.files.flatMap(({ path, to }) => to ?? (gone.has(path) ? [] : path))
      const files = lately.files.filter(({ text }) => !gone.has(text))
      return { ...lately, files: usedAgain(files, paths, lately.calls, FILES) }
    }
    default:
      event satisfies NotFor<"lately">
      return lately
  }
}

/** Often and recently used first. */
export function byUse<U extends UsedName>(used: readonly U[], calls: number): U[] {
  const worth = ({ times, last }: UsedName) => times / (1 + (calls - last) / HALF)
  return [...used].sort((a, b) => worth(b) - worth(a) || b.last - a.last || (a.text < b.text ? -1 : 1))
}

function usedAgain(
  used: readonly UsedName[],
  texts: readonly string[],
  calls: number,
  { most, keyOf }: typeof NAMES | typeof FILES,
): UsedName[] {
  const named = new Map(used.map((one) => [keyOf(one.text), one]))
  for (const text of texts) {
    const key = keyOf(text)
    named.set(key, { text, times: (named.get(key)?.times ?? 0) + 1, last: calls })
  }
  const all = [...named.values()]
  return all.length > most * SLACK ? byUse(all, calls).slice(0, most) : all
}
