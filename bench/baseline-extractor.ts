// What a session memory does when it is written straight away: after every tool call one regular expression for errors and one for paths
// over the whole output, and the whole state rewritten as JSON before the host goes on. Run as a program it reads one hostile output and
// prints how long that took: whoever starts it can end it.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { tempDir } from "../test/bed/sandbox.ts"
import { HOSTILE } from "./tool-calls.ts"

const ERRORS = /^.*(?:error|exception|failed|fatal|panic).*$/gim
const PATHS = /(?:[\w@.-]+\/)+[\w@.-]+\.\w+/g
const MAX_KEPT = 50

export class NaiveExtractor {
  readonly #file: string
  readonly #events: { tool: string; errors: string[]; paths: string[] }[] = []

  constructor(folder: string) {
    this.#file = join(folder, "working-memory.json")
  }

  toolEnded({ tool, output }: { tool: string; output: string }): void {
    const errors = [...output.matchAll(ERRORS)].map(([line]) => line.slice(0, 200)).slice(-MAX_KEPT)
    const paths = [...new Set([...output.matchAll(PATHS)].map(([path]) => path))].slice(-MAX_KEPT)
    this.#events.push({ tool, errors, paths })
    if (this.#events.length > MAX_KEPT) this.#events.shift()
    writeFileSync(this.#file, JSON.stringify({ events: this.#events }, null, 2))
  }
}

if (import.meta.main) {
  const output = HOSTILE[process.argv[2] ?? ""]?.() ?? ""
  const extractor = new NaiveExtractor(tempDir("extractor"))
  const started = performance.now()
  extractor.toolEnded({ tool: "bash", output })
  process.stdout.write(String(performance.now() - started))
}
