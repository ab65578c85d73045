// Things of which a process has one, although OpenCode 2 evaluates a plugin's modules anew for every directory. Copies of another version
// have their own: what one version keeps, another may not understand.

const VERSION = process.env.CAIRN_VERSION ?? "source"

export function ofProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`opencode-cairn.${VERSION}.${name}`)
  const shared = globalThis as Record<symbol, unknown>
  shared[key] ??= make()
  return shared[key] as T
}
