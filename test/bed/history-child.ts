// A process of its own for a history: writes and flushes `count` notes one by one, then tells how it went as JSON.
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { History } from "../../src/store/git/history.ts"

const [root = "", project = "", count = "1"] = process.argv.slice(2)
const workTree = join(root, "memory")
const folder = join(workTree, "projects", project)
mkdirSync(folder, { recursive: true })
const history = new History({ gitDir: join(root, "history.git"), workTree, accepts: () => true, debounceMs: 5 })
const failures: string[] = []
for (let n = 0; n < Number(count); n += 1) {
  writeFileSync(join(folder, `n${n}.md`), `${project} ${n}\n`)
  history.touch()
  const outcome = await history.flush(60_000)
  if (outcome.result === "failed" || outcome.result === "unfinished") failures.push(JSON.stringify(outcome))
}
const status = history.status()
await history.close()
process.stdout.write(JSON.stringify({ failures, status }))
