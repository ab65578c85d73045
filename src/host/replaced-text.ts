// An edit names the text that it replaces, which is no longer in the file afterwards. That argument can be retired like an output; everything
// else that an agent wrote stays. If a model copied the line that is left of it, the edit would find no such text and change nothing.
import type { ShownOutput } from "../window/retiring/shown-output.ts"

/** By the names that hosts give the argument. */
const NAMES = ["oldString", "old_string"]
/** A shorter one costs hardly more than the line that would be left of it. */
const LEAST_CHARS = 300

/** What identifies an argument of a call, beside the call's output. */
export function argumentOf(call: string, name: string): string {
  return `${call} ${name}`
}

export function replacedName(args: unknown): string | undefined {
  const given = args as Readonly<Record<string, unknown>> | null | undefined
  return NAMES.find((name) => typeof given?.[name] === "string")
}

/** `output` is what the edit answered. */
export function replacedText(output: ShownOutput): ShownOutput | undefined {
  const name = output.tool === "edit" && output.ok ? replacedName(output.args) : undefined
  const text = name === undefined ? "" : String(output.args[name])
  if (name === undefined || text.length < LEAST_CHARS) return undefined
  const { call, tool, args, ok, step, before } = output
  return { call: argumentOf(call, name), argument: name, tool, args, text, ok, step, before }
}

/** Providers that bind a call to its arguments say so in its metadata; Claude signs only its thoughts. */
export function isBound(metadata: unknown): boolean {
  if (metadata === null || typeof metadata !== "object") return false
  return Object.keys(metadata).some((provider) => provider !== "anthropic")
}
