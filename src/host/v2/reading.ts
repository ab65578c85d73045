// OpenCode 2 asks before a tool leaves the project, and refuses if there is nobody to ask. Reading pruned outputs is allowed; what the user has
// forbidden never gets here.
import { functionAt, listAt, textAt } from "../../model/fields.ts"
import { type Change, HOOK_MS } from "../guard.ts"
import type { Runtime } from "../runtime.ts"
import type { V2Context } from "./plugin.ts"

export async function allowReading(ctx: V2Context, runtime: Runtime): Promise<void> {
  const hook = functionAt(ctx, "permission", "hook")
  if (!hook) throw new Error("the host has no permission.hook")
  await hook("evaluate", runtime.guarded("permission.evaluate", HOOK_MS, evaluate(runtime.toolOutputs)))
}

function evaluate(folder: string) {
  const inside = `${slashed(folder)}/`
  const isInside = (path: unknown) =>
    typeof path === "string" && slashed(path).startsWith(inside) && !slashed(path).split("/").includes("..")
  return async (event: unknown): Promise<Change | undefined> => {
    const isAsked = textAt(event, "effect") === "ask" && textAt(event, "action") === "external_directory"
    const resources = listAt(event, "resources") ?? []
    if (!isAsked || resources.length === 0 || !resources.every(isInside)) return undefined
    return () => {
      ;(event as { effect: string }).effect = "allow"
    }
  }
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/")
}
