// What `uninstall` changes, and what it says of the rest.
import { expect, test } from "bun:test"
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { begunShell } from "../../../test/bed/cli-shell.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"

test("uninstall takes Cairn out of the configuration, says what is left, and deletes no note", async () => {
  const here = await begunShell()
  const file = join(here.env.XDG_CONFIG_HOME as string, "opencode/opencode.json")
  mkdirSync(join(file, ".."), { recursive: true })
  writeFileSync(file, '{ "plugin": ["opencode-cairn@0.1.0", "other"] }\n')
  expect((await here.run("uninstall")).out).toMatch(/would be changed[\s\S]*your notes[\s\S]*uninstall --yes/)
  expect(readFileSync(file, "utf8")).toContain("opencode-cairn")
  const done = (await here.run("uninstall", "--yes")).out
  expect(done).toContain(here.env.CAIRN_HOME as string)
  expect(done).toContain("Restart OpenCode; with OpenCode 2 its background service too:\n  opencode service restart\n")
  expect(done).not.toContain('"cairn uninstall" says')
  expect(readFileSync(file, "utf8")).toBe('{ "plugin": ["other"] }\n')
  expect((await here.run("show", "begun")).code).toBe(0)
  const again = (await here.run("uninstall")).out
  expect(again).toStartWith("Cairn is not in OpenCode's configuration.\n")
  expect(again).not.toContain("uninstall --yes")
  // A start of OpenCode long ago says nothing about the next one.
  writeFileSync(join(here.env.CAIRN_HOME as string, "cairn.log"), "2026-01-31T12:00:00.000Z INFO host host=v1\n")
  const status = (await here.run("status")).out
  expect(status).toContain(
    "! OpenCode's configuration does not load Cairn here, though OpenCode has called it: cairn setup\n",
  )
})

test("uninstall names the command on the path, a project's own entry, packages, completions and what an archive put aside", async () => {
  const here = await begunShell()
  const home = tempDir("home")
  const installed = join(tempDir("npm"), "lib/node_modules/opencode-cairn")
  const bin = tempDir("bin")
  const other = realpathSync(tempDir("other"))
  Object.assign(here.env, { HOME: home, PATH: `${bin}:${here.env.PATH}`, XDG_CACHE_HOME: join(home, ".cache") })
  const put = (path: string, text: string) => {
    mkdirSync(join(path, ".."), { recursive: true })
    writeFileSync(path, text)
  }
  put(join(installed, "bin/cairn.mjs"), "")
  symlinkSync(join(installed, "bin/cairn.mjs"), join(bin, "cairn"))
  put(join(other, ".opencode/opencode.json"), '{ "plugin": ["opencode-cairn@0.1.0"] }')
  await here.at(other).run("write", "begun", "--content", "x")
  put(join(home, ".cache/opencode/packages/opencode-cairn@0.1.0/package.json"), "{}")
  put(join(home, ".npm/_npx/1a2b/node_modules/opencode-cairn/package.json"), "{}")
  put(join(home, ".bashrc"), "complete -o default -F _cairn cairn opencode-cairn\n")
  put(join(here.env.XDG_CONFIG_HOME as string, "fish/completions/cairn.fish"), "complete -c cairn\n")
  mkdirSync(`${here.env.CAIRN_HOME}.before`)
  mkdirSync(`${here.env.CAIRN_HOME}.before-2`)
  mkdirSync(`${here.env.CAIRN_HOME}.beforehand`)
  const left: { path: string; what: string; remove?: string }[] = JSON.parse(
    (await here.run("uninstall", "--json")).out,
  ).left
  expect(left.filter(({ path }) => path.endsWith(".beforehand"))).toEqual([])
  const said = left.map(({ path, what, remove = "keep" }) => `${path} ${what} ${remove}`).join("\n")
  const missing = [
    `${installed} the command cairn, as npm installed it npm rm -g opencode-cairn`,
    `${join(other, ".opencode/opencode.json")} a project's configuration loads opencode-cairn@0.1.0`,
    `${here.env.CAIRN_HOME}.before the empty memory`,
    `${here.env.CAIRN_HOME}.before-2 the empty memory`,
    ".cache/opencode/packages/opencode-cairn@0.1.0 the package, as OpenCode",
    ".npm/_npx/1a2b the package, as npx",
    ".bashrc completion for bash",
    "cairn.fish completion",
    `${here.env.CAIRN_HOME} your notes`,
  ].filter((line) => !said.includes(line))
  expect({ missing, said: missing.length > 0 && said }).toEqual({ missing: [], said: false })
  const { out } = await here.run("uninstall")
  expect(out).toContain("\n  npm rm -g opencode-cairn\n")
  expect(out).not.toContain(`rm -r ${here.env.CAIRN_HOME}\n`)
})
