// How a person starts the command line of this very install. A text that says "npx opencode-cairn" would fetch whatever is newest, and from
// a checkout there is no such package at all.

const VERSION = process.env.CAIRN_VERSION ?? "source"

/** The launcher says how it was called; a plugin only knows where its files are. */
export function ownProgram(): string {
  return process.env.CAIRN_PROGRAM || programAt(import.meta.url, VERSION)
}

export function ownCommand(words: string): string {
  return `${ownProgram()} ${words}`
}

/** A package installed by npm can be run again by its version; any other folder only by its path. */
export function programAt(url: string, version: string): string {
  const root = /^(.*)\/(?:dist|src)\//.exec(decodeURIComponent(new URL(url).pathname))?.[1] ?? ""
  if (root === "" || root.endsWith("/node_modules/opencode-cairn")) return `npx opencode-cairn@${version}`
  const launcher = `${root}/bin/cairn.mjs`
  return `node ${/^[\w./@+-]+$/.test(launcher) ? launcher : `'${launcher.replaceAll("'", "'\\''")}'`}`
}
