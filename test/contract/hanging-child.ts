// `<folder>`: makes every file operation of this process hang, as a dead network disk does, and reads `file` nevertheless. The runtime's
// threads for files are few; each is given a pipe to open that nobody writes to.
import { spawnSync } from "node:child_process"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { readOutsideFile } from "../../src/platform/outside-file.ts"

const [folder = ""] = process.argv.slice(2)
const limits = { maxBytes: 1_000, links: "refuse", deadlineMs: 300 } as const
const file = join(folder, "file")
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)

const before = await readOutsideFile(file, limits)
say({ before: "text" in before && before.text })

const pipes = Array.from({ length: 64 }, (_, at) => join(folder, `pipe-${at}`))
spawnSync("mkfifo", pipes)
for (const pipe of pipes) open(pipe, "r").catch(() => "killed before")

const began = Date.now()
const found = await readOutsideFile(file, limits)
say({ fault: "fault" in found && found.fault, ms: Date.now() - began })
const more = await Promise.all(Array.from({ length: 100 }, () => readOutsideFile(file, limits)))
say({ faults: [...new Set(more.map((one) => "fault" in one && one.fault))] })
setInterval(() => undefined, 1_000)
