import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { begunShell, shell } from "../../../test/bed/cli-shell.ts"
import { putFile } from "../../../test/bed/other-memory.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"

test("a backup of one machine is the memory of another, after a look at what is in it", async () => {
  const here = await begunShell()
  const backup = join(tempDir("backup"), "backup.tar.gz")
  expect(await here.run("export", "--format", "archive", "--to", backup)).toMatchObject({ code: 0, err: "" })
  const there = shell()
  const home = there.env.CAIRN_HOME as string
  const look = await there.run("import", backup)
  expect(look.out).toMatch(
    /An archive of a whole store, made 20.*: \d+ notes, 1 project, history and state\.\nNothing was changed\. Add --yes/,
  )
  expect(existsSync(home)).toBe(false)
  expect((await there.run("import", backup, "--yes")).out).toContain(`It is in ${home} now.`)
  const note = (root: string) => readFileSync(join(root, "memory/global/system/human.md"), "utf8")
  expect(note(home)).toBe(note(here.env.CAIRN_HOME as string))
  const again = await there.run("import", backup, "--yes")
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("has a memory already")])
  const inHost = shell({}, { env: { ...there.env, OPENCODE: "1" }, directory: there.directory })
  expect((await inHost.run("import", backup, "--yes")).err).toContain("OpenCode")
})

test("what is beside the project is listed, and a kind is imported by its name", async () => {
  const { run, press, directory, env } = shell({ isInteractive: true })
  expect((await run("import")).out).toContain("No other memory was found")
  putFile(join(directory, ".cursorrules"), "- Components are functions\n")
  expect((await run("import")).out).toMatch(/Cursor's rules, .*\n {4}"cairn import cursor" shows/)
  const table = await press("q", "import", "cursor")
  expect(table.out).toContain("1 would wait for your review:")
  expect(existsSync(env.CAIRN_HOME as string)).toBe(false)
  const [id] = /\b[0-9a-f]{12}\b/.exec(table.out) ?? []
  expect((await run("import", "cursor", "--approve", `${id}`, "--yes")).out).toContain("1 kept:")
  expect((await run("export")).out).toContain("- Components are functions")
})

test("what OpenCode reads by itself is nothing to import: no --yes is offered, and with it nothing happens", async () => {
  const { run, press, directory, env } = shell()
  env.HOME = tempDir("home")
  putFile(join(directory, "CLAUDE.md"), "# House\n\n- Components are functions\n")
  const nothing = await press("", "import", "claude-md")
  expect(nothing.out).toMatch(
    /^CLAUDE\.md, \S+CLAUDE\.md\n1 left behind:\n[\s\S]*\nThere is nothing to import; nothing was changed\.\n$/,
  )
  expect((await run("import", "claude-md", "--yes")).out).toEndWith("\nNothing was imported.\n")
})

test("the user's own file is called that without a terminal too, where its lines wait", async () => {
  const { run, press, env } = shell()
  env.HOME = tempDir("home")
  env.XDG_CONFIG_HOME = join(env.HOME, ".config")
  putFile(join(env.XDG_CONFIG_HOME, "opencode", "AGENTS.md"), "- Something else\n")
  putFile(join(env.HOME, ".claude", "CLAUDE.md"), "- Answers are short\n")
  expect((await press("n", "import", "claude-md")).out).toContain("(yours, so it is believed)\n1 would be kept")
  const { out } = await run("import", "claude-md")
  expect(out).toContain("(yours, but without a terminal you do not see the lines, so each waits until you approve it)")
  expect(out).not.toContain("not only yours")
  expect((await press("", "import", "claude-md", "--yes")).out).toEndWith("\nDone.\n")
})

test("at a terminal each line of a repository is approved by itself, with all its words on the screen", async () => {
  const { press, run, directory } = shell()
  const long = `Handlers never throw ${"and always answer ".repeat(20)}in time`
  putFile(join(directory, ".cursorrules"), `- Components are functions\n- ${long}\n- Styles are in modules\n`)
  const left = await press("aq", "import", "cursor")
  expect([left.code, left.out.includes("Nothing was changed")]).toEqual([0, true])
  expect((await run("export")).err).toContain("Nothing is kept yet")
  const done = await press("awxwy", "import", "cursor")
  expect(done.out).toContain("always answer in time\n\n[a]pprove")
  expect(done.out).toMatch(
    /press one of the letters[\s\S]*1 approved, 2 would wait[\s\S]*1 kept:[\s\S]*2 now waiting for your review/,
  )
  expect((await press("q", "review")).out).toMatch(
    /\nfrom {2}imported from cursor\/.*, \d{4}-\d\d-\d\d \d\d:\d\d\nwhy {3}others can write to the file that it was in\n/,
  )
  expect((await run("export")).out).toMatch(/2 more wait for a review[\s\S]*- Components are functions\n$/)
})
