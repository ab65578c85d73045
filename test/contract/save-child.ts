// `<root> <directory> <count> <from>`: when a line comes in on stdin, saves so many facts one after the other, beginning with another one than
// its rivals do, and prints how many of them it was the first to save.
import { once } from "node:events"
import { saveFacts } from "../../src/intake/save-facts.ts"
import { sawNothing } from "../../src/intake/session-evidence.ts"
import { clean } from "../bed/facts.ts"
import { openedApp } from "../bed/opened-app.ts"

const [root = "", directory = "", count = "0", from = "0"] = process.argv.slice(2)
const cairn = await openedApp({ root, directory })
await cairn.app.complete
process.stdout.write("ready\n")
await once(process.stdin, "data")
let first = 0
for (let n = 0; n < Number(count); n++) {
  const number = (n + Number(from)) % Number(count)
  const [taken] = await saveFacts(
    cairn.app,
    [
      {
        text: clean(`The report number ${number} is written for the accountants`),
        type: "project",
        source: "explicit",
        said: "user",
        evidence: `ses_${process.pid}/msg_${n}`,
      },
    ],
    { seen: sawNothing },
  )
  if (taken?.outcome === "promoted") first++
}
await cairn.close()
process.stdin.destroy()
process.stdout.write(`${first}\n`)
