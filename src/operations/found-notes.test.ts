import { afterAll, expect, spyOn, test } from "bun:test"
import { closeApps, openWithoutHistory } from "../../test/bed/opened-app.ts"
import { notesFor } from "./found-notes.ts"

afterAll(closeApps)

test("a note is read once, until it changes or goes", async () => {
  const { app, call } = await openWithoutHistory()
  const write = (name: string, end: string) =>
    call("memory_write", { path: `reference/${name}`, content: `# ${name}\n\n${"Filling. ".repeat(300)}\n\n${end}` })
  const found = async (question: string) => (await notesFor(app, question)).map(({ path }) => path)
  await write("one", "The lighthouse is painted by the harbour master.")
  await write("two", "The gearbox of the crane is lubricated in spring.")
  const reading = spyOn(app.store.notes, "read")
  expect(await found("harbour master")).toEqual(["reference/one.md"])
  expect(reading).toHaveBeenCalledTimes(2)
  expect(await found("crane gearbox")).toEqual(["reference/two.md"])
  expect(reading).toHaveBeenCalledTimes(2)
  reading.mockRestore()
  await call("memory_delete", { path: "reference/one" })
  await write("one", "The pilot boat leaves at dawn.")
  expect([await found("harbour master"), await found("pilot boat")]).toEqual([[], ["reference/one.md"]])
  await call("memory_delete", { path: "reference/two" })
  expect(await found("crane gearbox")).toEqual([])
})
