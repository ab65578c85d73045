// How many tokens fit before OpenCode 2 compacts, by its own formula. The hooks name a model but not its window, so the host is asked, once
// per model.
import type { Features } from "../features.ts"
import { functionAt, listAt, numberAt, textAt } from "../fields.ts"
import { RecentMap } from "../recent-map.ts"
import type { V2Context } from "./plugin.ts"

export interface Models {
  /** `provider/model` of a model as a hook names it; its limits are asked for in the background. */
  learn(sessionID: string, model: unknown): string
  /** The key of the model the session last used; empty before its first request. */
  lastOf(sessionID: string): string
  /** Of the model the session last used. */
  usableOf(sessionID: string): number | undefined
}

const MAX_OUTPUT_TOKENS = 32_000
const BUFFER_TOKENS = 20_000

export function createModels(ctx: V2Context, features: Features): Models {
  const usable = new Map<string, number | undefined>()
  const modelOf = new RecentMap<string, string>()

  async function ask(key: string): Promise<void> {
    const list = functionAt(ctx, "model", "list")
    if (!list) return features.off("usage", "the host has no list of models")
    const answer = await list()
    for (const model of listAt(answer, "data") ?? listAt(answer) ?? []) {
      if (keyOf(model) === key) usable.set(key, usableTokens((model as { limit?: unknown }).limit))
    }
  }

  return {
    learn(sessionID, model) {
      const key = keyOf(model)
      modelOf.set(sessionID, key)
      if (!usable.has(key)) {
        usable.set(key, undefined)
        ask(key).catch(() => usable.delete(key))
      }
      return key
    },
    lastOf: (sessionID) => modelOf.get(sessionID) ?? "",
    usableOf: (sessionID) => usable.get(modelOf.get(sessionID) ?? ""),
  }
}

export function usableTokens(limit: unknown): number | undefined {
  const context = numberAt(limit, "context")
  if (!context) return undefined
  const input = numberAt(limit, "input")
  const output = Math.max(Math.min(numberAt(limit, "output") ?? 0, MAX_OUTPUT_TOKENS), BUFFER_TOKENS)
  return Math.max(0, Math.min(input ? input - BUFFER_TOKENS : Number.POSITIVE_INFINITY, context - output))
}

function keyOf(model: unknown): string {
  return `${textAt(model, "providerID")}/${textAt(model, "id")}`
}
