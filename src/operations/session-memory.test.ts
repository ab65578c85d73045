// The tools of session memory as an agent calls them: what they say, and what they refuse.
import { afterAll, describe, expect, test } from "bun:test"
import { closeApps, open } from "../../test/bed/opened-app.ts"

afterAll(closeApps)

describe("core_memory_update and core_memory_read", () => {
  test("replace, append with a newline, and what they say", async () => {
    const { call } = await open()
    expect(await call("core_memory_update", { block: "progress", content: "one" })).toBe("progress: 3/2000 characters")
    const more = { block: "progress", operation: "append", content: "two" }
    expect(await call("core_memory_update", more)).toBe("progress: 7/2000 characters")
    expect(await call("core_memory_read")).toMatch(/progress \(7\/2000 characters, changed \d{4}-.*\):\none\ntwo/)
    expect(await call("core_memory_update", { block: "mood", content: "x" })).toContain("Error (bad_arguments)")
  })

  test("limits are the user's to set", async () => {
    const { call } = await open({ env: { CAIRN_CORE_LIMITS: '{"goal": 10}' } })
    const refused = await call("core_memory_update", { block: "goal", content: "eleven chars" })
    expect(refused).toContain("goal holds at most 10 characters and this would make 12; nothing was changed")
  })
})

describe("working memory", () => {
  test("add says where it went, once more, and when it was cut", async () => {
    const { call } = await open()
    expect(await call("working_memory_add", { content: "fix it", slot: "todo" })).toBe("Kept in todo")
    expect(await call("working_memory_add", { content: "Fix it." })).toContain("Already known")
    expect(await call("working_memory_add", { content: "word ".repeat(80) })).toContain("cut to 200 characters")
    expect(await call("working_memory_add", { content: "x", slot: "nowhere" })).toContain(
      "the slots are error, decision, todo, dependency, pool",
    )
    expect(await call("working_memory_add", { content: "  " })).toContain("Error (empty)")
  })

  test("remove says what it removed, that several match, or what is near", async () => {
    const { call } = await open()
    for (const content of ["update the docs", "update the docs index", "ship it"])
      await call("working_memory_add", { content })
    expect(await call("working_memory_remove", { content: "docs" })).toMatch(
      /^Error \(ambiguous\): 2 items contain that; none was removed/,
    )
    expect(await call("working_memory_remove", { content: "update teh docs" })).toMatch(
      /near it are:\n- update the docs/,
    )
    expect(await call("working_memory_remove", { content: "Update the docs" })).toBe("Removed: update the docs")
    expect(await call("working_memory_remove", { content: "SHIP" })).toBe("Removed: ship it")
    expect(await call("core_memory_read")).not.toContain("ship it")
  })

  test("clear and clear_slot say how much went", async () => {
    const { call } = await open()
    for (const slot of ["todo", "decision", "pool"]) await call("working_memory_add", { content: `of ${slot}`, slot })
    expect(await call("working_memory_clear_slot", { slot: "todo" })).toBe("Cleared todo: 1 item")
    expect(await call("working_memory_clear_slot", { slot: "todo" })).toBe("todo was empty already")
    expect(await call("working_memory_clear")).toBe("Cleared working memory: 2 items")
    expect(await call("core_memory_read")).not.toContain("of decision")
  })
})
