import { describe, expect, test } from "bun:test"
import { v2Adapter } from "../../../test/bed/adapters.ts"
import type { CompactionBegun } from "../../flows/contract.ts"
import type { Runtime } from "../runtime.ts"
import { noticeForModel, noticeMark, withoutNotices } from "./notices.ts"
import { promptHooks } from "./prompt.ts"

const said = (role: string, text: string, metadata?: unknown) => ({
  id: `msg_${text}`,
  role,
  content: [{ type: "text", text }],
  ...(metadata !== undefined && { metadata }),
})
const asked = said("user", "hello", {})
const answer = said("assistant", "ok")
const line = said("user", noticeForModel("Memory is on again"), noticeMark)
const older = said("user", noticeForModel("Memory is on again"))
const typed = said("user", noticeForModel("I typed this"), {})

describe("a line of Cairn's for the user", () => {
  test("is in no request, and what the user typed is, whatever it says", () => {
    expect(withoutNotices([asked, answer, line, older, typed], "turn")).toEqual([asked, answer, typed])
    const none = [asked, answer, typed]
    expect(withoutNotices(none, "turn")).toBe(none)
  })

  test("stays at the end of a turn's request that would end with the answer, and not of a compaction's", () => {
    expect(withoutNotices([asked, answer, line], "turn")).toEqual([asked, answer, line])
    expect(withoutNotices([asked, answer, line], "compaction")).toEqual([asked, answer])
    expect(withoutNotices([asked, said("tool", "printed"), line], "turn")).toHaveLength(2)
  })

  describe("in the host's checkpoint", () => {
    const checkpoint = (...recent: string[]) =>
      said(
        "user",
        `<conversation-checkpoint>\n\n<summary>\n## Objective\nx\n</summary>\n\n<recent-context>\n${recent.join("\n\n")}\n</recent-context>\n</conversation-checkpoint>`,
      )
    const block = (message: string) => `[Synthetic context]: ${noticeForModel(message)}`
    const textAfter = (...recent: string[]) =>
      (withoutNotices([checkpoint(...recent), asked], "turn")[0] as typeof asked).content[0]!.text
    const textOf = (...recent: string[]) => checkpoint(...recent).content[0]!.text

    test("is cut out, with all its lines and nothing else", () => {
      const [user, agent, other] = [
        "[User]: hello (you)",
        "[Assistant]: ok",
        "[Synthetic context]: (the host's)\n\nmore",
      ]
      const rest = textOf(user, agent, other, user)
      expect(textAfter(block("first"), user, block("a\nb (c)"), block("d\n\ne"), agent, other, user)).toBe(rest)
      expect(textAfter(user, block("Memory is on again"))).toBe(textOf(user, ""))
      const messages = [checkpoint(user, agent, other), asked]
      expect(withoutNotices(messages, "turn")).toBe(messages)
    })

    test("is not changed where the host keeps it", () => {
      const kept = checkpoint("[User]: hello", block("x"), "[Assistant]: ok")
      const before = structuredClone(kept)
      expect(withoutNotices([kept], "turn")).not.toEqual([before])
      expect(kept).toEqual(before)
    })

    test("takes no one else's words with it, where its beginning is only quoted", () => {
      const open = block("x").slice(0, -1)
      const quoted = [
        `[Tool result]: ${block("x")}`,
        open,
        "[User]: stop (now)",
        `[User]: see\n${block("x")}`,
        "[User]: on",
      ]
      expect(textAfter(...quoted)).toBe(textOf(...quoted))
      const inTyped = said("user", `see\n\n${block("x")}\n\nwhat is that?`, {})
      expect(withoutNotices([inTyped], "turn")).toEqual([inTyped])
    })
  })

  test("leaves the request also while the memory is not open", async () => {
    const runtime = { moments: async () => undefined, toolsIn: () => [], toolMode: "full" } as unknown as Runtime
    const hooks = promptHooks(runtime, {} as never, {} as never)
    const event = { sessionID: "ses_1", system: [], messages: [asked, older, answer], tools: {} }
    ;(await hooks.compaction(event))?.()
    expect(event.messages).toEqual([asked, answer])
  })

  test("leaves the request itself, and is not part of what is summarised", async () => {
    const adapter = await v2Adapter({})
    const messages = [asked, line, answer]
    const play = async (hook: string) =>
      (await adapter.play({ hook, args: [{ sessionID: "ses_1", system: [], messages: [...messages] }] }))[0]
    expect(JSON.stringify(await play("context"))).not.toContain("Memory is on again")
    expect(JSON.stringify(await play("compaction"))).not.toContain("Memory is on again")
    const begun = adapter.heard.findLast(({ moment }) => moment === "compactionBegun")!.said
    expect((begun as unknown as CompactionBegun).conversation.map(({ text }) => text)).toEqual(["hello", "ok"])
  })
})
