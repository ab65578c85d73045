// What every command has, derived from an operation or not: --json, --project where there is a memory to choose, exit codes, no colour in a pipe.
import { expect, test } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { begunShell, shell } from "../../../test/bed/cli-shell.ts"
import { commandName } from "../../operations/audience.ts"
import { operations } from "../../operations/registry.ts"
import { allCommands } from "./commands.ts"

/** See docs/decisions/0140. */
const NO_OPERATIONS = ["setup", "doctor", "uninstall", "completion"]

test("every command but four is an operation, and every one has --json, --project and an example", () => {
  const derived = new Set(operations.map(({ name }) => commandName(name)))
  const commands = [...allCommands().values()]
  expect(commands.map(({ name }) => name).filter((name) => !derived.has(name))).toEqual(NO_OPERATIONS)
  const lacking = commands.flatMap(({ name, arguments: known, examples }) => {
    const has = (option: string) => known.some((one) => one.name === option)
    return [
      // A script for a shell is no data, and setup is about the user's own configuration.
      ...(has("json") || name === "completion" ? [] : [`${name}: --json`]),
      ...(has("project") || ["setup", "uninstall", "completion"].includes(name) ? [] : [`${name}: --project`]),
      ...(examples.length > 0 ? [] : [`${name}: an example`]),
    ]
  })
  expect(lacking).toEqual([])
})

test("exit codes: 0 done, 1 refused or wrong, 2 not understood; with --json an error is JSON on the error stream", async () => {
  const here = await begunShell()
  const codes = {
    "status --json": 0,
    "setup --dry-run --json": 0,
    "uninstall --json": 0,
    "export --format json": 0,
    "review --list --json": 0,
    "read no-such-note --json": 1,
    "import no-such-file --json": 1,
    "save --json": 2,
    "read begun --no-such-option": 2,
    "no-such-command": 2,
    "completion tcsh": 2,
    "export --format tarball": 2,
  }
  const wrong: string[] = []
  for (const [line, wanted] of Object.entries(codes)) {
    const { code, out, err } = await here.run(...line.split(" "))
    if (code !== wanted) wrong.push(`${line}: ${code}`)
    if (!line.includes("--json")) continue
    const said = wanted === 0 ? out : err
    if (typeof JSON.parse(said) !== "object") wrong.push(`${line}: ${said}`)
  }
  // Thin, so it is not kept without being asked back.
  const refused = await here.run("save", "42 tests pass", "--json")
  expect([refused.code, JSON.parse(refused.out).outcome === "promoted"]).toEqual([1, false])
  expect(wrong).toEqual([])
})

test("only a terminal gets colour and a waiting line", async () => {
  const plain = await begunShell()
  const painted: string[] = []
  for (const line of ["status", "doctor", "--help", "ls", "uninstall", "history"]) {
    const { out, err } = await plain.run(...line.split(" "))
    if ((out + err).includes("\u001b")) painted.push(line)
  }
  expect(painted).toEqual([])
  const { run } = shell({ hasColour: true }, plain)
  expect((await run("status")).out).toContain("\u001b[")
  expect((await run("status", "--json")).out).not.toContain("\u001b")
})

test("the first search after the index is gone, as after a restored archive, finds every note", async () => {
  const here = await begunShell()
  for (let at = 0; at < 40; at++) here.put(`reference/note-${at}.md`, `The harbour gate ${at} is painted green\n`)
  for (const name of ["index.db", "index.db-wal", "index.db-shm"])
    rmSync(join(here.env.CAIRN_HOME as string, name), { force: true })
  const { out } = await here.run("search", "harbour gate 39", "--in", "notes", "--json")
  expect(JSON.parse(out).notes[0]).toMatchObject({ path: "reference/note-39.md" })
})
