// The windows of models, by OpenCode 2's own formula. The hooks name a model but not its window, so the host is asked when a model is new. A plugin
// cannot read the host's compaction settings (`buffer`, `auto`): these are its defaults.
import { ANSWER_MS, createPatience } from "../../model/deadline.ts"
import { fieldAt, functionAt, listAt, numberAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { ModelWindow } from "../../window/meter.ts"
import type { Features } from "../features.ts"
import type { V2Context } from "./plugin.ts"

export type Models = ReturnType<typeof createModels>

const MAX_OUTPUT_TOKENS = 32_000
const BUFFER_TOKENS = 20_000

export function createModels(ctx: V2Context, features: Features) {
  const asked = new Map<string, Promise<void>>()
  const windows = new Map<string, ModelWindow>()
  const modelOf = new RecentMap<string, string>()
  const waitForWindows = createPatience(ANSWER_MS)

  async function ask(): Promise<void> {
    const list = functionAt(ctx, "model", "list")
    if (!list) return features.off("usage", "the host has no list of models")
    const answer = await list()
    for (const model of listAt(answer, "data") ?? listAt(answer) ?? [])
      windows.set(keyOf(model), windowOf(fieldAt(model, "limit")))
  }

  return {
    /** Records the model that a request names; returns its key once its window is known, or the host takes too long to answer. */
    async learn(sessionID: string, model: unknown): Promise<string> {
      const key = keyOf(model)
      modelOf.set(sessionID, key)
      if (!asked.has(key)) {
        const answer = ask().catch(() => void asked.delete(key))
        asked.set(key, answer)
      }
      if (!windows.has(key)) await waitForWindows(asked.get(key) as Promise<void>)
      return key
    },
    /** The key of the model the session last used; empty before its first request. */
    lastOf: (sessionID: string) => modelOf.get(sessionID) ?? "",
    windowOf: (key: string) => windows.get(key),
  }
}

/** A context of 0 means that it is unknown, and OpenCode then never compacts. */
export function windowOf(limit: unknown): ModelWindow {
  const context = numberAt(limit, "context")
  if (!context || context < 0) return {}
  const input = numberAt(limit, "input") ?? Number.POSITIVE_INFINITY
  const output = Math.max(Math.min(numberAt(limit, "output") ?? 0, MAX_OUTPUT_TOKENS), BUFFER_TOKENS)
  return { context, usable: Math.max(0, Math.min(input - BUFFER_TOKENS, context - output)) }
}

function keyOf(model: unknown): string {
  return `${textAt(model, "providerID")}/${textAt(model, "id")}`
}
