// The command line as a user runs it: the built program, on both runtimes, at a real terminal.
import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { cleanTerminalEnv, hasTerminal, LAUNCHER, type Place, reviewAtTerminal } from "../bed/at-terminal.ts"
import { tempDir } from "../bed/sandbox.ts"
import { runtimes } from "../contract/runtimes.ts"

function place(env: Record<string, string> = {}): Place {
  const home = tempDir("cli")
  return {
    cwd: tempDir("project"),
    env: {
      ...cleanTerminalEnv(),
      CAIRN_HOME: join(home, "cairn"),
      XDG_CONFIG_HOME: home,
      BUN_BE_BUN: "1",
      ...env,
    },
  }
}

function run({ cwd, env }: Place, runtime: keyof typeof runtimes, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(runtimes[runtime], [LAUNCHER, ...words], { cwd, env, encoding: "utf8" })
  return { status, stdout, stderr }
}

function put({ env }: Place, path: string, text: string): string {
  const file = join(env.CAIRN_HOME as string, "memory/global", path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe.each(["node", "bun"] as const)("the command line on %s", (runtime) => {
  test("commands answer on stdout, complain on stderr, and report success by their exit code", () => {
    const here = place()
    const { version } = JSON.parse(readFileSync("package.json", "utf8"))
    expect(run(here, runtime, "--version")).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" })
    expect(run(here, runtime, "write", "reference/api", "--content", "body")).toEqual({
      status: 0,
      stdout: "Wrote reference/api.md (4/5000 chars, cold, project scope)\n",
      stderr: "",
    })
    expect(run(here, runtime, "tree")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("reference/api.md"),
      stderr: "",
    })
    expect(run(here, runtime, "history").stdout).toContain("reference/api.md")
    expect(run(here, runtime, "read", "nope")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("note_not_found"),
    })
    expect(run(here, runtime, "raed")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining('"read"'),
    })
    expect(run(here, runtime, "review")).toMatchObject({ status: 1, stderr: expect.stringContaining("needs_person") })
    expect(run(here, runtime, "--help").stdout).not.toContain("\u001b")
  })

  test("a reader that stops early is not an error", () => {
    const here = place()
    run(here, runtime, "write", "a", "--content", "x")
    const command = `{ '${runtimes[runtime]}' '${LAUNCHER}' tree; echo "exit $?" >&2; } | true`
    const { stdout, stderr } = spawnSync("sh", ["-c", command], { ...here, encoding: "utf8" })
    expect([stdout, stderr]).toEqual(["", "exit 0\n"])
  })

  test.skipIf(!existsSync("/dev/full"))(
    "an answer that cannot be written is an error, a complaint that cannot be changes no exit code",
    () => {
      const here = place()
      run(here, runtime, "write", "a", "--content", "x")
      const exitOf = (line: string) =>
        spawnSync("sh", ["-c", `'${runtimes[runtime]}' '${LAUNCHER}' ${line}`], { ...here, encoding: "utf8" }).status
      const codes = [
        "tree >/dev/full",
        "tree --json >/dev/full",
        "--help >/dev/full",
        "read nope 2>/dev/full",
        "raed 2>/dev/full",
      ]
      expect(codes.map(exitOf)).toEqual([1, 1, 1, 1, 2])
      expect(run(here, runtime, "write", "b", "--content", "y").status).toBe(0)
      expect(exitOf("write c --content z >/dev/full")).toBe(1)
      // It was done all the same: what failed is to say so.
      expect(run(here, runtime, "tree").stdout).toContain("c.md")
    },
  )

  test.skipIf(!hasTerminal)(
    "review at a terminal: one key per decision, and no note can repaint the screen",
    async () => {
      const editor = join(tempDir("editor"), "editor.sh")
      writeFileSync(editor, '#!/bin/sh\nsed -i "s/Fact a/Fact A/" "$1"\n', { mode: 0o755 })
      const here = place({ EDITOR: editor, VISUAL: "" })
      const waiting = (text: string) => `---\ndescription: ${text}\ntrust: quarantined\n---\n`
      const approved = put(here, "facts/a.md", waiting("Fact a"))
      const rejected = put(here, "facts/b.md", waiting("Fact b"))
      const skipped = put(here, "facts/c.md", waiting('"c\\e[2J\\e]0;x\\a\\r\u202e"'))
      // After an editor had the keyboard, keys are heard again.
      const output = await reviewAtTerminal(here, runtimes[runtime], "ears")
      expect(output).toContain("1 approved, 1 rejected, 1 still waits.")
      expect(output).toEndWith("exit 0")
      expect(readFileSync(approved, "utf8")).toContain("Fact A")
      expect(readFileSync(approved, "utf8")).not.toContain("quarantined")
      expect(existsSync(rejected)).toBe(false)
      expect(readFileSync(skipped, "utf8")).toContain("quarantined")
      expect(output).toContain("c<U+001B>[2J<U+001B>]0;x<U+0007><U+000D><U+202E>")
      const sequences = output.match(/\u001b[^m]*m?/g) ?? []
      expect(sequences.length).toBeGreaterThan(0)
      expect(sequences.filter((sequence) => !/^\u001b\[\d+m$/.test(sequence))).toEqual([])
    },
  )

  test.skipIf(!hasTerminal)(
    "review refuses in a terminal that OpenCode opened, and NO_COLOR is respected",
    async () => {
      const inside = place({ OPENCODE: "1" })
      const waiting = put(inside, "facts/a.md", "---\ndescription: Fact a\ntrust: quarantined\n---\n")
      const output = await reviewAtTerminal(inside, runtimes[runtime], "a")
      expect(output).toContain("error (needs_person)")
      expect(output).toEndWith("exit 1")
      expect(readFileSync(waiting, "utf8")).toContain("quarantined")
      const plain = place({ NO_COLOR: "1" })
      put(plain, "facts/a.md", "---\ndescription: Fact a\ntrust: quarantined\n---\n")
      expect(await reviewAtTerminal(plain, runtimes[runtime], "q")).not.toContain("\u001b")
    },
  )
})

test("an older Node runs it inside OpenCode's runtime, or is told what it needs", () => {
  const { cwd, env } = place()
  const old = join(tempDir("old"), "old.cjs")
  writeFileSync(old, 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })')
  const onOld = (more: Record<string, string>, ...words: string[]) => {
    const { BUN_BE_BUN, ...plain } = env
    const given = { cwd, env: { ...plain, ...more }, encoding: "utf8" } as const
    const { status, stdout, stderr } = spawnSync(runtimes.node, ["--require", old, LAUNCHER, ...words], given)
    return { status, stdout, stderr }
  }
  const nowhere = { PATH: tempDir("nothing"), HOME: tempDir("home") }
  expect(onOld(nowhere, "tree")).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("this is Node 20.20.2"),
  })
  // Both say how to get further, so they need neither.
  for (const words of [[], ["--help"], ["help", "tree"], ["tree", "--help"]])
    expect(onOld(nowhere, ...words)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("USAGE"),
      stderr: "",
    })
  expect(onOld(nowhere, "--version")).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/),
  })
  const host = { OPENCODE_BIN: runtimes.bun }
  expect(onOld(host, "write", "a", "--content", "x")).toMatchObject({ status: 0, stderr: "" })
  expect(onOld(host, "ls")).toMatchObject({ status: 0, stdout: expect.stringContaining("a.md"), stderr: "" })
  expect(onOld(host, "show", "nope")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`node ${LAUNCHER} tree`),
  })
})

test("inside OpenCode's runtime, what a repository says to Bun counts for nothing", () => {
  const { cwd, env } = place()
  const [mark, elsewhere] = [join(tempDir("mark"), "ran"), join(tempDir("elsewhere"), "cairn")]
  writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./evil.ts"]\n')
  writeFileSync(join(cwd, "evil.ts"), `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")`)
  writeFileSync(join(cwd, ".env"), `CAIRN_HOME=${elsewhere}\n`)
  const old = join(tempDir("old"), "old.cjs")
  writeFileSync(old, 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })')
  const { BUN_BE_BUN, CAIRN_HOME, ...plain } = env
  const given = { ...plain, XDG_DATA_HOME: tempDir("data"), OPENCODE_BIN: runtimes.bun }
  const words = ["--require", old, LAUNCHER, "write", "a", "--content", "x"]
  const ran = spawnSync(runtimes.node, words, { cwd, env: given, encoding: "utf8" })
  expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining("Wrote"), stderr: "" })
  expect([existsSync(mark), existsSync(elsewhere)]).toEqual([false, false])
})

test("a checkout that is not built yet says what to run, on any runtime", () => {
  const checkout = tempDir("checkout")
  mkdirSync(join(checkout, "bin"))
  copyFileSync(LAUNCHER, join(checkout, "bin/cairn.mjs"))
  for (const runtime of [runtimes.node, runtimes.bun]) {
    const { cwd, env } = place()
    const ran = spawnSync(runtime, [join(checkout, "bin/cairn.mjs"), "setup"], { cwd, env, encoding: "utf8" })
    expect(ran).toMatchObject({ status: 1, stdout: "" })
    expect(ran.stderr).toMatch(/^cairn is not built yet\. In \S+, run this first:\n {2}npm ci && npm run build\n$/)
  }
})
