// Many processes that write into one note: how long an agent waits for its turn, and whether anything is lost.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { createProject } from "../test/bed/host-home.ts"
import { openedApp } from "../test/bed/opened-app.ts"
import { count, spreadOf, spreadText } from "./spread.ts"
import { type Figure, under } from "./table.ts"

const CHILD = fileURLToPath(new URL("writer-child.ts", import.meta.url))
const WRITERS = 8
const WRITES = 200
const MOST_MS = 1000

export async function writersFigure(): Promise<Figure> {
  const cairn = await openedApp({ directory: createProject() })
  await cairn.call("memory_write", { path: "list", content: "<end>", limit: 100_000 })
  const writers = Array.from({ length: WRITERS }, (_, at) => startWriter(cairn.root, cairn.directory, `writer${at}`))
  await Promise.all(writers.map(({ ready }) => ready))
  const begun = performance.now()
  for (const { go } of writers) go()
  const answers = await Promise.all(writers.map(({ answer }) => answer))
  const seconds = (performance.now() - begun) / 1000
  const lines = new Set(cairn.read("list.md").split("\n"))
  const lost = writers.flatMap(({ name }) => ids(name)).filter((id) => !lines.has(id)).length
  await cairn.close()
  const took = spreadOf(answers.flatMap((answer) => answer.took))
  const refused = answers.flatMap((answer) => answer.refused)
  return {
    title: "4b. Many writers",
    about: `${WRITERS} processes make ${WRITES} edits each of one note, without a pause; what is measured is the whole tool call.`,
    rows: [
      {
        what: "one edit",
        cairn: spreadText(took),
        target: { ...under(took.p99, MOST_MS, "ms"), text: "p99 under 1 s" },
      },
      { what: "edits a second, all together", cairn: count((WRITERS * WRITES) / seconds) },
      {
        what: "lost, refused",
        cairn: `${lost}, ${refused.length}${refused[0] ? ` (${refused[0]})` : ""}`,
        target: { text: "0, 0", met: lost + refused.length === 0 },
      },
    ],
  }
}

function ids(name: string): string[] {
  return Array.from({ length: WRITES }, (_, at) => `${name}-${at}.`)
}

function startWriter(root: string, directory: string, name: string) {
  const child = spawn(process.execPath, ["run", CHILD, root, directory, name, String(WRITES)], {
    env: { ...process.env, BUN_BE_BUN: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  const answer = once(child, "close").then(
    () => JSON.parse(output.replace(/^ready\n/, "")) as { took: number[]; refused: string[] },
  )
  return { name, ready: once(child.stdout, "data"), answer, go: () => void child.stdin.write("go\n") }
}
