// The cases that a design was published with, from the evaluation data; where that is absent a test says so and is left out.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

export function publishedCases<Case extends { readonly fn?: string }>(name: string) {
  const file = join(process.env.CAIRN_BENCH_DATA ?? "../shared/data", `cases/${name}.jsonl`)
  const present = existsSync(file)
  if (!present)
    process.stderr.write(`not tried: the published cases are not here (${file}; CAIRN_BENCH_DATA says where)\n`)
  const lines = present ? readFileSync(file, "utf8").trim().split("\n") : []
  const cases: Case[] = lines.map((line) => JSON.parse(line))
  return { present, cases, of: (fn: string) => cases.filter((one) => one.fn === fn) }
}
