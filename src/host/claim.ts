// OpenCode loads a plugin twice when it is configured both from npm and as a file. Two copies on one directory would inject and capture
// everything twice, so the first one claims the directory, across all copies of this module in the process, and the second stays silent.

const CLAIMS = Symbol.for("opencode-cairn.claims")
const thisCopy = Symbol("copy")

function claims(): Map<string, symbol> {
  const shared = globalThis as { [CLAIMS]?: Map<string, symbol> }
  shared[CLAIMS] ??= new Map()
  return shared[CLAIMS]
}

/** False when another copy of Cairn already serves the directory. The same copy may claim again: OpenCode reloads instances. */
export function claim(directory: string): boolean {
  const owner = claims().get(directory)
  if (owner !== undefined && owner !== thisCopy) return false
  claims().set(directory, thisCopy)
  return true
}

export function release(directory: string): void {
  if (claims().get(directory) === thisCopy) claims().delete(directory)
}
