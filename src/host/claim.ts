// OpenCode loads a plugin twice if it is configured twice: from npm and as a file, or by two names of one file. Two on one directory would inject
// and capture everything twice. If there are two copies of this module, the first to claim a directory gets it; if there are two instances of one
// copy, the newer, since OpenCode also makes a new instance when it reloads. An instance that lost its claim stays silent. A directory is
// identified by the name the host uses: under another name it has hooks of its own.
const CLAIMS = Symbol.for("opencode-cairn.claims")
const thisCopy = Symbol("copy")

interface Holder {
  readonly copy: symbol
  readonly instance: symbol
}

/** Undefined if another copy of Cairn serves the directory. */
export function claimDirectory(directory: string) {
  const holder = holders().get(directory)
  if (holder && holder.copy !== thisCopy) return undefined
  const instance = Symbol("instance")
  holders().set(directory, { copy: thisCopy, instance })
  const isHeld = () => holders().get(directory)?.instance === instance
  return {
    isHeld,
    release() {
      if (isHeld()) holders().delete(directory)
    },
  }
}

/** Whether any copy of Cairn serves the directory. */
export function isServed(directory: string): boolean {
  return holders().has(directory)
}

/** Shared by all copies of this module in the process. */
function holders(): Map<string, Holder> {
  const shared = globalThis as { [CLAIMS]?: Map<string, Holder> }
  shared[CLAIMS] ??= new Map()
  return shared[CLAIMS]
}
