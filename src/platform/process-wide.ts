// Things that exist once per process, although OpenCode 2 evaluates a plugin's modules again for every directory. Each version of Cairn has its
// own: one version may not understand what another keeps.

const VERSION = process.env.CAIRN_VERSION ?? "source"

export function ofProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`opencode-cairn.${VERSION}.${name}`)
  const shared = globalThis as Record<symbol, unknown>
  shared[key] ??= make()
  return shared[key] as T
}
