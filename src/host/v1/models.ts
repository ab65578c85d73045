// How many tokens fit before OpenCode 1 compacts, by its own formula, for the models seen so far: events that count tokens name the model
// but not its window.
import { numberAt, textAt } from "../fields.ts"

export interface Models {
  /** Takes note of a model; gives its key, `provider/model`. */
  learn(model: unknown): string
  usableOf(providerID: string | undefined, modelID: string | undefined): number | undefined
}

/** OpenCode asks no model for more output than this, whatever the model could give. */
const MAX_OUTPUT_TOKENS = 32_000
const RESERVED_TOKENS = 20_000

export function createModels(): Models {
  const usable = new Map<string, number>()
  return {
    learn(model) {
      const key = `${textAt(model, "providerID")}/${textAt(model, "id")}`
      const tokens = usableTokens((model as { limit?: unknown } | undefined)?.limit)
      if (tokens !== undefined) usable.set(key, tokens)
      return key
    },
    usableOf: (providerID, modelID) => usable.get(`${providerID}/${modelID}`),
  }
}

/** Undefined when the window is not known; OpenCode never compacts a model whose context is 0. */
export function usableTokens(limit: unknown): number | undefined {
  const context = numberAt(limit, "context")
  if (!context) return undefined
  const input = numberAt(limit, "input")
  const output = Math.min(numberAt(limit, "output") || MAX_OUTPUT_TOKENS, MAX_OUTPUT_TOKENS)
  return Math.max(0, input ? input - Math.min(RESERVED_TOKENS, output) : context - output)
}
