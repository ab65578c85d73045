import { expect, test } from "bun:test"
import { mkdirSync, realpathSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { openedBeside, putFile } from "../../test/bed/other-memory.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { otherMemories } from "../moving/other-memories.ts"
import { tellBeside } from "./upkeep.ts"

interface Place {
  readonly home: string
  readonly directory: string
}

function place(): Place {
  return { home: tempDir("home"), directory: realpathSync(tempDir("project")) }
}

/** What a start in this place says of other memories. Whoever read the files that are there would fail. */
async function told({ home, directory }: Place, root = join(tempDir("root"), "cairn")): Promise<string[]> {
  const { app, close } = await openedBeside({ env: { HOME: home }, directory, root })
  const notices = () => app.notices.filter(({ code }) => code === "other_memory")
  // The start tells it in the background as well.
  await tellBeside(app)
  const lines = [...new Set(notices().map(({ text, hint }) => `${text}; ${hint}`))]
  await close()
  return lines
}

test("the first start beside other memories is one notice that names the command; the second says nothing", async () => {
  const here = place()
  const root = join(tempDir("root"), "cairn")
  putFile(join(here.home, ".config/opencode/memory"), "no folder at all")
  putFile(join(here.directory, ".opencode/memory-working"), "no folder either")
  const [line, ...more] = await told(here, root)
  expect(more).toEqual([])
  expect(line).toMatch(
    /from opencode-working-memory 1, opencode-memfs; Cairn has not read them; in a terminal, ".* import" lists them/,
  )
  expect(await told(here, root)).toEqual([])
})

/** Below the home or the project; `<folder>` is the project's path as Claude Code writes it. */
const STORES: Readonly<Record<string, readonly string[]>> = {
  "working-memory": ["home:.local/share/opencode-working-memory/workspaces/<workspace>/workspace-memory.json"],
  "working-memory-1": ["project:.opencode/memory-working", "project:.opencode/memory-core"],
  memfs: ["home:.config/opencode/memory"],
  "claude-code": ["home:.claude/projects/<folder>/memory"],
  "notes-memory": ["project:notes/memory"],
  "magic-context": [
    "home:.local/share/cortexkit/magic-context/context.db",
    "home:.local/share/opencode/storage/plugin/magic-context/context.db",
  ],
  "opencode-mem": ["home:.opencode-mem"],
  mem0: ["home:.mem0"],
  "claude-mem": ["home:.claude-mem/claude-mem.db"],
  "claude-md": ["project:CLAUDE.md", "project:CLAUDE.local.md", "home:.claude/CLAUDE.md"],
  cursor: ["project:.cursor/rules", "project:.cursorrules"],
}

test("each kind of memory is told of wherever it can lie, without being read", async () => {
  const wrong: string[] = []
  for (const [name, stores] of Object.entries(STORES))
    for (const store of stores) {
      const here = place()
      if (name === "claude-md") {
        // Then OpenCode does not read it.
        putFile(join(here.directory, "AGENTS.md"), "x")
        putFile(join(here.home, ".config/opencode/AGENTS.md"), "x")
      }
      const [where, path = ""] = store.split(":")
      const base = where === "home" ? here.home : here.directory
      const given =
        pathOf(name, here) ?? join(base, path.replace("<folder>", here.directory.replace(/[^a-zA-Z0-9]/g, "-")))
      putFile(given, "whatever it is")
      const lines = await told(here)
      const command = ["opencode-mem", "mem0"].includes(name)
        ? `JSON file.*; ".* import <file>"`
        : `in a terminal: ".* import ${name}"`
      if (lines.length !== 1 || !new RegExp(command).test(lines[0] ?? "")) wrong.push(`${store}: ${lines.join(" | ")}`)
    }
  expect(wrong).toEqual([])
  const names = new Set(otherMemories.filter((memory) => memory.told).map((memory) => memory.name))
  expect([...names].filter((name) => !(name in STORES))).toEqual([])
})

/** Version 2 of working memory names its folder by a hash of the project's path. */
function pathOf(name: string, { home, directory }: Place): string | undefined {
  if (name !== "working-memory") return undefined
  const memory = otherMemories.find((one) => one.name === name)
  const around = {
    home,
    data: join(home, ".local/share"),
    config: join(home, ".config"),
    cache: join(home, ".cache"),
    worktree: directory,
    directory,
  }
  return memory?.places(around)[0]
}

test("what OpenCode reads by itself is no news, under whichever name", async () => {
  const here = place()
  putFile(join(here.directory, "AGENTS.md"), "- every repository has one\n")
  symlinkSync("AGENTS.md", join(here.directory, "CLAUDE.md"))
  mkdirSync(join(here.home, ".claude"))
  putFile(join(here.home, ".claude/CLAUDE.md"), "- mine\n")
  expect(await told(here)).toEqual([])
  const alone = place()
  putFile(join(alone.directory, "CLAUDE.md"), "- OpenCode reads it where there is no AGENTS.md\n")
  expect(await told(alone)).toEqual([])
})
