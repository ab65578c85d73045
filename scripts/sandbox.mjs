// A throw-away home. Bun's os.homedir() ignores a change made after start, so HOME and XDG_* are set before a process starts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const MARKER = ".cairn-sandbox"

export function makeSandbox(prefix = "cairn-test-") {
  const root = mkdtempSync(join(tmpdir(), prefix))
  writeFileSync(join(root, MARKER), "everything below this folder is disposable\n")
  return { root, env: { ...cleanEnv(), ...homeEnv(join(root, "home")), ...OURS, CAIRN_SANDBOX: root } }
}

/** What a test asserts on and a machine would decide: the time zone of printed times, and the name by which Cairn calls itself. */
const OURS = { TZ: "UTC", CAIRN_PROGRAM: "cairn" }

export function homeEnv(home) {
  const env = {
    HOME: home,
    USERPROFILE: home,
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_STATE_HOME: join(home, ".local/state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_RUNTIME_DIR: join(home, ".run"),
    TMPDIR: join(home, "tmp"),
  }
  for (const dir of Object.values(env)) mkdirSync(dir, { recursive: true, mode: 0o700 })
  return env
}

/** The caller's environment without what would steer OpenCode, git or Cairn. */
export function cleanEnv() {
  const steering = /^(OPENCODE|CAIRN|GIT|XDG|ANTHROPIC|OPENAI|BUN_BE_BUN)/
  const kept = Object.entries(process.env).filter(
    ([name]) => !steering.test(name) || ["CAIRN_BENCH_DATA", "CAIRN_RECORD"].includes(name),
  )
  return Object.fromEntries(kept)
}

export function removeSandbox(root) {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
}
