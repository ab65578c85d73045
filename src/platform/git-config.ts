// What Cairn reads in a repository's configuration, without git: as much of the syntax as that needs; includes are not followed.

/** The `worktree` of `[core]`, which a submodule has. */
export function parseWorktree(config: string): string | undefined {
  return [...valuesIn(config, "core", "worktree")].find(([name]) => name === undefined)?.[1]
}

/** The first URL of each remote. */
export function parseRemotes(config: string): Map<string, string> {
  const urls = new Map<string, string>()
  for (const [remote, url] of valuesIn(config, "remote", "url"))
    if (remote !== undefined && !urls.has(remote)) urls.set(remote, url)
  return urls
}

/** Each with what the section's header has in quotes. */
function* valuesIn(config: string, section: string, key: string): Generator<[name: string | undefined, value: string]> {
  const setting = new RegExp(`^\\s*${key}\\s*=(.*)$`, "i")
  let header: RegExpExecArray | null = null
  for (const line of config.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const found = /^\s*\[\s*([^\s\]"]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    header = found ?? header
    const value = header?.[1]?.toLowerCase() === section && setting.exec(found?.[3] ?? line)?.[1]
    if (value && parseValue(value)) yield [header?.[2]?.replace(/\\(.)/g, "$1"), parseValue(value)]
  }
}

/** Quotes may open and close anywhere in a value, and a comment starts only outside of them. */
function parseValue(raw: string): string {
  let value = ""
  let quoted = false
  for (const [token] of raw.matchAll(/\\.|[^\\]/gs)) {
    if (token === '"') quoted = !quoted
    else if (!quoted && (token === "#" || token === ";")) break
    else value += token.length === 2 && token.startsWith("\\") ? token[1] : token
  }
  return value.trim()
}
