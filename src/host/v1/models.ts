// The windows of the models seen so far, by OpenCode 1's own formula: events that count tokens name the model but not its window.
import { fieldAt, numberAt, textAt } from "../../model/fields.ts"
import type { ModelWindow } from "../../window/meter.ts"

export type Models = ReturnType<typeof createModels>
type Env = Readonly<Record<string, string | undefined>>

/** The most that OpenCode asks a model for, whatever the model could give. */
const MAX_OUTPUT_TOKENS = 32_000
const RESERVED_TOKENS = 20_000

export function createModels(env: Env = process.env) {
  const limits = new Map<string, unknown>()
  let compaction: unknown
  let small: string | undefined
  return {
    /** Reads what the host's configuration says about these; the rest of it has API keys. */
    configure(config: unknown): void {
      compaction = fieldAt(config, "compaction")
      small = textAt(config, "small_model")
    },
    /** The model for small tasks, if one is configured. */
    small: () => small || undefined,
    /** Records a model as the prompt's hook describes it; returns its key. */
    learn(model: unknown): string {
      const key = modelKey(textAt(model, "providerID"), textAt(model, "id"))
      limits.set(key, fieldAt(model, "limit"))
      return key
    },
    windowOf: (key: string) => (limits.has(key) ? windowOf(limits.get(key), compaction, env) : undefined),
  }
}

export function modelKey(providerID: string | undefined, modelID: string | undefined): string {
  return `${providerID}/${modelID}`
}

/** A context of 0 means that it is unknown, and OpenCode then never compacts. */
export function windowOf(limit: unknown, compaction: unknown, env: Env): ModelWindow {
  const context = numberAt(limit, "context")
  if (!context) return {}
  if (fieldAt(compaction, "auto") === false || /^(1|true)$/i.test(env.OPENCODE_DISABLE_AUTOCOMPACT ?? ""))
    return { context }
  const cap = outputCap(env.OPENCODE_EXPERIMENTAL_OUTPUT_TOKEN_MAX)
  const output = Math.min(numberAt(limit, "output") ?? 0, cap) || cap
  const input = numberAt(limit, "input")
  const reserved = numberAt(compaction, "reserved") ?? Math.min(RESERVED_TOKENS, output)
  return { context, usable: Math.max(0, input ? input - reserved : context - output) }
}

function outputCap(setting: string | undefined): number {
  const tokens = Number(setting)
  return Number.isInteger(tokens) && tokens > 0 ? tokens : MAX_OUTPUT_TOKENS
}
