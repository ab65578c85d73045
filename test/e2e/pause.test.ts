// "/memory-pause" in a real OpenCode: nothing of the session is kept, before and after a restart and in a fork, until the user resumes.
import { afterAll, describe, expect, test } from "bun:test"
import { factNames } from "../bed/facts-on-disk.ts"
import { stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowStory, newsOf } from "../bed/host-session.ts"
import { callTool } from "../bed/reply.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

const PAUSED = "memory is paused by the user"

describe.each(["1.18", "2.0"] as const)("paused in OpenCode %s", (version) => {
  test("nothing from the session is kept, even after a restart and in a fork, until it is resumed", async () => {
    const story = await borrowStory(version)
    const { host, session, turn } = story
    const facts = () => [...factNames(cairnRoot(host)), ...factNames(cairnRoot(host), "global")]
    await host.prompt(session, "hello")
    await host.command(session, "memory-pause")
    await host.prompt(session, "Remember that the staging database listens on port 5433")
    expect(newsOf(story.lastRequest()).filter((line) => line.includes(PAUSED))).toHaveLength(1)
    expect(JSON.stringify((await host.messages(session)).map(({ raw }) => raw))).toContain(
      "Memory is paused for this session: nothing said here is kept; /memory-pause again resumes",
    )
    const save = callTool("memory_save", { text: "The harbour plan only has two sheets of paper" })
    const write = callTool("memory_write", { path: "system/plan", content: "The harbour plan only has two sheets" })
    const refused = async (whose = session) =>
      (await turn([save, write], "save it", whose)).tools.map(({ output }) => output.slice(0, "Error (paused)".length))
    expect(await refused()).toEqual(["Error (paused)", "Error (paused)"])
    await host.restart()
    expect(await refused()).toEqual(["Error (paused)", "Error (paused)"])
    const copy = await host.fork(session)
    expect(await refused(copy)).toEqual(["Error (paused)", "Error (paused)"])
    await host.prompt(copy, "Remember that the staging database listens on port 5433")

    await host.command(session, "memory-pause", "off")
    await host.prompt(session, "Remember that the release train leaves on Tuesdays")
    await untilTrue(() => facts().length > 0)
    expect(facts()).toEqual([expect.stringContaining("the-release-train-leaves-on-tuesdays")])
    expect(newsOf(story.lastRequest()).some((line) => line.startsWith("memory is on again"))).toBe(true)
    proves(version, "pause")
    await story.end()
  })
})
