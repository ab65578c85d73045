// The settings in force. The user's file is read at the start, and again when it changes: OpenCode 2's service outlives the TUI, so "start OpenCode
// again" would change nothing there.
import { stat } from "node:fs/promises"
import { basename, dirname, isAbsolute, join } from "node:path"
import { resolveConfig } from "../model/config.ts"
import { errnoOf } from "../model/errors.ts"
import { type Notice, notice, noticesText } from "../model/notice.ts"
import { type Config, MAX_PROTOCOL, type SettingName } from "../model/settings.ts"
import type { Log } from "../platform/log.ts"
import { readOutsideFile } from "../platform/outside-file.ts"
import { configFile } from "./layout.ts"

export interface Settings {
  readonly config: Config
  /** Mistakes in the settings, each with its place. */
  readonly problems: readonly Notice[]
  /** Settings whose value comes from the plugin's options, which a repository can supply. */
  readonly narrowed: readonly string[]
}

export interface SettingsSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** From the host's configuration; they may only narrow. */
  readonly options?: unknown
}

const FILE = "cairn.jsonc"
const PROTOCOL_FILE = "cairn-protocol.md"
const MAX_CONFIG_BYTES = 1024 * 1024
/** A start without the user's settings is worse than a late one. */
const CONFIG_MS = 10_000
const LOOK_MS = 1000
/** An editor may still be writing a file that changed this recently. */
const WRITING_MS = 100
/** The store is made with these. */
const UNTIL_RESTART: readonly SettingName[] = ["hotDir", "defaultLimit", "history", "autoCommitDebounceMs"]

export interface SettingsOptions {
  /** How long a check of the file is valid. */
  readonly lookMs?: number
  /** Also fixed until a restart: settings that the host has already been given as they were at the start. */
  readonly untilRestart?: (first: Config, next: Config) => readonly SettingName[]
}

export async function readSettings({ env, options }: SettingsSources): Promise<Settings> {
  const problems: Notice[] = []
  const refuse = (text: string) => void problems.push(notice("bad_setting", text))
  if (env.CAIRN_HOME && !isAbsolute(env.CAIRN_HOME)) refuse("CAIRN_HOME: not an absolute path; ignored")
  const found = await readOwn(configFile(env), MAX_CONFIG_BYTES, refuse)
  if (found?.truncated) refuse(`${FILE} is larger than ${MAX_CONFIG_BYTES} bytes; ignored`)
  const text = found?.truncated ? undefined : found?.text
  const resolved = resolveConfig({ options, env, ...(text !== undefined && { file: { name: FILE, text } }) })
  for (const { where, message } of resolved.problems) refuse(`${where}: ${message}`)
  const protocol = resolved.config.protocol || (await readProtocol(env, refuse))
  return { config: { ...resolved.config, protocol }, problems, narrowed: resolved.narrowed }
}

/** What is worth keeping, in the user's own words; empty if there is no such file. */
async function readProtocol(env: SettingsSources["env"], refuse: (text: string) => void): Promise<string> {
  const found = await readOwn(join(dirname(configFile(env)), PROTOCOL_FILE), 4 * MAX_PROTOCOL, refuse)
  const text = found?.text.trim() ?? ""
  if (!found?.truncated && text.length <= MAX_PROTOCOL) return text
  refuse(`${PROTOCOL_FILE} is longer than ${MAX_PROTOCOL} characters; ignored`)
  return ""
}

async function readOwn(path: string, maxBytes: number, refuse: (text: string) => void) {
  const found = await readOutsideFile(path, { maxBytes, links: "own", deadlineMs: CONFIG_MS })
  if ("text" in found) return found
  if (found.fault !== "missing") refuse(`${basename(path)} cannot be read: ${found.why}`)
  return undefined
}

export async function openSettings(
  sources: SettingsSources,
  log: Log,
  { lookMs = LOOK_MS, untilRestart = () => [] }: SettingsOptions = {},
) {
  const path = configFile(sources.env)
  let stamp = await stampOf(path)
  const first = await readSettings(sources)
  const live = { ...first, refresh }
  let lookedAt = performance.now()
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    const now = await stampOf(path)
    if (now === stamp || now === "being written") return
    const next = await readSettings(sources)
    stamp = now
    Object.assign(live, afterChange(live, next, [...UNTIL_RESTART, ...untilRestart(first.config, next.config)]))
    log.info("settings-read", { problems: noticesText(live.problems) || "none" })
  }

  /** Reads the file again if it has changed; looks at most once a second. Never rejects. */
  function refresh(): Promise<void> {
    if (!looking && performance.now() - lookedAt < lookMs) return Promise.resolve()
    lookedAt = performance.now()
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  return live
}

/** A file with a mistake in it changes nothing: it may be half typed. */
function afterChange(before: Settings, next: Settings, fixed: readonly SettingName[]): Settings {
  if (next.problems.some(({ text }) => text.startsWith(FILE))) {
    // Not only that value is ignored, but the whole file.
    const stay = ({ text, ...problem }: Notice) => ({
      ...problem,
      text: text.replace(/(?:; (?:ignored|all of "\w+" is ignored)|(?<=\?) Ignored)$/, ""),
      hint: "until it is fixed, the earlier settings stay in force",
    })
    return { ...before, problems: next.problems.map(stay) }
  }
  const held = fixed.filter((name) => next.config[name] !== before.config[name])
  const kept = Object.fromEntries(fixed.map((name) => [name, before.config[name]]))
  return { ...next, config: { ...next.config, ...kept }, problems: [...next.problems, ...held.map(needsRestart)] }
}

function needsRestart(name: SettingName): Notice {
  const how = "restart OpenCode; OpenCode 2 also keeps a background service, which has to end first"
  return notice("needs_restart", `${FILE}: "${name}" takes effect when OpenCode is restarted`, how)
}

/** Which version of the file this is. */
async function stampOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path)
    const age = Date.now() - mtimeMs
    return age >= 0 && age < WRITING_MS ? "being written" : `${mtimeMs} ${size} ${ino}`
  } catch (error) {
    return errnoOf(error) ?? "unreadable"
  }
}
