// The labelled examples that the weights in src/background/fitted-weights.ts are fitted to, as buckets of signs.
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { lastingSigns } from "../src/background/lasting-signs.ts"
import { bucketsOf } from "../src/background/sign-weights.ts"

export interface LastingExample {
  readonly buckets: Int32Array
  readonly isLasting: boolean
  /** Whoever wrote it; "own" if nobody in particular. */
  readonly writer: string
}

interface Labelled {
  readonly label: "durable" | "junk"
  readonly type: string
  readonly text: string
  readonly seen?: "user" | "agent" | "tool"
  readonly evidence?: string
  readonly writer?: string
}

const CORPORA = ["lasting-or-passing", "planted-facts", "planted-facts-typed"]

export function lastingExamples(): LastingExample[] {
  const lines = CORPORA.flatMap((name) => readFileSync(`test/corpus/${name}.jsonl`, "utf8").trim().split("\n"))
  return lines.map((line) => {
    const { label, text, type, seen = "agent", evidence = text, writer = "own" } = JSON.parse(line) as Labelled
    // What a tool printed reaches the model in the agent's words.
    const source = { role: seen === "user" ? "user" : "assistant", text: evidence } as const
    return { buckets: bucketsOf(lastingSigns({ text, type })(source)), isLasting: label === "durable", writer }
  })
}

/** Changes with any example, and with any code that reads signs off them. */
export function hashOfExamples(examples: readonly LastingExample[]): string {
  const hash = createHash("sha256")
  for (const { buckets, isLasting } of examples) hash.update(`${isLasting} ${buckets.join(" ")}\n`)
  return hash.digest("hex").slice(0, 12)
}
