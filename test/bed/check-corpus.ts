// Labelled runs of checks, and what comes of one: shared by tests, benchmarks and whoever adds a case.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { commandEvent } from "../../src/commands/command-event.ts"
import { categoryOfCommand } from "../../src/commands/error-category.ts"
import { activityAfter, emptyActivity } from "../../src/session/activity.ts"

export interface LabelledCheck {
  readonly command: string
  readonly output: string
  readonly exit: number
  readonly category: string
}

interface LabelledRun {
  readonly command: string
  readonly output: string
  readonly exit?: number
}

export interface LabelledClosing {
  readonly failed: LabelledRun
  readonly passed: LabelledRun
  /** Whether what the first run showed is gone after the second. */
  readonly closes: boolean
}

export const checkCorpus = () => corpus<LabelledCheck>("checks")
export const closingCorpus = () => corpus<LabelledClosing>("closings")

function corpus<T>(name: string): T[] {
  const text = readFileSync(join(import.meta.dir, "../corpus", `${name}.jsonl`), "utf8")
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}

/** The category that a run ends in; where nothing tells how it ended, that of what ran. */
export function endsAs({ command, output, exit }: Omit<LabelledCheck, "category">): string | undefined {
  const { category, errors } = commandEvent({ command, exit, output })
  return errors?.[0]?.category ?? category ?? categoryOfCommand(command)?.category
}

/** `none`: the first run has shown no error at all. */
export function afterBoth({ failed, passed }: LabelledClosing): "closed" | "open" | "none" {
  const before = activityAfter(emptyActivity, eventOf(failed, 1))
  if (before.openErrors.length === 0) return "none"
  const shown = new Set(before.openErrors.map(({ fingerprint }) => fingerprint))
  const { openErrors } = activityAfter(before, eventOf(passed, 0))
  return openErrors.some(({ fingerprint }) => shown.has(fingerprint)) ? "open" : "closed"
}

function eventOf({ command, output, exit }: LabelledRun, usual: number) {
  return commandEvent({ command, output, exit: exit ?? usual })
}
