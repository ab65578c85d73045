import { expect, test } from "bun:test"
import { join } from "node:path"
import { openedBeside, putFile } from "../../test/bed/other-memory.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { tellBeside } from "./tell-beside.ts"

test("the first start beside another memory tells of it once and names the command; the second says nothing", async () => {
  const [home, directory, root] = [tempDir("home"), tempDir("project"), join(tempDir("root"), "cairn")]
  // Whoever read these would fail.
  putFile(join(home, ".config/opencode/memory"), "no folder at all")
  putFile(join(directory, ".opencode/memory-working"), "no folder either")
  putFile(join(directory, "AGENTS.md"), "- every repository has one\n")
  const open = () => openedBeside({ env: { HOME: home }, directory, root })
  const told = (app: { notices: readonly { code: string; text: string; hint: string }[] }) =>
    app.notices.filter(({ code }) => code === "other_memory").map(({ text, hint }) => `${text} ${hint}`)
  const first = await open()
  while (told(first.app).length < 2) await Bun.sleep(10)
  expect(told(first.app).join("\n")).toMatch(
    /opencode-working-memory 1; Cairn has not read it.* import working-memory-1"[\s\S]*opencode-memfs.* import memfs"/,
  )
  await first.close()
  const second = await open()
  await tellBeside(second.app)
  expect(told(second.app)).toEqual([])
  await second.close()
})
