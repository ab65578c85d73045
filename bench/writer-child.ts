// A process that edits one note over and over as an agent would, and answers how long each call took: `writer-child ROOT PROJECT NAME COUNT`.
import { openedApp } from "../test/bed/opened-app.ts"

const [root = "", directory = "", name = "", count = "0"] = process.argv.slice(2)
const cairn = await openedApp({ root, directory, env: { CAIRN_AUTO_COMMIT_DEBOUNCE_MS: "2000" } })
const took: number[] = []
const refused: string[] = []
process.stdout.write("ready\n")
await new Promise((go) => process.stdin.once("data", go))
for (let at = 0; at < Number(count); at++) {
  const edit = { path: "list", oldString: "<end>", newString: `${name}-${at}.\n<end>` }
  const begun = performance.now()
  const answer = await cairn.call("memory_edit", edit)
  took.push(performance.now() - begun)
  if (!answer.startsWith("Edited")) refused.push(answer.slice(0, 200))
}
await cairn.close()
process.stdout.write(`${JSON.stringify({ took, refused })}\n`)
process.exit(0)
