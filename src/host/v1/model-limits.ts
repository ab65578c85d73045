// Limits of the models seen so far, by provider and model: events that count tokens name the model but not its window.
import type { Model } from "@opencode-ai/sdk"
import type { ModelLimits } from "../../context/window-usage.ts"

const limits = new Map<string, ModelLimits>()

export function rememberLimits(model: Model): void {
  const { context, output, input } = model.limit as { context: number; output: number; input?: number }
  limits.set(`${model.providerID}/${model.id}`, { context, output, input })
}

export function limitsOf(providerID: string, modelID: string): ModelLimits | undefined {
  return limits.get(`${providerID}/${modelID}`)
}
