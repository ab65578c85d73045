// `<file>`: until killed, adds to the file as fast as it can, and begins again at ten megabytes.
import { appendFileSync, statSync, truncateSync } from "node:fs"

const [file = ""] = process.argv.slice(2)
const chunk = "x".repeat(64 * 1024)
process.stdout.write("growing\n")
for (;;) {
  appendFileSync(file, chunk)
  if (statSync(file).size > 10 * 1024 ** 2) truncateSync(file, 1)
}
