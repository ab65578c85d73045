// Each check, on a thing that was broken for it: found, named, with something to do about it; and on one in order, nothing.
import { describe, expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { begunShell, type Shell, shell } from "../../test/bed/cli-shell.ts"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { openSqlite } from "../platform/sqlite.ts"
import { openWriteLock } from "../store/lock/write-lock.ts"
import { CHECKS, examine } from "./doctor.ts"
import type { Patient } from "./examination.ts"
import { RIVALS } from "./host-checks.ts"

/** A store with a note, an OpenCode on the path that says this version, and Cairn configured and called. */
async function healthy(version = "1.18.33"): Promise<Shell> {
  const here = await begunShell()
  const bin = tempDir("bin")
  writeFileSync(join(bin, "opencode"), `#!/bin/sh\necho ${version}\n`)
  chmodSync(join(bin, "opencode"), 0o755)
  here.env.PATH = `${bin}:${process.env.PATH}`
  config(here, '{ "plugin": ["opencode-cairn@1.2.3"] }')
  log(here, "INFO host host=v1 version=1.18.33")
  return here
}

function config({ env }: Shell, text: string, name = "opencode.json"): void {
  mkdirSync(join(env.XDG_CONFIG_HOME as string, "opencode"), { recursive: true })
  writeFileSync(join(env.XDG_CONFIG_HOME as string, "opencode", name), text)
}

function root({ env }: Shell, ...path: string[]): string {
  return join(env.CAIRN_HOME as string, ...path)
}

function log(here: Shell, line: string, at = Date.now()): void {
  writeFileSync(root(here, "cairn.log"), `${new Date(at).toISOString()} ${line}\n`, { flag: "a" })
}

interface Found {
  readonly code: number
  readonly findings: readonly { check: string; level: string; text: string; advice: string }[]
}

async function doctor({ run }: Shell, ...words: string[]): Promise<Found> {
  const { code, out } = await run("doctor", "--json", ...words)
  return { code, findings: JSON.parse(out).findings }
}

test("a store in order: every check is well, and the exit code is 0", async () => {
  const here = await healthy()
  expect(await doctor(here)).toEqual({ code: 0, findings: [] })
  const { out } = await here.run("doctor")
  expect(out.split("\n").filter((line) => line.startsWith("ok"))).toHaveLength(CHECKS.length)
})

test("a report without findings says which OpenCode it is, and when that called Cairn last", async () => {
  const here = await healthy()
  const { out } = await here.run("doctor")
  expect(out).toMatch(/^ok {3}OpenCode is there and new enough \(1\.18\.33\)$/m)
  expect(out).toMatch(/^ok {3}OpenCode has called Cairn lately \(\d{4}-\d\d-\d\d \d\d:\d\d, OpenCode 1\.18\.33\)$/m)
})

test("where OpenCode has called nothing yet, no hook is praised", async () => {
  const here = await healthy()
  rmSync(root(here, "cairn.log"))
  const { out } = await here.run("doctor")
  expect(out).toContain("no hook has run yet, so none failed")
  expect(out).not.toContain("every hook works")
})

describe("a project's own configuration", () => {
  /** A folder in a repository whose top has this configuration; the user's own is empty. */
  async function inProject(text: string, name = "opencode.json"): Promise<Shell> {
    const here = await healthy()
    config(here, "{}")
    const top = tempDir("project")
    const folder = join(top, "packages/one")
    mkdirSync(folder, { recursive: true })
    mkdirSync(join(top, ".opencode"))
    spawnSync("git", ["init", "-q", top])
    writeFileSync(join(top, name), text)
    return here.at(folder)
  }

  test("counts like the user's", async () => {
    const here = await inProject('{ "plugin": ["opencode-cairn@1.2.3"] }')
    expect(await doctor(here)).toEqual({ code: 0, findings: [] })
    const other = await inProject(
      '{ "plugin": ["opencode-cairn@1.2.3", "opencode-mem@2"] }',
      ".opencode/opencode.jsonc",
    )
    expect((await doctor(other)).findings.map(({ check }) => check)).toEqual(["plugins"])
    config(other, '{ "plugin": ["opencode-cairn@1.2.2"] }')
    expect((await doctor(other)).findings[0]?.text).toContain("2 times: opencode-cairn@1.2.2, opencode-cairn@1.2.3")
  })

  test("is that of --project, if it names a folder", async () => {
    const here = await inProject('{ "plugin": ["opencode-mem@2", "opencode-cairn@1.2.3"] }')
    const elsewhere = here.at(tempDir("elsewhere"))
    expect((await doctor(elsewhere)).findings.map(({ check }) => check)).toEqual(["configured"])
    const { findings } = await doctor(elsewhere, "--project", join(here.directory, "../.."))
    expect(findings.map(({ check }) => check).filter((check) => check !== "store")).toEqual(["plugins"])
    const nobody = await doctor(elsewhere, "--project", "nobody")
    expect([nobody.code, nobody.findings.some(({ text }) => text.includes('no project "nobody"'))]).toEqual([1, true])
  })

  test("that has a mistake is named, and what the others load is still known", async () => {
    const here = await inProject("{")
    config(here, '{ "plugin": ["opencode-cairn@1.2.3", "opencode-mem@2"] }')
    const { findings } = await doctor(here)
    expect(findings.map(({ check }) => check)).toEqual(["configured", "plugins"])
    expect(findings[0]?.text).toMatch(/project.*opencode\.json has a mistake in line 1/)
  })

  test("that is a link is named and not read", async () => {
    const here = await inProject('{ "plugin": ["opencode-mem@2"] }', "elsewhere.json")
    config(here, '{ "plugin": ["opencode-cairn@1.2.3"] }')
    symlinkSync("elsewhere.json", join(here.directory, "../../opencode.json"))
    const { findings } = await doctor(here)
    expect(findings.map(({ check }) => check)).toEqual(["configured"])
    expect(findings[0]?.text).toContain("a link in a project is not followed")
    expect((await here.run("status")).out).not.toContain("elsewhere")
  })

  test("that does not load Cairn: the log still says whether OpenCode calls it", async () => {
    const here = await inProject("{}")
    const { findings } = await doctor(here)
    expect(findings.map(({ check, level }) => [check, level])).toEqual([["configured", "warn"]])
    rmSync(root(here, "cairn.log"))
    const { findings: without } = await doctor(here)
    expect(without.map(({ check, level }) => [check, level])).toEqual([
      ["configured", "bad"],
      ["loaded", "bad"],
    ])
  })
})

const DAY_MS = 86_400_000
const RIVAL_SPECS = [
  "@tarquinen/opencode-dcp@3.2.0",
  "/home/me/opencode-dynamic-context-pruning",
  "@cortexkit/opencode-magic-context@1.0.0",
  "opencode-mem",
  "opencode-mem@2.0.0",
  "opencode-memfs@1.0.0",
  "opencode-working-memory@1.0.0",
  "opencode-working-memory@2.1.0",
  "@alkdev/open-memory@1.0.0",
  "opencode-supermemory@1.0.0",
  "opencode-agent-memory@1.0.0",
  "opencode-claude-memory@1.0.0",
]
const LEFT_OVER = ".cairn-0123456789abcdef.tmp"

/** What is broken, how, and what is said of it. */
const BROKEN: Record<string, readonly [check: string, breaking: (here: Shell) => unknown, says: RegExp]> = {
  "the latest version, whichever that was": [
    "configured",
    (here) => config(here, '{ "plugin": ["opencode-cairn@latest"] }'),
    /names no version/,
  ],
  "not called for weeks": [
    "loaded",
    (here) => {
      rmSync(root(here, "cairn.log"))
      log(here, "INFO host host=v1 version=1.18.33", Date.now() - 20 * DAY_MS)
    },
    /last called Cairn 20 days ago/,
  ],
  "a feature that is off": [
    "features",
    (here) => log(here, 'WARN feature-off feature=todos why="the host has no such call" host=v2'),
    /a feature is off: todos: the host has no such call/,
  ],
  "a folder of somebody else's, whose modes are theirs": [
    "modes",
    (here) => Object.assign(here.env, { CAIRN_HOME: foreign() }),
    /./,
  ],
  "a file that others can read": [
    "modes",
    (here) => chmodSync(root(here, "state.db"), 0o644),
    /state\.db can be read by others/,
  ],
  "a damaged index of past sessions": [
    "databases",
    (here) => writeFileSync(root(here, "past.db"), "no database".repeat(500)),
    /past\.db is damaged/,
  ],
  "a damaged state": [
    "databases",
    (here) => {
      for (const name of readdirSync(root(here)).filter((one) => /^state\.db-/.test(one))) rmSync(root(here, name))
      writeFileSync(root(here, "state.db"), "no database".repeat(500))
    },
    /state\.db is damaged/,
  ],
  "a history set aside": [
    "leftovers",
    (here) => mkdirSync(root(here, "history.git.damaged-1")),
    /history\.git\.damaged-1/,
  ],
  "a state that a newer Cairn has written": [
    "store",
    async (here) => {
      const db = await openSqlite(root(here, "state.db"))
      db.exec("PRAGMA user_version = 9999; UPDATE schema SET migrations = 9999")
      db.close()
    },
    /newer/,
  ],
  "an index of past sessions that a newer Cairn has made": [
    "index",
    async (here) => {
      const db = await openSqlite(root(here, "past.db"))
      const { user_version: version } = db.get<{ user_version: number }>("PRAGMA user_version") ?? { user_version: 0 }
      const format = Math.max(version, 10) + 50
      // The format is in two places.
      db.exec(`PRAGMA user_version = ${format}; PRAGMA application_id = ${0x43410000 + format}`)
      db.close()
    },
    /past sessions cannot be used: a newer Cairn has made it; update this one/,
  ],
  "no OpenCode": ["host", ({ env }) => Object.assign(env, { PATH: "/usr/bin:/bin", HOME: "/nowhere" }), /no OpenCode/],
  "not configured": ["configured", (here) => config(here, "{}"), /does not load Cairn/],
  "configured twice": [
    "configured",
    (here) => config(here, '{ "plugin": ["opencode-cairn@1.2.2"] }', "opencode.jsonc"),
    /2 times/,
  ],
  "no version": ["configured", (here) => config(here, '{ "plugin": ["opencode-cairn"] }'), /no version/],
  "a mistake in opencode.json": ["configured", (here) => config(here, '{\n "plugin": [}\n'), /line 2/],
  "never loaded": ["loaded", (here) => rmSync(root(here, "cairn.log")), /not called Cairn yet/],
  "a mistake in the settings": [
    "settings",
    (here) => config(here, '{\n "cacheTtl": 7x\n}', "cairn.jsonc"),
    /cairn\.jsonc:2/,
  ],
  "another memory plugin": [
    "plugins",
    (here) => config(here, '{ "plugin": ["opencode-cairn@1.2.3", "opencode-mem@2.0.0"] }'),
    /opencode-mem is loaded/,
  ],
  "another compaction prompt": [
    "features",
    (here) => log(here, 'WARN feature-off feature=summary-template why="another plugin replaces it" host=v1'),
    /replaces OpenCode's prompt for compactions/,
  ],
  "a late hook": ["features", (here) => log(here, "WARN hook-late hook=chat.message ms=600"), /1 hook was late/],
  "a folder of somebody else's": [
    "store",
    (here) => Object.assign(here.env, { CAIRN_HOME: foreign() }),
    /cannot be opened/,
  ],
  "readable by others": ["modes", (here) => chmodSync(root(here, "memory"), 0o755), /read by others/],
  "a damaged index": [
    "databases",
    (here) => writeFileSync(root(here, "index.db"), "no database".repeat(500)),
    /index\.db is damaged/,
  ],
  "a damaged history": [
    "history",
    (here) => {
      const objects = root(here, "history.git/objects")
      for (const name of readdirSync(objects).filter((one) => one.length === 2))
        rmSync(join(objects, name), { recursive: true })
    },
    /history is damaged/,
  ],
  "git that failed": [
    "history",
    (here) => log(here, 'WARN history.behind reason="disk full"'),
    /git failed the last time: disk full/,
  ],
  "a memory folder that was deleted while OpenCode was running": [
    "folder",
    (here) => {
      rmSync(root(here), { recursive: true })
      mkdirSync(root(here, "history.git"), { recursive: true })
      log(here, 'WARN history.behind reason="the folder of the notes is missing"')
    },
    /the memory folder is gone/,
  ],
  "a place where nothing can be made": [
    "folder",
    (here) => Object.assign(here.env, { CAIRN_HOME: "/proc/nope" }),
    /\/proc\/nope cannot be made: nothing can be made there/,
  ],
  "a temporary file": [
    "leftovers",
    (here) => {
      const file = root(here, "memory/global", LEFT_OVER)
      writeFileSync(file, "x")
      utimesSync(file, 1, 1)
    },
    /temporary files/,
  ],
  "an archive that was never unpacked": [
    "leftovers",
    (here) => {
      const folder = `${here.env.CAIRN_HOME}.incoming-1`
      mkdirSync(folder)
      utimesSync(folder, 1, 1)
    },
    /temporary files or folders.*incoming-1/,
  ],
  "a database set aside": ["leftovers", (here) => writeFileSync(root(here, "state.db.damaged-1"), "x"), /set aside/],
  "a note that is not understood": [
    "notes",
    (here) => here.put("reference/bad.md", "---\ndescription: [\n---\nx\n"),
    /bad\.md.*not understood/,
  ],
  "facts that contradict each other": [
    "contradictions",
    (here) => {
      for (const port of [8080, 9090])
        here.put(
          `facts/project-port-${port}.md`,
          `---\ndescription: The staging server listens on port ${port}\ntype: project\nsource: explicit\nconflicts_with: facts/project-port-8080.md\n---\n`,
        )
    },
    /2 facts contradict each other: facts\/project-port-8080\.md and facts\/project-port-9090\.md/,
  ],
  "hot notes that do not fit": ["budget", (here) => here.put("system/long.md", "x".repeat(90_000)), /some are cut/],
  "hot notes that facts leave no room for": [
    "budget",
    (here) => {
      here.put("system/long.md", "a line of a long note\n".repeat(600))
      for (let at = 0; at < 150; at++)
        here.put(
          `facts/project-f${at}.md`,
          `---\ntype: project\nsource: explicit\n---\nService ${at} of the fleet listens on port ${7000 + at}\n`,
        )
    },
    /some are cut/,
  ],
  "a project whose folder is gone": ["projects", (here) => rmSync(here.directory, { recursive: true }), /is gone/],
  "a hidden session": [
    "questions",
    (here) => {
      here.env.XDG_DATA_HOME = tempDir("data")
      const past = makePastDatabase(pastDatabaseFile(here.env.XDG_DATA_HOME))
      const about = past.session({ directory: here.directory })
      past.session({ parent_id: about, title: "[cairn] extract", directory: here.directory })
      past.close()
    },
    /1 hidden session.*before a crash/,
  ],
  "a note that waits": [
    "waiting",
    (here) => here.put("facts/w.md", '---\ntrust: quarantined\nupdated: "2020-01-01T00:00:00Z"\n---\nx\n'),
    /1 note has waited .* over a month/,
  ],
}

function foreign(): string {
  const folder = tempDir("foreign")
  writeFileSync(join(folder, "thesis.odt"), "x")
  mkdirSync(join(folder, "memory"))
  return folder
}

describe("what is broken is found", () => {
  test.each(Object.entries(BROKEN))("%s", async (_, [check, breaking, says]) => {
    const here = await healthy()
    await breaking(here)
    const { findings } = await doctor(here)
    const found = findings.filter((one) => one.check === check && says.test(one.text) && one.advice.length > 5)
    expect({ found: found.length, findings }).toEqual({ found: 1, findings })
  })

  test("an index that cannot be used: the advice is that of its error, in commands, and speaks of no other time", async () => {
    const here = await healthy()
    mkdirSync(root(here, "past.db"))
    const { findings } = await doctor(here)
    const [found] = findings.filter(({ check }) => check === "index")
    expect(found?.text).toStartWith("the index of past sessions cannot be used: ")
    expect(found?.advice).toMatch(/^"\S.* sessions" and "\S.* messages" work without it$/)
  })

  test("an OpenCode that is too old", async () => {
    const { code, findings } = await doctor(await healthy("1.17.9"))
    expect(code).toBe(1)
    expect(findings[0]?.text).toContain("is OpenCode 1.17.9")
  })

  test("each plugin that does the same, by its package's name, its scope or its folder", async () => {
    const here = await healthy()
    const missed: string[] = []
    for (const spec of RIVAL_SPECS) {
      config(here, JSON.stringify({ plugin: ["opencode-cairn@1.2.3", spec] }))
      const { findings } = await doctor(here)
      const found = findings.filter(({ check, text, advice }) => check === "plugins" && text.includes(spec) && advice)
      if (found.length !== 1 || findings.length !== 1) missed.push(`${spec}: ${JSON.stringify(findings)}`)
    }
    expect(missed).toEqual([])
    const untried = RIVALS.filter(([pattern]) => !RIVAL_SPECS.some((spec) => pattern.test(spec)))
    expect(untried.map(([, name]) => name)).toEqual([])
    config(here, '{ "plugin": ["opencode-cairn@1.2.3", "opencode-memo@1.0.0", "opencode-notify@1.0.0"] }')
    expect((await doctor(here)).findings).toEqual([])
  })

  test("git that is not installed", async () => {
    const here = await healthy()
    const path = process.env.PATH
    process.env.PATH = tempDir("empty")
    const { findings } = await doctor(here).finally(() => {
      process.env.PATH = path
    })
    expect(findings.filter(({ check }) => check === "history")).toMatchObject([
      { text: expect.stringContaining("git is not installed"), advice: expect.stringContaining("install git") },
    ])
  })

  test("a check that cannot be made is a finding, and the others go on", async () => {
    const failing = {
      name: "x",
      healthy: "well",
      examine: () => {
        throw new Error("the disk is gone")
      },
    }
    const examined = await examine({} as Patient, [failing, { ...failing, examine: () => [] }])
    expect(examined.map(({ findings }) => findings.map(({ level, text }) => `${level} ${text}`))).toEqual([
      ["bad this could not be checked: the disk is gone"],
      [],
    ])
  })

  test("a lock that somebody holds", async () => {
    const here = await healthy()
    const lock = await openWriteLock(root(here, "lock.db"))
    let free: () => void = () => undefined
    const holding = lock.hold(
      1000,
      () =>
        new Promise<void>((resolve) => {
          free = resolve
        }),
    )
    const { findings } = await doctor(here)
    free()
    await holding
    lock.close()
    expect(findings.map(({ check }) => check)).toContain("lock")
  })
})

test("every check has something that it finds", () => {
  const covered = new Set([...Object.values(BROKEN).map(([check]) => check), "lock"])
  expect(CHECKS.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
})

test("--fix does what is safe and nothing else", async () => {
  const here = await healthy()
  chmodSync(root(here, "memory"), 0o755)
  writeFileSync(root(here, "index.db"), "no database".repeat(500))
  here.put("reference/bad.md", "---\ndescription: [\n---\nx\n")
  const copy = root(here, "state.db-copy-1")
  writeFileSync(copy, "half of it")
  utimesSync(copy, 1, 1)
  await here.run("doctor", "--fix")
  expect(existsSync(copy)).toBe(false)
  expect(statSync(root(here, "memory")).mode & 0o777).toBe(0o700)
  const { findings } = await doctor(here)
  expect(findings.map(({ check }) => check)).toEqual(["notes"])
  expect(existsSync(here.file("reference/bad.md"))).toBe(true)
  here.env.OPENCODE = "1"
  expect(await here.run("doctor", "--fix")).toMatchObject({ code: 1, err: expect.stringContaining("needs_person") })
  expect((await here.run("doctor")).out).toContain("not understood")
})

test("--updates compares npm's version with the one that OpenCode loads, and says when npm is silent", async () => {
  const here = await healthy()
  const bin = tempDir("npm")
  here.env.PATH = `${bin}:${here.env.PATH}`
  const npmSays = (line: string) => {
    writeFileSync(join(bin, "npm"), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  }
  const lastLine = async () => (await here.run("doctor", "--updates")).out.trimEnd().split("\n").at(-1)
  npmSays("echo 1.10.0")
  expect(await lastLine()).toBe("Version 1.10.0 is out, you use 1.2.3: npx opencode-cairn@1.10.0 setup --upgrade")
  npmSays("echo 1.2.2")
  expect(await lastLine()).toBe("Version 1.2.3 is up to date; npm has 1.2.2.")
  config(here, '{ "plugin": ["opencode-cairn@1.2.1"] }')
  expect(await lastLine()).toContain("Version 1.2.2 is out, you use 1.2.1")
  npmSays("echo no network >&2; exit 1")
  expect(await lastLine()).toContain("npm did not answer")
  rmSync(join(bin, "npm"))
  Object.assign(here.env, { PATH: "/nowhere" })
  expect(JSON.parse((await here.run("doctor", "--updates", "--json")).out).update).toEqual({
    used: "1.2.1",
    isOld: false,
  })
})

test("the report for an issue has nothing of the person in it", async () => {
  const here = await healthy()
  log(
    here,
    'WARN candidate project=secret-project text="the password is tulip" token=ghp_0123456789abcdefghijklmnopqrstuvwxyz',
  )
  const client = here.at(join(tempDir("work"), "client-x"))
  mkdirSync(client.directory)
  await client.run("write", "begun", "--content", "x")
  rmSync(client.directory, { recursive: true })
  const leftOver = root(here, "memory/projects/client-x", LEFT_OVER)
  writeFileSync(leftOver, "")
  utimesSync(leftOver, 1, 1)
  here.put("reference/merger-with-acme.md", "---\n: [\n---\nx\n")
  config(here, '{ "plugin": ["opencode-cairn@1.2.3", "/srv/client-x/opencode-memfs", "@scope/other@1.0.0"] }')
  log(here, 'WARN read why="EACCES: /srv/client-x/notes.md"')
  const { out } = await here.run("doctor", "--issue")
  expect(out).toContain("### Doctor")
  expect(out).toContain("Cairn 1.2.3")
  expect(out).toContain("@scope/other@1.0.0")
  expect(out).toContain("- projects: 1 findings")
  expect(out).not.toMatch(/tulip|secret-project|ghp_0123|client-x|acme/)
  expect(out).not.toContain(process.env.HOME as string)
})

test("without any memory it says what there is to say", async () => {
  const { run } = shell()
  const { out } = await run("doctor")
  expect(out).toContain("does not load Cairn")
  expect(out).not.toContain("git is not installed")
})
