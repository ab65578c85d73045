import { afterAll, expect, test } from "bun:test"
import { clean } from "../../test/bed/facts.ts"
import { closeApps, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { KEPT_PROMPTS } from "../store/tables/shown-prompts.ts"
import { promptsShown } from "./seen-prompts.ts"

afterAll(closeApps)

const DAY = 86_400_000
const written = () => new Promise(setImmediate)

test("each prefix is kept with the origin of every line", async () => {
  const { app, call, prefix, edit } = await open()
  await app.complete
  edit("facts/project-port.md", "---\ndescription: The port is 5433\ntype: project\n---\n\nThe port is 5433\n")
  await app.scopeNotes("project").refreshNow()
  await call("memory_write", { path: "system/x", content: "two\nlines" }, "s")
  await call("core_memory_update", { block: "goal", content: "Ship it" }, "s")
  const text = prefix("s")
  await written()
  const [shown] = promptsShown(app, "s")
  expect([shown?.kind, shown?.reason]).toEqual(["prefix", "first"])
  expect(shown?.lines.map((line) => line.text).join("\n")).toBe(text)
  const from = (part: string) => shown?.lines.find((line) => line.text.includes(part))?.from
  expect(from("The port is 5433")).toEqual({ kind: "fact", of: "project:facts/project-port.md" })
  expect(from("two")).toEqual({ kind: "note", of: "project:system/x.md" })
  expect(from("lines")).toEqual({ kind: "note", of: "project:system/x.md" })
  expect(from("Ship it")).toEqual({ kind: "journal", of: "core" })
  expect(from("<instructions>")).toEqual({ kind: "cairn" })
  expect(await call("memory_context", {}, "s")).toMatch(
    /memory block: since \S+ \S+ \(first\), \d notes, 1 fact, \d+ lines of this session/,
  )
})

test("twenty of a session and thirty days, and nothing of a session that is gone", async () => {
  const { app, root, directory, close } = await open()
  const { shownPrompts } = app.store
  const of = shownPrompts.of(app.project.name)
  const at = app.clock.now()
  const text = clean("t")
  for (let n = 0; n < 25; n++) of.add("s", { kind: "prefix", at: at + n, reason: `r${n}`, text, origins: [] })
  of.add("s", { kind: "tail", at, reason: "msg_1", text, origins: [] })
  of.add("old", { kind: "prefix", at: at - 31 * DAY, reason: "first", text, origins: [] })
  expect(
    of
      .list("s")
      .filter(({ kind }) => kind === "prefix")
      .map(({ reason }) => reason),
  ).toHaveLength(KEPT_PROMPTS)
  expect(of.list("s")[1]?.reason).toBe("r24")
  expect(shownPrompts.of("other").list("s")).toEqual([])
  of.remove("s")
  expect(of.list("s")).toEqual([])
  await close()
  const again = await open({ root, directory })
  expect(again.app.store.shownPrompts.of(again.app.project.name).list("old")).toEqual([])
})

test("a tail is kept as well", async () => {
  const { app, moments, prefix } = await open()
  await app.complete
  prefix("s")
  await moments.userSpoke({ sessionID: "s", messageID: "msg_1", text: "hello", isFirst: true })
  await moments.userSpoke({
    sessionID: "s",
    messageID: "msg_2",
    text: "Remember that the port is 5433",
    isFirst: false,
  })
  await written()
  const tails = () => promptsShown(app, "s").filter(({ kind }) => kind === "tail")
  expect(tails().map(({ reason }) => reason)).toEqual(["msg_2"])
  expect(tails()[0]?.lines.some(({ text, from }) => text.includes("5433") && from.of === "request")).toBe(true)
})

test("no tail of a paused session is kept, and nothing of a deleted one", async () => {
  const { app, moments, prefix } = await open()
  await app.complete
  prefix("s")
  await moments.userSpoke({ sessionID: "s", messageID: "msg_1", text: "hello", isFirst: true })
  await moments.pauseRequested({ sessionID: "s", typed: "" })
  const text = "Remember that the port is 5433"
  const { tail } = await moments.userSpoke({ sessionID: "s", messageID: "msg_2", text, isFirst: false })
  await written()
  expect(tail).toContain("paused")
  expect(promptsShown(app, "s").map(({ kind }) => kind)).toEqual(["prefix"])
  await moments.sessionDeleted({ sessionID: "s" })
  expect(promptsShown(app, "s")).toEqual([])
})
