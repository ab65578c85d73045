// The system prompt of one model call. Calls that write titles or compact get no memory; they are known by having no environment block.
import type { Model } from "@opencode-ai/sdk"
import { buildPrefix } from "../../../flows/build-prefix.ts"
import type { Change } from "../../guard.ts"
import { rememberLimits } from "../model-limits.ts"
import type { Context } from "../plugin.ts"
import { learnParent } from "../session-parent.ts"

export function systemTransform(context: Context) {
  return async (
    input: { sessionID?: string; model: Model },
    output: { system: string[] },
  ): Promise<Change | undefined> => {
    const { sessionID, model } = input
    if (!sessionID || !output.system.some((entry) => entry.includes("<env>"))) return undefined
    const app = await context.app()
    if (!app) return undefined
    rememberLimits(model)
    await learnParent(context, app, sessionID)
    const prefix = buildPrefix(app, { sessionID, model: `${model.providerID}/${model.id}` })
    return prefix === undefined ? undefined : () => place(output.system, prefix, model)
  }
}

/**
 * Claude's providers cache the first two system entries apart from each other, so there the block is an entry of its own. Elsewhere a
 * second system message is refused by strict chat templates, and the block is appended to the last entry.
 */
function place(system: string[], prefix: string, model: Model): void {
  if (isClaude(model) || system.length === 0) system.push(prefix)
  else system[system.length - 1] += `\n\n${prefix}`
}

function isClaude(model: Model): boolean {
  const names = [model.providerID, model.id, model.api?.id, model.api?.npm]
  return names.some((name) => typeof name === "string" && /claude|anthropic/i.test(name))
}
