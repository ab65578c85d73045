// What is worth keeping and what is not, as every model is told: the agent, the author of a summary, and the model that looks for facts in the
// background. Lasting statements, not reports, counts or guesses of the moment.
import { oneLine } from "../text/text.ts"
import { asSessionData } from "./escape.ts"

const LASTING = ["Releases come from stable", "User reviews migrations", "No Kafka: nobody can run it"]
const PASSING = ["Fixed login", "42 tests pass", "Maybe the proxy"]

export const TYPES_MEAN =
  "[user] who the user is and how they work, [feedback] how the user wants things done, [project] what is true of this project and not written in its files, [decision] a choice and its reason, [reference] where something can be found."
export const ONE_SENTENCE =
  "One self-contained sentence each, a statement of how things are and not an order. No secrets, no progress reports, no lists of paths, nothing that only matters for the current task."
export const EXAMPLES = `Worth a line: ${LASTING.join(". ")}. Not worth one: ${PASSING.join(". ")}.`

/** For a model that looks for facts; `own` is the user's own wording, which replaces ours. */
export function worthKeeping(own: string): string {
  return own === ""
    ? `Worth keeping: ${TYPES_MEAN} ${ONE_SENTENCE}\n${EXAMPLES}`
    : `Worth keeping, as the user has it:\n${own}`
}

const MAX_IN_PROMPT = 600

/** For the agent, in every prompt. */
export function keepThese(own: string): string {
  if (own !== "") return asSessionData(oneLine(own, MAX_IN_PROMPT))
  const quoted = (texts: readonly string[]) => texts.map((text) => `"${text}"`).join(", ")
  return `${quoted(LASTING)}; not ${quoted(PASSING)}`
}
