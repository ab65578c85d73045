// What only a terminal has: other names, other projects, an editor and OpenCode's configuration.
import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { begunShell, type Shell, shell } from "../../../test/bed/cli-shell.ts"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../../test/bed/past-database.ts"
import { tempDir } from "../../../test/bed/sandbox.ts"
import { SHOWN_ID } from "../../moving/planned-items.ts"
import { columnsOf } from "../../text/columns.ts"
import { inputOf } from "./arguments.ts"
import { allCommands, findCommand } from "./commands.ts"

/** An editor that runs this shell line on the file `$1`. */
function editor({ env }: Shell, line: string): void {
  const file = join(tempDir("editor"), "editor")
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
  env.EDITOR = file
}

describe("names and projects", () => {
  test("show and ls are the same as read and tree, and sessions has its own verbs", async () => {
    const { run } = await begunShell()
    expect(await run("show", "begun")).toEqual(await run("read", "begun"))
    expect(await run("ls")).toEqual(await run("tree"))
    expect((await run("sessions", "read", "--help")).out).toBe((await run("messages", "--help")).out)
    expect((await run("help", "sessions", "compare")).out).toBe((await run("compare", "--help")).out)
  })

  test("every command has an example, and its help fits the screen", async () => {
    const { run } = shell({ columns: 80 })
    const failures: string[] = []
    for (const name of allCommands().keys()) {
      const { out } = await run(name, "--help")
      if (!/\nEXAMPLES?\n {2}cairn \w/.test(out)) failures.push(`${name}: no example`)
      // Long names are followed by nothing if nothing is said about them.
      const bare = out.match(/^ {2}(?:<[\w-]+>|--[\w-]+(?: <\S+>)?)(?: +needed)?$/gm) ?? []
      failures.push(...bare.map((line) => `${name}: ${line.trim()} is not explained`))
      const usage = out.split("\n").filter((line) => !line.startsWith("USAGE") && !line.startsWith("  cairn "))
      failures.push(...usage.filter((line) => line.length > 80).map((line) => `${name}: ${line}`))
    }
    expect(failures).toEqual([])
  })

  test("an answer or a complaint in our own words breaks between words; a note's text is left as it is", async () => {
    const { run, env } = shell({ columns: 50, isInteractive: true, showsProgress: true })
    await run("save", "The release branch is cut on Mondays, because the pipeline is busy from Tuesday on")
    const archive = join(env.HOME ?? "", "backup-of-everything.tar.gz")
    const wide = ({ out, err }: { out: string; err: string }) =>
      `${out}${err}`.split("\n").filter((line) => line.length > 50 && line.trim().includes(" "))
    expect(wide(await run("export", "--format", "archive", "--to", archive))).toEqual([])
    expect(wide(await run("export", "--format", "agents"))).toEqual([])
    expect(wide(await run("read", "a-note-with-a-rather-long-name-that-nobody-has-written-yet"))).toEqual([])
    expect(wide(await run("export"))).not.toEqual([])
  })

  test("every example is a line of its own command, as its help prints it", () => {
    const commands = allCommands()
    const failures: string[] = []
    for (const { name, examples } of commands.values())
      for (const example of examples) {
        const [line = ""] = example.split(/ (?:[|<]|>>?) /)
        const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = ""]) => quoted ?? bare)
        const { command, typed } = findCommand(commands, words)
        try {
          inputOf(typed, command?.arguments ?? [])
          if (command?.name !== name) failures.push(`${example}: is of ${command?.name}`)
        } catch (error) {
          failures.push(`${example}: ${(error as Error).message}`)
        }
      }
    expect(failures).toEqual([])
    const approved = commands.get("import")?.examples.find((example) => example.includes("--approve"))
    expect(approved).toMatch(new RegExp(`--approve [0-9a-f]{${SHOWN_ID}} `))
    const resolving = commands.get("resolve")?.examples ?? []
    expect(resolving.filter((example) => !/--keep \S+ --drop \S+|--both "\S+ \S+"/.test(example))).toEqual([])
  })

  test("--project is another project's memory, by its name", async () => {
    const here = await begunShell()
    await here.at(tempDir("harbour")).run("write", "tides", "--content", "high at noon")
    const { projects } = JSON.parse((await here.run("projects", "--json")).out)
    const other = projects.find(({ name }: { name: string }) => name.startsWith("harbour"))?.name
    expect((await here.run("show", "tides", "--project", other)).out).toContain("high at noon")
    expect(await here.run("show", "tides")).toMatchObject({ code: 1 })
    expect(await here.run("ls", "--project", "nope")).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no project "nope"'),
    })
  })

  test("a note's content can come from a file or the standard input, and be read-only for agents", async () => {
    const { run, directory } = await begunShell()
    writeFileSync(join(directory, "in.md"), "from a file\n")
    await run("write", "a", "--file", "in.md", "--readonly")
    expect((await run("show", "a")).out).toContain("from a file")
    expect((await run("ls")).out).toContain("a.md (11/5000) — A [read-only]")
    await run("write", "b", "--file", "-")
    expect((await run("show", "b")).out).toContain("from the standard input")
    expect(await run("write", "c")).toMatchObject({ code: 2, err: expect.stringContaining("--content is missing") })
    expect(await run("write", "c", "--file", "gone.md")).toMatchObject({
      code: 1,
      err: expect.stringContaining("file_unreadable"),
    })
    writeFileSync(join(directory, "huge.md"), "x".repeat(1_100_000))
    expect((await run("write", "c", "--file", "huge.md")).err).toContain("file_too_large")
  })
})

describe("projects", () => {
  /** A store with two projects, each with a note `n`. */
  async function twoProjects() {
    const here = await begunShell()
    const there = here.at(tempDir("harbour"))
    await here.run("write", "n", "--content", "here")
    await there.run("write", "n", "--content", "there")
    const names = async () => {
      const { projects } = JSON.parse((await here.run("projects", "--json")).out)
      return (projects as { name: string }[]).map(({ name }) => name)
    }
    const harbour = (await names()).find((name) => name.startsWith("harbour")) as string
    return { here, there, names, harbour }
  }

  test("a project gets another name, and is still the same folder's", async () => {
    const { here, there, names, harbour } = await twoProjects()
    expect((await here.run("projects", "rename", harbour, "port")).out).toBe(`${harbour} is called port now\n`)
    expect(await names()).toContain("port")
    expect((await there.run("show", "n")).out).toContain("there")
    expect((await there.run("why", "n")).out).toContain("n.md")
    expect((await here.run("projects", "rename", "port", (await names())[0] as string)).err).toMatch(/project_exists/)
    expect((await here.run("projects", "rename", "port", "../x")).err).toContain("bad_project_name")
    expect((await here.run("projects", "rename", "gone", "x")).err).toContain("no_such_project")
  })

  const subjects = async ({ run }: Shell) => {
    const { commits } = JSON.parse((await run("history", "--json")).out)
    return (commits as { message: string }[]).map(({ message }) => message)
  }
  const listed = ({ env }: Shell) =>
    readFileSync(join(env.CAIRN_HOME ?? "", "memory/global/reference/projects.md"), "utf8")

  test("history and the list of projects say what was done to a project, and an undo of it is refused", async () => {
    const { here, there, names, harbour } = await twoProjects()
    const renamed = await here.run("projects", "rename", harbour, "port", "--json")
    expect(JSON.parse(renamed.out)).toEqual({ action: "rename", name: harbour, other: "port" })
    expect((await subjects(there))[0]).toBe(`rename project ${harbour} to port`)
    expect(listed(here)).toMatch(/^- port: /m)
    expect(listed(here)).not.toContain(`- ${harbour}`)
    expect((await there.run("undo")).err).toContain("whole_project")
    expect((await there.run("show", "n")).out).toContain("there")
    const [first = ""] = (await names()).filter((name) => name !== "port")
    const joined = await here.run("projects", "join", "port", first, "--json")
    expect(JSON.parse(joined.out)).toMatchObject({ action: "join", name: "port", other: first, moved: 1 })
    expect((await subjects(here))[0]).toBe(`join project port to ${first}`)
    expect(listed(here)).not.toContain("- port")
    expect((await here.run("undo")).err).toContain("whole_project")
  })

  test("a rollback to before a project had its name would remove every note, and is refused", async () => {
    const { here, there, harbour } = await twoProjects()
    const { commits } = JSON.parse((await there.run("history", "--json")).out)
    await here.run("projects", "rename", harbour, "port")
    expect((await there.run("rollback", commits[0].hash)).err).toContain("whole_project")
    expect((await there.run("show", "n")).out).toContain("there")
  })

  test("two that are one: every note comes along, and both folders know it", async () => {
    const { here, there, names, harbour } = await twoProjects()
    const [first] = (await names()).filter((name) => name !== harbour)
    expect((await here.run("projects", "join", harbour, first as string)).out).toContain("with")
    expect(await names()).toEqual([first as string])
    expect((await there.run("show", "begun")).out).toContain("x")
    expect((await there.run("show", `n-of-${harbour}`)).out).toContain("there")
    expect((await there.run("show", "n")).out).toContain("here")
  })

  test("a join overwrites nothing, and brings nothing that is there already", async () => {
    const { here, there, names, harbour } = await twoProjects()
    const [first] = (await names()).filter((name) => name !== harbour)
    await here.run("write", `n-of-${harbour}`, "--content", "mine already")
    for (const one of [here, there]) await one.run("write", "same", "--content", "the same in both")
    await here.run("projects", "join", harbour, first as string)
    expect((await here.run("show", `n-of-${harbour}`)).out).toContain("mine already")
    expect((await here.run("show", `n-of-${harbour}-2`)).out).toContain("there")
    expect((await here.run("ls")).out).not.toMatch(/same-of-|project-of-/)
  })

  test("one that is two: the folder starts over, even if its remote says otherwise", async () => {
    const { here, there, names } = await twoProjects()
    const clone = tempDir("clone")
    for (const folder of [here.directory, clone]) {
      spawnSync("git", ["init", "-q", folder])
      spawnSync("git", ["-C", folder, "remote", "add", "origin", "https://example.com/o/same"])
    }
    await here.run("write", "n", "--content", "with a remote")
    expect((await here.at(clone).run("projects", "split", "mine")).out).toContain("mine")
    expect(await names()).toContain("mine")
    expect(await here.at(clone).run("show", "n")).toMatchObject({ code: 1 })
    await here.at(clone).run("write", "n", "--content", "of the clone")
    expect((await here.run("show", "n")).out).toContain("with a remote")
    expect((await here.at(clone).run("show", "n")).out).toContain("of the clone")
    expect((await there.run("show", "n")).out).toContain("there")
  })

  test("one that is over is forgotten when that is said twice", async () => {
    const { here, names, harbour } = await twoProjects()
    expect((await here.run("projects", "forget", harbour)).err).toContain("not_confirmed")
    expect((await here.run("projects", "forget", harbour, "--yes")).out).toContain("in history only")
    expect(await names()).not.toContain(harbour)
  })
})

describe("edit in an editor", () => {
  test("the whole file is the person's, and what is unchanged is not written", async () => {
    const here = await begunShell()
    editor(here, 'printf "more\\n" >> "$1"')
    expect((await here.press("", "edit", "begun")).out).toBe("Saved begun.md\n")
    expect((await here.run("show", "begun")).out).toEndWith("x\nmore\n")
    editor(here, "true")
    expect((await here.press("", "edit", "begun")).out).toBe("begun.md is unchanged\n")
    const { out } = await here.press("", "edit", "begun", "--json")
    expect(JSON.parse(out)).toEqual({ path: "begun.md", text: "begun.md is unchanged" })
    editor(here, "exit 1")
    expect(await here.press("", "edit", "begun")).toMatchObject({
      code: 1,
      err: expect.stringContaining("editor_failed"),
    })
    expect(await here.run("edit", "begun")).toMatchObject({ code: 2, err: expect.stringContaining("needs a terminal") })
  })

  test("whoever wrote to the note meanwhile is not overwritten, and the edited text is kept", async () => {
    const here = await begunShell()
    await here.run("write", "both", "--scope", "global", "--content", "old")
    editor(here, `printf "theirs\\n" > '${here.file("both.md")}'; printf "mine\\n" > "$1"`)
    const { code, err } = await here.press("", "edit", "both", "--scope", "global")
    expect(code).toBe(1)
    expect(readFileSync(here.file("both.md"), "utf8")).toBe("theirs\n")
    const kept = /your text is in (\S+):/.exec(err)?.[1] as string
    expect(readFileSync(kept, "utf8")).toBe("mine\n")
  })
})

describe("review", () => {
  const waiting = (text: string) => `---\ndescription: ${text}\ntrust: quarantined\n---\n`

  test("goes through all projects, and a decision can be taken back", async () => {
    const here = await begunShell()
    const other = here.at(tempDir("harbour"))
    await other.run("write", "begun", "--content", "x")
    const names: string[] = JSON.parse((await here.run("projects", "--json")).out).projects.map(
      ({ name }: { name: string }) => name,
    )
    const harbour = names.find((name) => name.startsWith("harbour")) as string
    const file = join(here.env.CAIRN_HOME as string, "memory/projects", harbour, "facts/theirs.md")
    mkdirSync(join(file, ".."), { recursive: true })
    writeFileSync(file, waiting("Fact of the harbour"))
    here.put("facts/a.md", waiting("Fact a"))
    const { out } = await here.press("rura", "review")
    expect(out).toContain(`2 of 2, project ${harbour}`)
    expect(out).toContain("taken back")
    expect(out).toEndWith("\n1 approved, 1 rejected, 0 still wait.\n")
    expect(existsSync(here.file("facts/a.md"))).toBe(false)
    expect(readFileSync(file, "utf8")).not.toContain("quarantined")
    expect((await here.run("review", "--list", "--project", harbour)).out).toContain("Nothing is waiting")
  })

  test("the last decision can be taken back too, and the words count as undecided again", async () => {
    const here = await begunShell()
    here.put("facts/a.md", waiting("Fact a"))
    const { out } = await here.press("au", "review")
    expect(out).toContain("That was the last one")
    expect(out).toEndWith("\n0 approved, 0 rejected, 1 still waits.\n")
    expect(readFileSync(here.file("facts/a.md"), "utf8")).toBe(waiting("Fact a"))
    const decided = readFileSync(here.file(".decisions.jsonl"), "utf8").trim().split("\n")
    const [approved, withdrawn] = decided.map((line) => JSON.parse(line))
    expect(withdrawn).toMatchObject({ decision: "withdrawn", hash: approved.hash })
  })

  test("whoever wrote to the note since is not overwritten by taking a decision back", async () => {
    const here = await begunShell()
    here.put("facts/a.md", waiting("Fact a"))
    const keys = function* () {
      yield "a"
      here.put("facts/a.md", "written since")
      yield "u"
    }
    const { code, out } = await here.press(keys, "review")
    expect([code, out]).toEqual([0, expect.stringContaining("not taken back")])
    expect(readFileSync(here.file("facts/a.md"), "utf8")).toBe("written since")
  })

  test("says which page, file or command the words were read from, and when", async () => {
    const here = await begunShell()
    const data = tempDir("data")
    here.env.XDG_DATA_HOME = data
    const past = makePastDatabase(pastDatabaseFile(data))
    const session = past.session({ directory: here.directory })
    const asked = past.said(session, "look at the page")
    past.answered(
      session,
      toolPart("webfetch", { url: "https://example.com/tides" }, "The tide tables are wrong by an hour in summer."),
    )
    past.answered(
      session,
      toolPart("read", { filePath: "docs/crane.md" }, "The crane is oiled on the first of a month."),
    )
    past.answered(session, toolPart("bash", { command: "cat log" }, "The ferry leaves from the northern quay at dawn."))
    past.close()
    const from = (words: string) => `---\ntrust: quarantined\nevidence: ${session}/${asked}\n---\n${words}\n`
    here.put("facts/c.md", from("The crane is oiled on the first of a month"))
    here.put("facts/d.md", from("The ferry leaves from the northern quay at dawn"))
    here.put(
      "facts/a.md",
      `---\ntrust: quarantined\nsource: manual\nevidence: ${session}/${asked}\n---\nThe tide tables are wrong by an hour in summer\n`,
    )
    here.put("facts/b.md", from("Something else entirely was found"))
    const { out } = await here.run("review", "--list")
    expect(out).toContain("read  the page https://example.com/tides, 2026-01-05 10:00")
    expect(out).toContain("read  the file docs/crane.md, 2026-01-05 10:00")
    expect(out).toContain("read  the command cat log, 2026-01-05 10:00")
    expect(out).toMatch(/read {2}not word for word from anything that was read; the session had read the\s+page/)
  })

  test("words can be edited before they are approved", async () => {
    const here = await begunShell()
    const path = "facts/a-note-with-a-long-name.md"
    here.put(path, `${waiting("Fact a")}\nThe tide is at noon.\n`)
    editor(here, 'sed -i s/noon/nine/ "$1"')
    const { out } = await here.press("ea", "review")
    expect(out).toContain("it says now:")
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([])
    expect(readFileSync(here.file(path), "utf8")).toMatch(/nine/)
    expect(readFileSync(here.file(path), "utf8")).not.toContain("quarantined")
  })
})

describe("setup", () => {
  test("to undo it takes out every entry, also with --json, or OpenCode would go on loading Cairn", async () => {
    const here = shell()
    const folder = join(here.env.XDG_CONFIG_HOME as string, "opencode")
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, "opencode.json"),
      '{ "plugin": ["opencode-cairn@0.1.0", "other", "opencode-cairn@0.2.0"] }',
    )
    writeFileSync(join(folder, "opencode.jsonc"), '{ "plugin": ["opencode-cairn"] } // mine')
    const { code, out, err } = await here.run("uninstall", "--yes", "--json")
    expect(err).toBe("")
    expect([code, JSON.parse(out).isDone]).toEqual([0, true])
    const texts = ["opencode.json", "opencode.jsonc"].map((name) => readFileSync(join(folder, name), "utf8"))
    expect(texts.join("\n")).not.toContain("cairn")
    expect(JSON.parse(texts[0] as string)).toEqual({ plugin: ["other"] })
    expect(texts[1]).toContain("// mine")
  })

  test("says which other plugins do the same, and nothing of those that do not", async () => {
    const here = shell()
    const folder = join(here.env.XDG_CONFIG_HOME as string, "opencode")
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, "opencode.json"),
      '{ "plugin": ["opencode-mem@2.0.0", "other", "@tarquinen/opencode-dcp@3.2.0"] }',
    )
    const { out } = await here.run("setup")
    expect(out.split("\n").filter((line) => line.startsWith("Note:"))).toEqual([
      "Note: opencode-mem is loaded too (opencode-mem@2.0.0): both put a memory into each request; use one of them.",
      'Note: DCP is loaded too (@tarquinen/opencode-dcp@3.2.0): both leave old tool outputs out; set "longWindow": "off" in cairn.jsonc, or remove DCP.',
    ])
    expect((await here.run("setup", "--undo")).out).not.toContain("Note:")
  })

  test("Cairn is added once, upgraded on request, and taken out again", async () => {
    const here = shell()
    const file = join(here.env.XDG_CONFIG_HOME as string, "opencode/opencode.jsonc")
    mkdirSync(join(file, ".."), { recursive: true })
    const before = '{\n  // mine\n  "plugin": ["opencode-cairn@0.0.1"]\n}\n'
    writeFileSync(file, before)
    expect(await here.run("setup")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already_set_up[\s\S]*setup --upgrade/),
    })
    expect((await here.run("setup", "--upgrade", "--to", "9.9.9", "--dry-run")).out).toContain("would be changed")
    expect(readFileSync(file, "utf8")).toBe(before)
    expect((await here.run("setup", "--upgrade", "--to", "9.9.9")).out).toContain(
      '+   "plugin": ["opencode-cairn@9.9.9"]',
    )
    expect(readFileSync(file, "utf8")).toBe(before.replace("0.0.1", "9.9.9"))
    expect((await here.run("setup", "--undo")).code).toBe(0)
    expect(readFileSync(file, "utf8")).not.toContain("cairn")
    const texts = [
      undefined,
      "{}\n",
      '{"theme":"x"}',
      '{\r\n\t// mine\r\n\t"plugin": [ "other" ],\r\n}',
      '{ "plugin": [], "a": [1,2 , 3] }',
    ]
    const notRestored: unknown[] = []
    for (const text of texts) {
      rmSync(file, { force: true })
      if (text !== undefined) writeFileSync(file, text)
      const folder = () =>
        readdirSync(join(file, "..")).map((name) => [name, readFileSync(join(file, "..", name), "utf8")])
      const was = folder()
      await here.run("setup")
      expect((await here.run("write", "a", "--content", "there is a memory beside the record")).code).toBe(0)
      await here.run("setup", "--upgrade", "--to", "9.9.9")
      await here.run("setup", "--undo")
      if (JSON.stringify(folder()) !== JSON.stringify(was)) notRestored.push({ was, is: folder() })
    }
    expect(notRestored).toEqual([])
    writeFileSync(file, before)
    expect((await here.run("setup", "--undo")).code).toBe(0)
    expect(readFileSync(file, "utf8")).toContain("// mine")
    expect((await here.run("setup", "--undo")).out).toContain("not in OpenCode's configuration")
    here.env.OPENCODE = "1"
    expect(await here.run("setup")).toMatchObject({ code: 1, err: expect.stringContaining("needs_person") })
  })

  test("a checkout elsewhere counts as set up, and uninstalling takes it out", async () => {
    const here = shell()
    const file = join(here.env.XDG_CONFIG_HOME as string, "opencode/opencode.json")
    const checkout = tempDir("checkout")
    mkdirSync(join(file, ".."), { recursive: true })
    writeFileSync(join(checkout, "package.json"), '{ "name": "opencode-cairn" }')
    writeFileSync(file, JSON.stringify({ plugin: ["other", checkout] }))
    expect(await here.run("setup")).toMatchObject({ code: 1, err: expect.stringContaining("already_set_up") })
    expect((await here.run("uninstall", "--yes")).code).toBe(0)
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ plugin: ["other"] })
  })

  test("an undo that fails can be repeated, and is still exact", async () => {
    const here = shell()
    const folder = join(here.env.XDG_CONFIG_HOME as string, "opencode")
    mkdirSync(folder)
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status !== 0)
      return void process.stderr.write("not tried here: mounting a small disk is not allowed\n")
    try {
      const [file, filler] = [join(folder, "opencode.json"), join(folder, "filler")]
      const before = '{ "plugin": [ ], "a": [1,2 , 3] }'
      writeFileSync(file, before)
      await here.run("setup")
      const after = readFileSync(file, "utf8")
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
      expect(await here.run("setup", "--undo")).toMatchObject({
        code: 1,
        err: expect.stringMatching(/config_unwritable[\s\S]*hint/),
      })
      expect(readFileSync(file, "utf8")).toBe(after)
      rmSync(filler)
      expect((await here.run("setup", "--undo")).code).toBe(0)
      expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual([before, ["opencode.json"]])
    } finally {
      spawnSync("umount", [folder])
    }
  })

  test("a store that is restored after setup leaves the way back, and a folder of somebody else stays where it is", async () => {
    const archive = join(tempDir("backup"), "backup.tar.gz")
    await (await begunShell()).run("export", "--format", "archive", "--to", archive)
    const here = shell()
    const file = join(here.env.XDG_CONFIG_HOME as string, "opencode/opencode.json")
    mkdirSync(join(file, ".."), { recursive: true })
    const before = '{ "plugin": [ ], "a": [1,2 , 3] }'
    writeFileSync(file, before)
    await here.run("setup")
    expect((await here.run("import", archive, "--yes")).code).toBe(0)
    expect((await here.run("setup", "--undo")).code).toBe(0)
    expect(readFileSync(file, "utf8")).toBe(before)
    const there = shell()
    const root = there.env.CAIRN_HOME as string
    mkdirSync(root, { recursive: true })
    writeFileSync(join(root, "thesis.doc"), "theirs")
    expect((await there.run("import", archive, "--yes")).err).toContain("not_cairns_folder")
    expect(readdirSync(root)).toEqual(["thesis.doc"])
  })

  test("a folder of somebody else is not taken for memory's, and nothing is set up", async () => {
    const here = shell()
    const root = here.env.CAIRN_HOME as string
    mkdirSync(root, { recursive: true })
    writeFileSync(join(root, "thesis.doc"), "theirs")
    chmodSync(root, 0o755)
    expect(await here.run("setup")).toMatchObject({ code: 1, err: expect.stringContaining("not_cairns_folder") })
    expect((await here.run("search", "thesis")).err).toContain("not_cairns_folder")
    expect((await here.run("doctor", "--fix")).out).toMatch(/^bad {2}\S+ has other things in it \(thesis\.doc\)/m)
    expect([statSync(root).mode & 0o777, readdirSync(root)]).toEqual([0o755, ["thesis.doc"]])
    here.env.CAIRN_HOME = "/proc/none/cairn"
    expect((await here.run("setup")).err).toMatch(/^error \((?!unexpected)\w+\)[\s\S]*hint: \S/)
    expect(existsSync(join(here.env.XDG_CONFIG_HOME as string, "opencode"))).toBe(false)
  })
})

describe("past sessions", () => {
  function withPast(options: Parameters<typeof shell>[0] = {}) {
    const opened = shell(options)
    opened.env.XDG_DATA_HOME = tempDir("data")
    const past = makePastDatabase(pastDatabaseFile(opened.env.XDG_DATA_HOME))
    return { ...opened, past, session: (title: string) => past.session({ directory: opened.directory, title }) }
  }

  test("a session is named by its id alone, or by the option as before; without one, the help says where to find it", async () => {
    const { run, past, session } = withPast()
    const id = session("Cranes")
    past.said(id, "the crane is yellow")
    for (const words of [
      ["messages", id],
      ["messages", "--session-id", id],
      ["sessions", "read", id, "--limit", "1"],
    ])
      expect(await run(...words)).toMatchObject({ code: 0, out: expect.stringContaining("the crane is yellow") })
    expect((await run("compactions", id)).out).toContain("was never compacted")
    expect(await run("messages", id, "--session-id", id, "more")).toMatchObject({ code: 2 })
    expect(await run("compactions")).toMatchObject({ code: 2, err: expect.stringContaining("<session-id> is missing") })
    for (const command of ["messages", "compactions"]) {
      const help = (await run(command, "--help")).out
      expect(help).toMatch(/<session-id> +the session's id or its beginning; "sessions" lists them/)
      expect(help).not.toContain("default this")
      expect(help).toMatch(new RegExp(`cairn ${command} ses_…`))
    }
    expect((await run("sessions")).out).toContain("Read one with cairn messages and its id.")
    expect((await run("search", "yellow crane")).out).toContain(`cairn messages ${id} --message-id `)
  })

  test("what a setting switches off is refused here as it is to an agent, and nothing is indexed", async () => {
    const { run, env, past, session } = withPast()
    const id = session("Cranes")
    past.said(id, "the crane is yellow")
    env.CAIRN_PAST_SESSIONS = "false"
    for (const words of [
      ["sessions"],
      ["search", "crane"],
      ["messages", id],
      ["compare", id, id],
      ["resume"],
      ["summary"],
    ])
      expect(await run(...words)).toMatchObject({
        code: 1,
        out: "",
        err: `error (switched_off): "cairn ${words[0]}" is switched off in the settings\nhint: set pastSessions to true to have it back\n`,
      })
    expect(existsSync(join(env.CAIRN_HOME ?? "", "past.db"))).toBe(false)
    env.CAIRN_PAST_SESSIONS = "true"
    expect((await run("search", "crane")).out).toContain("the crane is yellow")
    expect(existsSync(join(env.CAIRN_HOME ?? "", "past.db"))).toBe(true)
  })

  test("resume names the sessions that OpenCode has from before Cairn", async () => {
    const { run, past, directory, session } = withPast()
    expect(await run("resume")).toEqual({ code: 0, out: "No session of this project is on record yet.\n", err: "" })
    past.session({ directory, title: "a subagent", parent_id: session("Cranes") })
    past.session({ directory: tempDir("elsewhere") })
    session("Locks")
    expect((await run("resume")).out).toBe(
      "No session of this project is on record with Cairn yet.\nOpenCode has 2: cairn sessions\n",
    )
  })

  test("a list of sessions is fitted to a screen, and left whole for a pipe", async () => {
    const long = "A title of a good many words about the cranes of the harbour"
    for (const isInteractive of [true, false]) {
      const { run, session } = withPast({ columns: 80, isInteractive })
      session(long)
      const { out } = await run("sessions")
      expect(out.includes(long)).toBe(!isInteractive)
      expect(out.split("\n").every((line) => columnsOf(line) <= 80)).toBe(isInteractive)
    }
  })

  test("on a screen an id is as short as it can be, and wherever one is taken, that is enough", async () => {
    const { env, directory, past, run } = withPast()
    const ids = [
      "ses_64b1f09a1ffeAbCdEfGhIjKlMnOp",
      "ses_64b1f09a2ffeAbCdEfGhIjKlMnOp",
      "ses_5ab1f09a2ffeAbCdEfGhIjKlMnOp",
    ]
    for (const id of ids) past.said(past.session({ id, directory, title: `About ${id}` }), "the crane is yellow")
    const screen = shell({ columns: 80, isInteractive: true }, { env, directory })
    const { out } = await screen.run("sessions", "--limit", "2")
    const shown = out.match(/^ses_\w+/gm) as string[]
    expect(shown).toEqual(["ses_5ab1f09a", "ses_64b1f09a2"])
    expect(out).toContain("1 older: --before ses_64b1f09a2")
    expect((await screen.run("sessions", "--before", "ses_64b1f09a2")).out).toContain("ses_64b1f09a1  About")
    for (const id of shown) expect((await screen.run("messages", id)).out).toContain(`Session ${id}`)
    expect(await screen.run("messages", "ses_64b1")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`2 sessions begin: ${ids[1]}, ${ids[0]}`),
    })
    expect((await screen.run("session", "ses_5ab")).err.replace(/\s+/g, " ")).toContain(`nothing of session ${ids[2]}`)
    expect([...((await run("sessions")).out.match(/^ses_\w+/gm) ?? [])].sort()).toEqual(ids.toSorted())
  })

  test("plans and compactions are fitted to a screen too, with short ids, and left whole for a pipe", async () => {
    const { env, directory, past, run } = withPast()
    const screen = shell({ columns: 80, isInteractive: true }, { env, directory })
    const id = past.session({ id: "ses_64b1f09a1ffeAbCdEfGhIjKlMnOp", directory, time_created: 1_767_607_200_000 })
    const asked = past.message(id, { role: "user" }, { type: "compaction", auto: true })
    past.message(id, { role: "assistant", summary: true, parentID: asked }, { type: "text", text: "## Goal" })
    const folder = join(directory, ".opencode", "plans")
    mkdirSync(folder, { recursive: true })
    const heading = "Move the cranes of the old harbour over to the new one"
    writeFileSync(join(folder, "1767607200000-calm-otter.md"), `# ${heading}\n`)
    const plans = (await screen.run("plans")).out
    expect(plans.split("\n")[0]).toMatch(/^Name +Session +Changed +Heading$/)
    expect(plans.split("\n")[1]).toMatch(
      /^1767607200000-calm-otter\.md {2}ses_64b1f09a {2}[\d: -]{16} {2}Move the cranes of…$/,
    )
    const compactions = (await screen.run("compactions", id)).out
    expect(compactions).toMatch(/^No +When +Why +By\n1 +2026-01-05 10:00 +automatic +model$/m)
    for (const text of [plans, compactions]) {
      expect(text).toContain("Times: UTC.")
      expect(text.split("\n").filter((line) => columnsOf(line) > 80)).toEqual([])
    }
    expect((await run("plans")).out).toMatch(new RegExp(`${id}  [\\d: -]{16}  ${heading}$`, "m"))
  })

  test("a hit is a title with its date, what was said, and a command that can be copied; a pipe gets it on whole lines", async () => {
    const { env, directory, past, run } = withPast()
    const id = past.session({ id: "ses_64b1f09a1ffeAbCdEfGhIjKlMnOp", directory, title: "Cranes | of the harbour" })
    const text = `The crane is yellow, ${"and nobody knows why it was ever painted so ".repeat(4)}at all.`
    const said = past.said(id, text)
    past.db.exec(`UPDATE message SET id = 'msg_9b4e0f18abcdAbCdEfGhIjKlMnOp' WHERE id = '${said}'`)
    past.db.exec(`UPDATE part SET message_id = 'msg_9b4e0f18abcdAbCdEfGhIjKlMnOp' WHERE message_id = '${said}'`)
    const screen = shell({ columns: 80, isInteractive: true }, { env, directory })
    const { out } = await screen.run("search", "yellow crane")
    expect(out.split("\n").slice(0, 6)).toEqual([
      "Sessions. Times: UTC.",
      "",
      "Cranes | of the harbour  2026-01-05 10:00",
      "  (has yellow, crane)",
      "  user: The crane is yellow, and nobody knows why it was ever painted so and",
      "  nobody knows why it was ever painted so and nobody knows why it was ever",
    ])
    expect(out.split("\n").filter((line) => columnsOf(line) > 80)).toEqual([])
    const command = out.split("\n").find((line) => line.startsWith("  cairn ")) as string
    expect(command).toBe("  cairn messages ses_64b1f09a --message-id msg_9b4e0f18")
    expect((await run(...command.trim().split(" ").slice(1))).out).toContain(`[user] 2026-01-05 10:00 msg_9b4e0f18abcd`)
    expect((await run("search", "yellow crane")).out.split("\n").slice(2)).toEqual([
      "Cranes | of the harbour  2026-01-05 10:00",
      "  (has yellow, crane)",
      `  user: ${text}`,
      `  cairn messages ${id} --message-id msg_9b4e0f18abcdAbCdEfGhIjKlMnOp`,
      "",
    ])
    const painted = await shell({ columns: 80, isInteractive: true, hasColour: true }, { env, directory }).run(
      "search",
      "crane",
    )
    expect(painted.out).toContain("  user: The \u001b[1mcrane\u001b[0m is yellow")
    expect(painted.out).toContain("\u001b[1mCranes | of the harbour\u001b[0m  \u001b[2m2026-01-05 10:00\u001b[0m\n")
  })

  test("the command of a hit stays on one line however narrow the screen", async () => {
    const { run, past, session } = withPast({ columns: 40, isInteractive: true, hasColour: true })
    const id = session("Cranes")
    const said = past.said(id, "the crane is yellow")
    const { out } = await run("search", "crane")
    expect(stripVTControlCharacters(out).split("\n")).toContain(`  cairn messages ${id} --message-id ${said}`)
  })

  test("what was said is not broken into lines of our own: it may be code that is copied", async () => {
    const { run, past, session } = withPast({ columns: 40, isInteractive: true })
    const id = session("Cranes")
    past.said(id, "the crane is yellow and nobody knows why it was painted so")
    expect((await run("messages", id)).out).toContain(
      "\n> the crane is yellow and nobody knows why it was painted so\n",
    )
  })

  test("wide letters do not shift the columns", async () => {
    for (const isInteractive of [true, false]) {
      const { run, session } = withPast({ columns: 80, isInteractive })
      session("部署脚本在周五失败了部署脚本在周五失败了")
      session("Cranes")
      const lines = (await run("sessions")).out.split("\n").slice(0, 3)
      const before = (line: string) => columnsOf(line.slice(0, line.search(/Updated|2026-/)))
      expect(new Set(lines.map(before)).size).toBe(1)
    }
  })

  const INTERNAL =
    /"(?:titleMark|mayHaveFailed|isTitled|tellsMost|sessionScore|bounds|hasMoreProjects|isDated|hasArchived)":/g

  test("as data, nothing is shown that only the code needs", async () => {
    const { run, past, session } = withPast()
    const [id, other] = [session("Cranes"), session("Otters")]
    past.said(id, "the crane is yellow")
    past.answered(
      id,
      toolPart("move", { position: 3, titleMark: "own", bounds: ["own"], mayHaveFailed: 1 }, "moved the crane"),
    )
    const found = JSON.parse((await run("search", "crane", "--json")).out)
    const [{ hit, where }] = found.messages
    expect(where).toBe("message")
    expect(Object.keys(hit).sort()).toEqual(["confidence", "matched", "message", "part", "score", "session"])
    for (const words of [
      ["search", "crane"],
      ["sessions"],
      ["messages", id],
      ["compare", id, other],
      ["compactions", id],
      ["session-export", id],
      ["plans"],
      ["summary"],
    ]) {
      const { out } = await run(...words, "--json")
      const shown = out.replace(/"args": \{[^}]*\}/g, "")
      expect([words, shown.match(INTERNAL)]).toEqual([words, null])
    }
    // What somebody called an argument is no field of ours.
    const own = { position: 3, titleMark: "own", bounds: ["own"], mayHaveFailed: 1 }
    const { messages } = JSON.parse((await run("messages", id, "--json", "--show-tools")).out)
    expect(messages[1].message.parts[0].call.args).toEqual(own)
  })

  test("a question that cannot be answered says so", async () => {
    const { run, past, session } = withPast()
    past.said(session("Cranes"), "the crane is yellow")
    const turned = await run("search", "crane", "--since", "2026-03-01", "--until", "2026-02-01")
    expect(turned).toMatchObject({ code: 2 })
    expect(turned.err).toContain('--since: "2026-03-01" is after --until "2026-02-01"')
    expect((await run("search", "crane", "--since", "2026-01-05", "--until", "2026-01-05")).out).toContain("yellow")
    // Several words are one question, with and without quotes.
    const quoted = (await run("search", "yellow crane", "--project", "all")).out
    expect((await run("search", "yellow", "crane", "--project", "all")).out).toBe(quoted)
    expect(quoted).toContain("yellow")
    for (const question of ["hello", "to be", "C", "🚀"])
      expect((await run("search", question)).out).toStartWith("Nothing was searched for: ")
    expect((await run("search", "otter")).out).toStartWith("Nothing relevant. Tried: otter.")
    // A quotation is looked for word for word, however common its words are.
    expect((await run("search", '"to be"')).out).toStartWith('Nothing relevant. Tried: "to be".')
  })
})
