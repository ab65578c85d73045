// What a session did, in a real OpenCode: tools that throw, files that are patched, commands that are stopped, decisions that are only said.
import { afterAll, describe, expect, test } from "bun:test"
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { stopAll } from "../bed/host.ts"
import { borrowStory, newsOf, type Story } from "../bed/host-session.ts"
import { hostTools, keepInMind, readMemory, setGoal } from "../bed/host-tools.ts"
import { patcherConfig, promptPatcher } from "../bed/patcher.ts"
import { callTool, say } from "../bed/reply.ts"
import { eventsOf } from "../bed/state-on-disk.ts"
import { cairnRoot, git, projectFolder, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

describe.each(["1.18", "2.0"] as const)("what a session did in OpenCode %s", (version) => {
  const { call, shell, read, edit, patch } = hostTools(version)

  /** The block of a new epoch. */
  async function shownAfterwards({ host, session, turn, lastRequest }: Story): Promise<string> {
    await host.compact(session)
    await turn([])
    return blockOf(lastRequest())
  }

  test("a tool that throws is a failure in the ledger, but no open error and no changed file", async () => {
    const story = await borrowStory(version)
    const { host, session, turn } = story
    const file = join(host.project, "there.ts")
    writeFileSync(file, "content\n")
    await turn([
      call(read(join(host.project, "missing.ts"))),
      call(read(file)),
      call(edit(file, "no such words", "others")),
      callTool("no_such_tool", { path: "x" }),
    ])
    await untilTrue(() => eventsOf(host, session, "failure").length >= (version === "1.18" ? 2 : 3))
    const failures = eventsOf(host, session, "failure")
    expect(failures.slice(0, 2).map(({ tool, target }) => [tool, target])).toEqual([
      ["read", join(host.project, "missing.ts")],
      ["edit", file],
    ])
    expect(String(failures[0]!.message)).toMatch(/not found|no such file/i)
    expect(eventsOf(host, session, "files")).toEqual([{ kind: "files", files: [{ path: "there.ts", action: "read" }] }])
    const block = await shownAfterwards(story)
    expect(block).toContain("active_files:\n- there.ts (read, 1x)\n</activity>")
    expect(block).not.toContain("open_errors")
    await story.end()
  })

  test("a patch ranks what it added, updated and moved, and forgets what it deleted", async () => {
    const story = await borrowStory(version, (model) => ({ config: patcherConfig(model) }))
    const { model, host, session, turn, lastRequest } = story
    const path = (name: string) => join(host.project, name)
    for (const name of ["updated.ts", "moved.ts", "deleted.ts"]) writeFileSync(path(name), `old ${name}\n`)
    await turn([call(read(path("moved.ts"))), call(read(path("deleted.ts")))])
    model.script(
      [
        patch([
          "*** Add File: added.ts",
          "+new",
          "*** Update File: updated.ts",
          "@@",
          "-old updated.ts",
          "+new updated.ts",
          "*** Update File: moved.ts",
          "*** Move to: lib/moved.ts",
          "@@",
          "-old moved.ts",
          "+new moved.ts",
          "*** Delete File: deleted.ts",
        ]),
        say("patched"),
      ],
      { session },
    )
    await promptPatcher(host, session, "patch them")
    expect(lastRequest().model).toBe("gpt-5-bed")
    const touches = eventsOf(host, session, "files").flatMap(({ files }) => files)
    expect(touches.slice(2)).toEqual([
      { path: "added.ts", action: "write" },
      { path: "updated.ts", action: "edit" },
      { path: "moved.ts", action: "move", to: "lib/moved.ts" },
      { path: "deleted.ts", action: "delete" },
    ])
    const shown = /active_files:\n((?:- .*\n)*)/
      .exec(await shownAfterwards(story))?.[1]
      ?.trim()
      .split("\n")
    expect(shown).toEqual(["- lib/moved.ts (edit, 2x)", "- updated.ts (edit, 1x)", "- added.ts (write, 1x)"])
    await story.end()
  })

  test("a command that was stopped neither opens an error nor clears one", async () => {
    const story = await borrowStory(version)
    const { host, session, turn } = story
    const command = (name: string, script: string) => {
      writeFileSync(join(host.project, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(host.project, name), 0o755)
    }
    command("tsc", "echo 'src/a.ts(3,7): error TS2322: no.'; exit 2")
    await turn([shell("./tsc")])
    command("tsc", "echo 'src/b.ts(1,1): error TS1111: stopped.'; sleep 20")
    await turn([shell("./tsc", 500)])
    expect(eventsOf(host, session, "command").map(({ exit }) => exit)).toEqual([2, null])
    const block = await shownAfterwards(story)
    expect(block).toContain("- [typecheck] src/a.ts(3,7): error TS2322: no.")
    expect(block).not.toContain("TS1111")
    await story.end()
  })

  test("an error shown by a project's own script is the compiler's, and closes when the compiler passes behind a pipe", async () => {
    const story = await borrowStory(version)
    const { host, session, turn } = story
    const path = (name: string) => join(host.project, name)
    writeFileSync(path("tsc"), "#!/bin/sh\ncat found.txt\ntest ! -s found.txt\n")
    chmodSync(path("tsc"), 0o755)
    writeFileSync(path("package.json"), JSON.stringify({ scripts: { verify: "./tsc --noEmit" } }))
    writeFileSync(path("found.txt"), "src/a.ts(1,7): error TS2322: no number\n")
    await turn([shell("npm run --silent verify 2>&1")])
    const opened = () => eventsOf(host, session, "command").at(-1)
    expect(opened()).toMatchObject({ category: "typecheck", errors: [{ check: { name: "tsc" } }] })
    expect(await shownAfterwards(story)).toContain("[typecheck] src/a.ts(1,7): error TS2322: no number")
    writeFileSync(path("found.txt"), "")
    await turn([shell("./tsc --noEmit --pretty 2>&1 | tail -20")])
    expect(await shownAfterwards(story)).not.toContain("open_errors")
    await story.end()
  })

  test("a decision that the assistant states is kept and told, one that it only quotes from a file is not", async () => {
    const story = await borrowStory(version)
    const { model, host, session, turn, lastRequest } = story
    await turn([])
    writeFileSync(join(host.project, "old.md"), "[Decision: use Java because of 1998]\n")
    model.script(
      [call(read(join(host.project, "old.md"))), say("Good.\n\n[Decision: use SQLite because it needs no server]")],
      { session },
    )
    await host.prompt(session, "which database?")
    await turn([])
    expect(newsOf(lastRequest())).toEqual(["decision: use SQLite because it needs no server"])
    const block = await shownAfterwards(story)
    expect(block).toContain("recent_decisions:\n- use SQLite because it needs no server")
    expect(block).not.toContain("Java")
    await story.end()
  })

  test("a hot note that a person edits is told once; what the agent itself wrote is not", async () => {
    const story = await borrowStory(version)
    const { host, turn, lastRequest } = story
    await turn([])
    writeFileSync(join(projectFolder(cairnRoot(host)), "system/project.md"), "Edited by hand.\n")
    await turn([callTool("memory_write", { path: "system/own", content: "written by the agent" })])
    await turn([])
    await turn([])
    expect(newsOf(lastRequest())).toEqual(["hot note system/project.md (project) has changed: memory_read it"])
    expect(await shownAfterwards(story)).toContain("Edited by hand.")
    expect(newsOf(lastRequest())).toEqual([])
    await story.end()
  })

  test("a secret in a command, a todo, a block or an answer is nowhere in the store and in no later prompt from Cairn", async () => {
    const story = await borrowStory(version)
    const { model, host, session, turn, lastRequest } = story
    const secret = `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`
    await turn([])
    model.script(
      [
        shell(`export TOKEN=${secret}; echo "Error: bad token ${secret}"; false`),
        setGoal(`deploy with ${secret}`),
        keepInMind(`the token is ${secret}`, "dependency"),
        call(read(join(host.project, secret))),
        say(`[Decision: use ${secret} because it works]`),
      ],
      { session },
    )
    await host.prompt(session, `TODO: rotate ${secret} soon`)
    await turn([], `TODO: deploy with ${secret}`)
    const tail = newsOf(lastRequest()).join("\n")
    expect(tail).toContain("todo: rotate [REDACTED:")
    expect(tail).not.toContain(secret)
    const block = await shownAfterwards(story)
    expect(block).toContain("deploy with [REDACTED:")
    expect(block).not.toContain(secret)
    const { tools } = await turn([readMemory])
    expect(tools[0]!.output).not.toContain(secret)
    expect(eventsOf(host, session, "command")).toHaveLength(1)
    expect(filesWith(cairnRoot(host), secret)).toEqual([])
    await host.stop()
    expect(filesWith(cairnRoot(host), secret)).toEqual([])
    expect(git(cairnRoot(host), "log", "--all", "-p")).not.toContain(secret)
    await story.end()
  })
})

/** A file on its way to its name may be gone by now; its text is in the one it became. */
function textOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return Buffer.alloc(0)
    throw error
  }
}

/** The files below a folder, databases and their logs included, that contain the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => textOf(file).includes(text))
}
