// What a person is shown of what came of things: once a turn, all of it, and what was told too early is put right.
import { afterAll, describe, expect, test } from "bun:test"
import { rmSync, writeFileSync } from "node:fs"
import { closeApps, type OpenOptions, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { untilTrue } from "../../test/bed/store-on-disk.ts"
import { noticesText } from "../model/notice.ts"
import type { HostServices } from "./contract.ts"

afterAll(closeApps)

const S = "ses_test"
const PAGE = "The vendor's mirror for every download of the harbour plan is at https://mirror.example/harbour"

async function begun({ host, ...options }: OpenOptions = {}) {
  const shown: string[] = []
  const notice: HostServices["notice"] = async (notices) => void shown.push(noticesText(notices))
  const cairn = await openWithoutHistory({ ...options, host: { notice, ...host } })
  await cairn.app.complete
  let count = 0
  const say = async (text: string) => {
    const messageID = `msg_${100 + count++}`
    const { tail = "" } = await cairn.moments.userSpoke({ sessionID: S, messageID, text, isFirst: count === 1 })
    const prompt = { sessionID: S, model: "p/m", purpose: "turn", answers: messageID, tailed: [messageID] } as const
    const { prefix = "" } = await cairn.moments.promptBuilt({ ...prompt, foreign: () => [] })
    return { tail, prefix }
  }
  const copy = async (path: string) => {
    const ended = {
      sessionID: S,
      callID: `call_${count}`,
      tool: "webfetch",
      args: { url: "https://mirror.example/plan" },
      ok: true,
      files: [],
    }
    await cairn.moments.toolEnded({ ...ended, output: PAGE })
    return cairn.call("memory_write", { path, content: PAGE })
  }
  const idle = () => cairn.moments.wentIdle({ sessionID: S })
  return { ...cairn, shown, say, copy, idle }
}

describe("what the user's own words did", () => {
  test("is shown with the message: saved, known already, refused, all in one", async () => {
    const { shown, say, idle } = await begun()
    await say("Remember that the staging database listens on port 5433")
    await idle()
    expect(shown).toEqual(['Saved: "the staging database listens on port 5433"'])
    await say("Remember that the staging database listens on port 5433")
    await say("Remember: GITHUB_TOKEN=ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
    await say("How are you?")
    await idle()
    expect(shown.slice(1)).toEqual([
      'Already known: "the staging database listens on port 5433"',
      "Not saved: it is only a password or key, and Cairn keeps none.",
    ])
  })

  test("says for which projects, unless it is this one, and what is replaced", async () => {
    const { shown, say, idle, clock } = await begun()
    await say("Remember that I always prefer short answers")
    await idle()
    expect(shown).toEqual(['Saved for all projects: "I always prefer short answers"'])
    await say("Remember that the API listens on port 5433")
    clock.time += 60_000
    await say("Remember that the API listens on port 5434")
    expect(shown.slice(1)).toEqual([
      'Saved: "the API listens on port 5433"',
      'Saved: "the API listens on port 5434" (replaces "the API listens on port 5433")',
    ])
  })

  test("stays unshown where the user wants that", async () => {
    const { shown, say, copy, idle } = await begun({ env: { CAIRN_TOASTS: "false" } })
    await say("Remember that the staging database listens on port 5433")
    await copy("reference/mirror")
    await idle()
    expect(shown).toEqual([])
  })

  test("is a line where the host has no toast, which no model reads", async () => {
    const { shown, say } = await begun({ host: { hasToasts: false } })
    await say("Remember that the staging database listens on port 5433")
    await say("Remember: GITHUB_TOKEN=ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
    expect(shown).toEqual([
      'Saved: "the staging database listens on port 5433"',
      "Not saved: it is only a password or key, and Cairn keeps none.",
    ])
  })
})

describe("what waits", () => {
  test("is shown when the turn is over, several in one", async () => {
    const { shown, say, copy, idle } = await begun()
    await say("Look at the page")
    expect(await copy("reference/mirror")).toStartWith("Waiting for the user (")
    await copy("reference/other")
    // Written again, it is no other note.
    await copy("reference/other")
    expect(shown).toEqual([])
    await idle()
    await idle()
    expect(shown).toEqual(["2 notes are waiting for your approval. Run: cairn review"])
  })

  test("is shown with the next message if something was shown in this turn already", async () => {
    const { shown, say, copy, idle } = await begun()
    await say("Remember that the staging database listens on port 5433")
    await copy("reference/mirror")
    await idle()
    expect(shown).toHaveLength(1)
    await say("go on")
    expect(shown.slice(1)).toEqual(["1 new note is waiting for your approval. Run: cairn review"])
    // Whoever has not seen to the first is told of both in one.
    await copy("reference/other")
    await idle()
    await say("and on")
    expect(shown.slice(2)).toEqual(["2 notes are waiting for your approval. Run: cairn review"])
  })

  test("is said on a host without toasts too, and what the agent was refused", async () => {
    const { shown, say, copy, call, idle } = await begun({ host: { hasToasts: false } })
    await say("Look at the page")
    await copy("reference/mirror")
    await call("memory_save", { text: "TypeError: x is not a function" })
    await idle()
    expect(shown).toEqual([
      'Not saved: "TypeError: x is not a function" (it is an error message)\n1 new note is waiting for your approval. Run: cairn review',
    ])
  })
})

describe("what was told too early", () => {
  test("still being saved: the next message says that it is saved, once, and so does the toast", async () => {
    const { shown, say, idle, app } = await begun({ env: { CAIRN_SAVE_WAIT_MS: "0" } })
    await say("hello")
    const { tail } = await say("Remember that the staging database listens on port 5433")
    expect(tail).toContain("it is still being saved")
    await untilTrue(() => app.scopeNotes("project").index.facts.length === 1)
    await idle()
    expect(shown).toEqual(['Saved: "the staging database listens on port 5433"'])
    const next = await say("and now?")
    expect(next.tail).toContain("Now saved, as the user asked: facts/")
    expect((await say("and then?")).tail).not.toContain("Now saved")
  })

  test("put off: it is written at idle, and said", async () => {
    const { shown, say, idle, file } = await begun()
    await say("hello")
    rmSync(file("facts"), { recursive: true })
    writeFileSync(file("facts"), "in the way")
    const { tail } = await say("Remember that the staging database listens on port 5433")
    expect(shown).toEqual([
      'Not saved yet: "the staging database listens on port 5433" could not be written. Cairn will try again.',
    ])
    rmSync(file("facts"))
    expect(tail).toContain("could not be written yet")
    await idle()
    expect((await say("well?")).tail).toContain("Now saved")
    expect(shown.at(-1)).toContain('Saved: "the staging')
  })
})

describe("saved_this_session", () => {
  test("has what the user's remember saved, and not what was deleted since", async () => {
    const { say, call, app, prefixNow, moments } = await begun()
    await say("hello")
    await say("Remember that the staging database listens on port 5433")
    await call("memory_write", { path: "reference/tide", content: "The tide table is on the wall" })
    const shownIn = async () => {
      await moments.flushRequested({ sessionID: S })
      const { prefix } = await say("go on")
      return prefix.split("saved_this_session:")[1]?.split("</activity>")[0] ?? ""
    }
    const before = await shownIn()
    expect(before).toContain("reference/tide.md (project)")
    expect(before).toContain("the-staging-database-listens-on-port-5433.md (project)")
    const [fact] = app.scopeNotes("project").index.facts
    await call("memory_read", { path: fact?.path })
    expect(await call("memory_delete", { path: fact?.path })).toStartWith("Deleted")
    expect(await shownIn()).not.toContain("5433")
    expect(prefixNow()).not.toContain("saved_this_session")
  })
})
