import { describe, expect, test } from "bun:test"
import { v2Adapter } from "../../../test/bed/adapters.ts"
import type { CompactionBegun } from "../../flows/contract.ts"
import { noticeForModel, noticeMark, withoutNotices } from "./notices.ts"

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
