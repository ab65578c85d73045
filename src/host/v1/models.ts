// Limits of the models seen so far: events that count tokens name the model but not its window.
import type { ModelLimits } from "../../context/window-usage.ts"
import { numberAt, textAt } from "../fields.ts"

export interface Models {
  /** Takes note of a model; gives its key, `provider/model`. */
  learn(model: unknown): string
  limitsOf(providerID: string | undefined, modelID: string | undefined): ModelLimits | undefined
}

export function createModels(): Models {
  const limits = new Map<string, ModelLimits>()
  return {
    learn(model) {
      const key = `${textAt(model, "providerID")}/${textAt(model, "id")}`
      const context = numberAt(model, "limit", "context")
      const input = numberAt(model, "limit", "input")
      if (context !== undefined) limits.set(key, { context, input, output: numberAt(model, "limit", "output") ?? 0 })
      return key
    },
    limitsOf: (providerID, modelID) => limits.get(`${providerID}/${modelID}`),
  }
}
