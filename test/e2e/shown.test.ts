// What came of it can be seen in a real OpenCode: a toast or a line for what the user's words saved and for what waits, a tool's title, and what
// a command of Cairn's did.
import { afterAll, describe, expect, test } from "bun:test"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { scopeFolder } from "../bed/facts-on-disk.ts"
import { type HostVersion, stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowStory, type Story } from "../bed/host-session.ts"
import { callTool } from "../bed/reply.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

const PAGE = "The vendor's mirror for every download of the harbour plan is at https://mirror.example/harbour"

/** What the host has shown: toasts, or lines of their own in the conversation. */
function shownIn({ host }: Story, version: HostVersion): string[] {
  return host.events.list.flatMap((event) => {
    const { type } = event
    const text = JSON.stringify(event)
    if (version === "1.18" && type === "tui.toast.show") return [text]
    return version === "2.0" && type === "session.inbox.enqueued" && text.includes('"Cairn: ') ? [text] : []
  })
}

async function waitingNote({ host, session, turn }: Story): Promise<void> {
  await host.prompt(session, "hello")
  const file = join(scopeFolder(cairnRoot(host), "global"), "reference/vendor.md")
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `---\ndescription: Vendor\ntrust: quarantined\n---\n${PAGE}\n`)
  await turn([callTool("memory_read", { path: "reference/vendor", scope: "global" })], "look at the vendor's note")
}

describe.each(["1.18", "2.0"] as const)("shown in OpenCode %s", (version) => {
  test("what the user's words saved, and what waits, once per turn", async () => {
    const story = await borrowStory(version)
    const { host, session, turn } = story
    await waitingNote(story)
    expect(shownIn(story, version)).toEqual([])
    await host.prompt(session, "Remember that the staging database listens on port 5433")
    await untilTrue(() => shownIn(story, version).length === 1)
    expect(shownIn(story, version)[0]).toContain('Saved: \\"the staging database listens on port 5433\\"')
    const { tools } = await turn([callTool("memory_save", { text: PAGE, type: "reference" })], "save it")
    expect(tools[0]!.output).toStartWith("Waiting for the user (")
    await untilTrue(() => shownIn(story, version).length === 2)
    // Whether a scan has seen the other note yet, which was written by hand, is a matter of time.
    const waiting = /(?:1 new note is|2 notes are) waiting for your approval\. Run: node \S+ review/
    expect(shownIn(story, version).at(-1)).toMatch(waiting)
    if (version === "1.18") expect(JSON.stringify(tools[0]!.raw)).toContain('"title":"Waiting for the user (')
    await host.prompt(session, "go on")
    expect(shownIn(story, version)).toHaveLength(2)
    // The user reads it, the model does not.
    expect(JSON.stringify(story.lastRequest().json)).not.toContain("Cairn notice")
    proves(version, "shown")
    await story.end()
  })

  test("/memory-flush says what it did, and consent to background work is asked for once", async () => {
    const story = await borrowStory(version, () => ({ env: { CAIRN_BACKGROUND: "ask" } }))
    const { host, session } = story
    await host.prompt(session, "hello")
    await host.command(session, "memory-flush")
    const said = "Memory was re-read from disk ("
    if (version === "2.0") {
      await untilTrue(() => shownIn(story, version).some((line) => line.includes(said)))
      // On the screen it is at once; a message it is with the next one.
      await host.prompt(session, "go on")
    }
    expect(JSON.stringify((await host.messages(session)).map(({ raw }) => raw))).toContain(said)
    // OpenCode 1.18 without a screen has nobody to ask.
    const asked = () => shownIn(story, version).filter((line) => line.includes("It is off until you agree"))
    if (version === "2.0") await untilTrue(() => asked().length === 1)
    await host.prompt(session, "and on")
    expect(asked()).toHaveLength(version === "2.0" ? 1 : 0)
    await story.end()
  })
})

test("OpenCode 2: what Cairn tells the user is no word of the user's in an instant summary, nor in what follows it", async () => {
  const story = await borrowStory("2.0", () => ({ env: { CAIRN_COMPACTION_MODE: "instant" } }))
  const { host, session } = story
  await host.prompt(session, "hello")
  // So long that the host keeps what follows it word for word in its checkpoint.
  await host.prompt(session, "the plan of the harbour. ".repeat(3600))
  await host.prompt(session, "Remember that the staging database listens on port 5433")
  await host.command(session, "memory-pause")
  await host.command(session, "memory-pause")
  await untilTrue(() => shownIn(story, "2.0").some((line) => line.includes("Memory is on again")))
  await host.prompt(session, "and now the harbour plan, please")
  await host.prompt(session, "go on with it")
  await host.compact(session)
  await host.prompt(session, "and on")
  const [checkpoint = ""] = story.lastRequest().messages.map(({ text }) => text)
  expect(checkpoint).toContain("the harbour plan")
  const [, summary = ""] = /<summary>([\s\S]*)<\/summary>/.exec(checkpoint) ?? []
  expect(summary).toContain("the harbour plan")
  const [, recent = ""] = /<recent-context>([\s\S]*)<\/recent-context>/.exec(checkpoint) ?? []
  expect(recent).toContain(
    "[User]: Remember that the staging database listens on port 5433\n\n[Assistant]: ok\n\n[User]: and now",
  )
  expect(checkpoint).not.toMatch(/Cairn notice|Memory is on again|Saved:/)
  await story.end()
})
