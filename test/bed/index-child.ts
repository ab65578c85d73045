// Builds the index of past sessions until it is killed.
import { openPast } from "../../src/past/past.ts"

const [data = "", file = ""] = process.argv.slice(2)
process.stdout.write("ready\n")
await openPast({ XDG_DATA_HOME: data }, file).refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 1 }, () => false)
process.stdout.write("done\n")
