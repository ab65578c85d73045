// Where a store keeps its files. The git directory is outside the work tree, so that nothing in the notes can control git.
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"

export type Layout = Readonly<ReturnType<typeof layoutOf>>

type Env = Readonly<Record<string, string | undefined>>

export type UserFolders = Readonly<ReturnType<typeof userFolders>>

/** The user's folders according to XDG; as it demands, a relative path in a variable is ignored. */
export function userFolders(env: Env, home = env.HOME || homedir()) {
  const given = (path: string | undefined, ...usual: string[]) =>
    path && isAbsolute(path) ? path : join(home, ...usual)
  return {
    home,
    data: given(env.XDG_DATA_HOME, ".local", "share"),
    config: given(env.XDG_CONFIG_HOME, ".config"),
    cache: given(env.XDG_CACHE_HOME, ".cache"),
  }
}

/** `$CAIRN_HOME`, else `$XDG_DATA_HOME/cairn`, else `~/.local/share/cairn`. */
export function findRoot(env: Env, home = homedir()): string {
  const own = env.CAIRN_HOME
  return own && isAbsolute(own) ? own : join(userFolders(env, home).data, "cairn")
}

/** The user's own settings; unlike plugin options, no repository can supply these. */
export function configFile(env: Env, home = homedir()): string {
  return join(userFolders(env, home).config, "opencode", "cairn.jsonc")
}

export function layoutOf(root: string) {
  return {
    root,
    /** The notes: git's work tree. */
    memory: join(root, "memory"),
    historyGit: join(root, "history.git"),
    lockDb: join(root, "lock.db"),
    stateDb: join(root, "state.db"),
    indexDb: join(root, "index.db"),
    /** The index of past sessions; derived. */
    pastDb: join(root, "past.db"),
    log: join(root, "cairn.log"),
    /** What Cairn wrote last; only a hint. */
    written: join(root, "cache", "written"),
    /** Full texts of pruned outputs. */
    toolOutputs: join(root, "cache", "tool-outputs"),
  }
}
