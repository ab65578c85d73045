// Works on one session of a state database. `fill <db> <name> <times>`: notes and changes so many times, prints "done", and at a line on
// stdin what the session remembers. `limit <db> <name> <times>`: tries as often to add one of at most a hundred, prints how often it could.
// `ack <db> <name>`: changes for ever, and prints each name when its change has resolved.
import { once } from "node:events"
import { openTestJournal } from "./journal-of.ts"

const [task, path = "", name = "", times = "0"] = process.argv.slice(2)
const { journal, close } = await openTestJournal(path)
const add = (index: number) => ({ add: `${name}${index}` })
const say = (line: unknown) => process.stdout.write(`${line}\n`)

async function fill(): Promise<void> {
  for (let index = 0; index < Number(times); index++) {
    if (index % 5 === 4) await journal.change("s", () => ({ events: [add(index)], result: 0 }))
    else journal.note("s", [add(index)])
    if (index % 7 === 0) await new Promise(setImmediate)
  }
  await journal.flush()
  say("done")
  await once(process.stdin, "data")
  process.stdin.destroy()
  say(JSON.stringify(journal.read("s")))
}

async function limit(): Promise<void> {
  let added = 0
  for (let index = 0; index < Number(times); index++) {
    added += await journal.change("s", (state) =>
      state.length < 100 ? { events: [add(index)], result: 1 } : { events: [], result: 0 },
    )
  }
  say(added)
}

async function acknowledge(): Promise<void> {
  for (let index = 0; index < 100_000; index++)
    say(await journal.change("s", () => ({ events: [add(index)], result: name + index })))
}

if (task === "fill") await fill()
else if (task === "limit") await limit()
else await acknowledge()
await close()
