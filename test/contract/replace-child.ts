// `<root> replace|move`: makes root/a/n.md, prints "ready", and on a line from stdin replaces or moves it. Prints "done" or the error code.
import { once } from "node:events"
import { moveFile, replaceFile } from "../../src/platform/durable-file.ts"

const [root = "", task] = process.argv.slice(2)
const bytes = (text: string) => new TextEncoder().encode(text.repeat(1_000))

async function change(): Promise<void> {
  if (task === "move") return moveFile(root, { segments: ["a"], name: "n.md" }, { segments: ["b"], name: "n.md" })
  await replaceFile(root, ["a"], "n.md", bytes("new "), { maxBytes: 10_000 })
}

await replaceFile(root, ["a"], "n.md", bytes("old "), { maxBytes: 10 })
process.stdout.write("ready\n")
await once(process.stdin, "data")
const outcome = await change().then(
  () => "done",
  (error: { code: string }) => error.code,
)
process.stdout.write(`${outcome}\n`)
process.stdin.destroy()
