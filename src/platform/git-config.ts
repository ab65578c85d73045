// What Cairn reads in a repository's configuration, without git: as much of the syntax as that needs.

/** The `worktree` of `[core]`, which a submodule has. */
export function parseWorktree(config: string): string | undefined {
  let section = ""
  for (const line of config.split(/\r?\n/)) {
    const header = /^\s*\[\s*([^\s\]"]+)\s*\]/.exec(line)
    if (header || /^\s*\[/.test(line)) section = header?.[1]?.toLowerCase() ?? ""
    const value = section === "core" ? /^\s*worktree\s*=(.*)$/i.exec(line)?.[1] : undefined
    if (value !== undefined) return parseValue(value) || undefined
  }
  return undefined
}

/** The URL of each remote, from the part of git's configuration syntax that a remote needs; includes are not followed. */
export function parseRemotes(config: string): Map<string, string> {
  const urls = new Map<string, string>()
  let remote: string | undefined
  for (const line of config.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const header = /^\s*\[\s*([^\s\]"]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line)
    if (header) remote = header[1]?.toLowerCase() === "remote" ? header[2]?.replace(/\\(.)/g, "$1") : undefined
    const value = /^\s*url\s*=(.*)$/i.exec(header?.[3] ?? line)?.[1]
    if (remote !== undefined && value !== undefined && !urls.has(remote)) {
      const url = parseValue(value)
      if (url) urls.set(remote, url)
    }
  }
  return urls
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
