// What is worth keeping and what is not, as every model is told it: the agent, the author of a summary, and the one that looks for facts in the
// background. Statements of how things are, and reports, counts and guesses of the hour.

export const LASTING = ["Releases come from stable", "User reviews migrations", "No Kafka: nobody can run it"]
export const PASSING = ["Fixed login", "42 tests pass", "Maybe the proxy"]

export const TYPES_MEAN =
  "[user] who the user is and how they work, [feedback] how the user wants things done, [project] what is true of this project and not written in its files, [decision] a choice and its reason, [reference] where something can be found."
export const ONE_SENTENCE =
  "One self-contained sentence each, a statement of how things are and not an order. No secrets, no progress reports, no lists of paths, nothing that only matters for the current task."
export const EXAMPLES = `Worth a line: ${LASTING.join(". ")}. Not worth one: ${PASSING.join(". ")}.`

export const WORTH_KEEPING = `Worth keeping: ${TYPES_MEAN} ${ONE_SENTENCE}\n${EXAMPLES}`
