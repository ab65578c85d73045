// The demo as a person runs it, piped: it succeeds with a memory, fails without one, and leaves nothing behind either way.
import { describe, expect, test } from "bun:test"
import { execFile } from "node:child_process"
import { readdirSync } from "node:fs"
import { resolve } from "node:path"
import { slowness } from "../../scripts/slowness.mjs"
import { tempDir } from "../bed/sandbox.ts"

const STORY_MS = 120_000

async function runDemo(args: string[], extra: Record<string, string> = {}) {
  const home = tempDir("home")
  const tmp = tempDir("tmp")
  // The demo must come to its own temporary home from the home it finds, so it finds an empty one.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(XDG|CAIRN|OPENCODE)_/.test(name))
  const env = { ...Object.fromEntries(inherited), HOME: home, TMPDIR: tmp, ...extra }
  const timeout = Math.round(STORY_MS * slowness())
  const { status, stdout, stderr } = await new Promise<{ status: unknown; stdout: string; stderr: string }>((done) =>
    execFile("node", [resolve("scripts/demo.mjs"), ...args], { cwd: tmp, env, timeout }, (error, stdout, stderr) =>
      done({ status: error ? error.code : 0, stdout, stderr }),
    ),
  )
  return { status, stdout, stderr, leftBehind: [...readdirSync(home), ...readdirSync(tmp)] }
}

describe("the demo", () => {
  // A story waits more than it works: the two are told side by side.
  test.concurrent("shows in a second process what was written in the first", async () => {
    const demo = await runDemo([])
    expect(demo).toMatchObject({ status: 0, stderr: "", leftBehind: [] })
    expect(demo.stdout).toContain("✓ what was to be remembered is kept, and no model had to save it")
    expect(demo.stdout).toContain("memory_write  Wrote reference/horn.md (")
    expect(demo.stdout).toContain("╭─ memory/projects/tide-clock/facts/")
    expect(demo.stdout).toMatch(/git commit {4}[0-9a-f]{7,} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}/)
    expect(demo.stdout).toContain("│▌- the tests are run with `./check`, never with `npm test`")
    expect(demo.stdout).toMatch(/│▌<goal chars="53\/1000">Fix the spring tides/)
    expect(demo.stdout).toMatch(/^ {2}Remembered\. 6 of 6 checks held, in [\d.]+ s\.$/m)
    expect(demo.stdout).toContain("Nothing outside the temporary folder was touched")
    expect(demo.stdout).not.toContain("\x1b")
    expect(demo.stdout.split("\n").filter((line) => line.length > 80)).toEqual([])
  })

  test.concurrent("fails without a memory, and says what is missing", async () => {
    const demo = await runDemo(["--without-memory"])
    expect(demo).toMatchObject({ status: 1, stderr: "", leftBehind: [] })
    expect(demo.stdout).toContain("✗ what was to be remembered is kept, and no model had to save it")
    expect(demo.stdout).toContain("✗ one fact and 2 notes on disk, word for word")
    expect(demo.stdout).toContain("not so: memory/projects/tide-clock/reference/horn.md")
    expect(demo.stdout).toContain("✗ the same bytes in a git commit")
    expect(demo.stdout).toContain("✗ its first request held them in <cairn>")
    expect(demo.stdout).toContain("Not remembered. 5 of 6 checks failed")
    expect(demo.stdout).toContain("the end of OpenCode's log:\n  timestamp=")
  })

  test("explains what it does and what it cannot work with", async () => {
    expect(await runDemo(["--help"])).toMatchObject({ status: 0, stdout: expect.stringContaining("--keep") })
    expect(await runDemo(["--fast"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--fast") })
    const notOpenCode = await runDemo([], { OPENCODE_BIN: "/bin/false" })
    expect(notOpenCode).toMatchObject({ status: 1, leftBehind: [] })
    expect(notOpenCode.stderr).toContain("OPENCODE_BIN is no OpenCode 1.18: /bin/false")
  })
})
