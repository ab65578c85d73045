// The home a host starts in: its folders, its opencode.json and the switches that keep it offline and quick.
//
// Found by measuring 1.18.33 and reading its bundle: with a plugin configured, start-up waits for an npm install of
// @opencode-ai/plugin in every config folder (8 s here). The install is skipped when the folder has `node_modules` and a
// package-lock.json whose root names the package; nothing looks further. The bundled list of all known models costs
// 1.5 s of the first turn; an empty list in its place brings that turn to 0.6 s. Both AI SDK packages used are bundled.
import { execFileSync } from "node:child_process"
import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { cleanEnv, homeEnv } from "../../scripts/sandbox.mjs"
import type { Api } from "./recording.ts"
import { tempDir } from "./sandbox.ts"

/** Of the scripted provider: it may be found nowhere but in the host's configuration. */
export const PROVIDER_KEY = "key-of-the-scripted-provider"

/** A path to a module or folder, or an npm spec; in a pair, with the plugin's options. */
export type PluginSpec = string | [spec: string, options: Record<string, unknown>]

export type HomePlan = {
  version: "1.18" | "2.0"
  home: string
  plugins: PluginSpec[]
  config: Record<string, unknown>
  modelUrl: string
  api: Api
  limit: { context: number; output: number; input?: number }
}

export const PASSWORD = "bed-password"

/** Writes the config; answers the environment to start the host with. */
export function prepareHome(plan: HomePlan, extra: Record<string, string>): Record<string, string | undefined> {
  const env = { ...cleanEnv(), ...homeEnv(plan.home), ...switches(plan.home), ...extra }
  const configDir = configDirOf(plan.home)
  settleConfigDir(configDir)
  writeFileSync(join(configDir, "opencode.json"), JSON.stringify(hostConfig(plan), null, 2))
  return env
}

export function configDirOf(home: string): string {
  return join(home, ".config", "opencode")
}

/** Makes a config folder (`~/.config/opencode`, a project's `.opencode`) look installed, so that no npm install runs. */
export function settleConfigDir(dir: string): void {
  mkdirSync(join(dir, "node_modules"), { recursive: true })
  const root = { dependencies: { "@opencode-ai/plugin": "*" } }
  writeFileSync(join(dir, "package-lock.json"), JSON.stringify({ packages: { "": root } }))
}

/** A git work tree with one commit, so that the host sees a project of its own. */
export function createProject(): string {
  const project = tempDir("project")
  const git = (...args: string[]) => execFileSync("git", args, { cwd: project })
  git("init", "--quiet", "--initial-branch=main")
  git("-c", "user.name=bed", "-c", "user.email=bed@localhost", "commit", "--quiet", "--allow-empty", "-m", "start")
  return project
}

function switches(home: string): Record<string, string> {
  const models = join(home, "no-models.json")
  writeFileSync(models, "{}")
  return {
    OPENCODE_PASSWORD: PASSWORD,
    OPENCODE_SERVER_PASSWORD: PASSWORD,
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_MODELS_PATH: models,
    // A host of these tests lives for seconds: what its compiler would make quick costs more than it saves, a fifth of all.
    BUN_JSC_useDFGJIT: "0",
    ...storyEnv(),
  }
}

/** What a message asks to remember is told with it however slow the machine is; nobody is asked about background work. */
export function storyEnv(): Record<string, string> {
  return { CAIRN_SAVE_WAIT_MS: "2500", CAIRN_BACKGROUND: "off" }
}

function hostConfig(plan: HomePlan): Record<string, unknown> {
  const npm = { openai: "@ai-sdk/openai-compatible", anthropic: "@ai-sdk/anthropic" }[plan.api]
  const model = (name: string) => ({ name, tool_call: true, limit: plan.limit })
  return {
    $schema: "https://opencode.ai/config.json",
    model: "bed/main",
    small_model: "bed/small",
    enabled_providers: ["bed"],
    provider: {
      bed: {
        name: "Bed",
        npm,
        options: { baseURL: plan.modelUrl, apiKey: PROVIDER_KEY },
        models: { main: model("main"), small: model("small") },
      },
    },
    plugin: plan.plugins.map((spec) => loadable(spec, plan)),
    permission: "allow",
    snapshot: false,
    autoupdate: false,
    share: "disabled",
    lsp: false,
    formatter: false,
    ...plan.config,
  }
}

function loadable(spec: PluginSpec, plan: HomePlan): PluginSpec {
  if (Array.isArray(spec)) return [loadablePath(spec[0], plan), spec[1]]
  return loadablePath(spec, plan)
}

function loadablePath(spec: string, plan: HomePlan): string {
  if (!/^(file:|\.|\/)/.test(spec)) return spec
  const path = spec.startsWith("file:") ? fileURLToPath(spec) : resolve(spec)
  return plan.version === "2.0" && statSync(path).isFile() ? wrapInPackage(path, plan.home) : path
}

/** OpenCode 2 takes a folder with a package.json only. */
function wrapInPackage(module: string, home: string): string {
  const name = module.replaceAll(/\W+/g, "-").replace(/^-/, "").toLowerCase()
  const dir = join(home, "plugins", name)
  mkdirSync(dir, { recursive: true })
  const manifest = { name, version: "0.0.0", type: "module", exports: { ".": "./index.js" } }
  writeFileSync(join(dir, "package.json"), JSON.stringify(manifest))
  writeFileSync(join(dir, "index.js"), `export { default } from ${JSON.stringify(module)}\n`)
  return dir
}
