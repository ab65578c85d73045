import { afterEach, expect, test } from "bun:test"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../../test/bed/sandbox.ts"
import { untilTrue } from "../../test/bed/store-on-disk.ts"
import { claimDirectory } from "./claim.ts"
import { startV1 } from "./v1/plugin.ts"
import { startV2 } from "./v2/plugin.ts"

const before = { ...process.env }
afterEach(() => {
  for (const name of ["CAIRN_HOME", "XDG_CONFIG_HOME"]) delete process.env[name]
  Object.assign(process.env, before)
  const told = Object.getOwnPropertySymbols(globalThis).find(({ description }) =>
    /cairn\..*\.told$/.test(description ?? ""),
  )
  if (told) delete (globalThis as Record<symbol, unknown>)[told]
})

/** A host that starts Cairn with these options and then has two user messages. Gives what the person was told. */
const HOSTS = {
  async "1.18"(directory: string, options: Record<string, unknown>): Promise<string[]> {
    const told: string[] = []
    const showToast = async ({ body }: { body: { message: string } }) => void told.push(body.message)
    const hooks = await startV1({ client: { tui: { showToast } }, directory, worktree: directory } as never, options)
    for (const sessionID of ["a", "b"]) await hooks["chat.message"]?.({ sessionID } as never, {} as never)
    return told
  },
  async "2.0"(directory: string, options: Record<string, unknown>): Promise<string[]> {
    const told: string[] = []
    const prompts: ((event: unknown) => Promise<void>)[] = []
    const session = {
      hook: (_: string, run: (event: unknown) => Promise<void>) => prompts.push(run),
      synthetic: async ({ text }: { text: string }) => void told.push(text),
    }
    await startV2({ session, location: { directory }, options })
    for (const sessionID of ["a", "b"]) for (const run of prompts) await run({ sessionID })
    return told
  },
}

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: options that switch Cairn off are told once, and logged",
  async (version) => {
    const folder = tempDir("off")
    const home = join(folder, "cairn")
    const config = join(folder, "config")
    Object.assign(process.env, { CAIRN_HOME: home, XDG_CONFIG_HOME: config })
    const told = await HOSTS[version](folder, { enabled: false })
    expect(told).toEqual([expect.stringContaining("options in its opencode.json switch Cairn off")])
    expect(existsSync(home)).toBe(false)

    mkdirSync(home)
    expect(await HOSTS[version](folder, { enabled: false })).toEqual([])
    const log = join(home, "cairn.log")
    await untilTrue(() => existsSync(log) && readFileSync(log, "utf8").endsWith("\n"))
    expect(readFileSync(log, "utf8")).toMatch(/config .*setByOptions=enabled directory=/)
  },
)

test.each(["1.18", "2.0"] as const)("OpenCode %s: the user's own settings switch it off silently", async (version) => {
  const folder = tempDir("off")
  const config = join(folder, "config")
  Object.assign(process.env, { CAIRN_HOME: join(folder, "cairn"), XDG_CONFIG_HOME: config })
  mkdirSync(join(config, "opencode"), { recursive: true })
  writeFileSync(join(config, "opencode/cairn.jsonc"), '{ "enabled": false }')
  expect(await HOSTS[version](folder, { enabled: false })).toEqual([])
})

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s: nothing is told where another entry serves the folder",
  async (version) => {
    const folder = tempDir("off")
    Object.assign(process.env, { CAIRN_HOME: join(folder, "cairn"), XDG_CONFIG_HOME: folder })
    const held = claimDirectory(folder)
    expect(await HOSTS[version](folder, { enabled: false })).toEqual([])
    held?.release()
  },
)
