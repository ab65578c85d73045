// What the flow of window.plugin.ts answers, told by a test while the host runs.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Cut } from "../../src/flows/contract.ts"
import { tempDir } from "./sandbox.ts"

export interface WindowAnswers {
  readonly cut?: Cut | undefined
  readonly tool?: { readonly output?: string; readonly append?: string }
  readonly compaction?: { readonly context?: string; readonly summary?: string }
  /** Whether the host may not go on after a turn that is over. */
  readonly stopsWhenOver?: boolean
  /** Sent to the agent the first time it is idle. */
  readonly prompt?: string
}

export function windowAnswers(first: WindowAnswers = {}) {
  const file = join(tempDir("answers"), "answers.json")
  const set = (answers: WindowAnswers) => writeFileSync(file, JSON.stringify(answers))
  set(first)
  return { env: { CAIRN_TEST_ANSWERS: file }, set }
}
