// `<root> <project> <rounds>`: a session's worth of acknowledged writes, for a recording of what reaches the disk and when. Each answer is told on
// a line of its own, `ack` and the notes as they are from then on.
import { existsSync } from "node:fs"
import { openedApp } from "./opened-app.ts"

const [root = "", directory = "", rounds = "1"] = process.argv.slice(2)
const cairn = await openedApp({ root, directory, env: { CAIRN_HISTORY: process.env.CAIRN_HISTORY ?? "false" } })
const notes: Record<string, string | null> = {}

async function write(tool: string, args: Record<string, string>, ...changed: string[]): Promise<void> {
  const answer = await cairn.call(tool, args)
  if (answer.startsWith("Error")) throw new Error(`${tool}: ${answer}`)
  for (const path of changed) notes[path] = existsSync(cairn.file(path)) ? cairn.read(path) : null
  process.stdout.write(`ack ${JSON.stringify(notes)}\n`)
}

process.stdout.write("ack {}\n")
for (let round = 0; round < Number(rounds); round++) {
  const text = `round ${round} ${"words that fill a page. ".repeat(40 * round)}<end>`
  await write("memory_write", { path: "system/plan", content: text }, "system/plan.md")
  const path = `reference/deep/${round}/note`
  await write("memory_write", { path, content: text }, `${path}.md`)
  await write("memory_edit", { path, oldString: "<end>", newString: "edited <end>" }, `${path}.md`)
  await cairn.call("core_memory_update", { block: "goal", content: text.slice(0, 200) })
  await write("memory_promote", { path }, `${path}.md`, `system/deep/${round}/note.md`)
  if (round % 2 === 1) await write("memory_delete", { path: "system/plan" }, "system/plan.md")
}
await cairn.close()
process.exit(0)
