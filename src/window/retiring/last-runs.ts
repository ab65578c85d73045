// The latest run of each command. An error that is still open is in that one; what earlier runs of the same command showed came again, or is gone.
import { commandRun, type OutputFacts } from "./output-target.ts"
import type { ShownOutput } from "./shown-output.ts"

/** A run that was stopped may not have got as far as the one before it, so that one counts too. `outputs`: oldest first. */
export function lastRuns(
  outputs: readonly ShownOutput[],
  factsOf: (output: ShownOutput) => OutputFacts,
): Set<ShownOutput> {
  const last = new Set<ShownOutput>()
  const ended = new Set<string>()
  for (const output of outputs.toReversed()) {
    if (commandRun(output) === undefined || !output.ok) continue
    const { key } = factsOf(output)
    if (ended.has(key)) continue
    last.add(output)
    if (output.exit !== null) ended.add(key)
  }
  return last
}
