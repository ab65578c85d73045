// `count <lock> <file> <times>`: adds 1 to the number in the file so many times, each time under the lock.
// `hold <lock>`: takes the lock, prints "held", and keeps it until a line comes in on stdin.
import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import { openWriteLock } from "../../src/store/lock/write-lock.ts"

const [task, path = "", file = "", times = "0"] = process.argv.slice(2)
const lock = await openWriteLock(path)

if (task === "count") {
  for (let done = 0; done < Number(times); done++) {
    await lock.hold(20_000, async () => writeFile(file, String(Number(await readFile(file, "utf8")) + 1)))
  }
} else {
  await lock.hold(5_000, async () => {
    process.stdout.write("held\n")
    await once(process.stdin, "data")
  })
  process.stdin.destroy()
}
lock.close()
