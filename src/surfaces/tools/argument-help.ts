// A verb's arguments in one line: the answer to a wrong call.
import { argumentSchema, type Operation } from "../../operations/operation.ts"

/** `memory_delete takes path (string: e.g. reference/api.md), scope? (project|global)`. */
export function argumentsText({ name, input }: Operation): string {
  const { properties, required } = argumentSchema(input)
  const all = Object.entries(properties).map(([argument, { type, enum: values, description }]) => {
    const what = [values?.join("|") ?? type, description].filter(Boolean).join(": ")
    return `${argument}${required.includes(argument) ? "" : "?"} (${what})`
  })
  return `${name} takes ${all.length === 0 ? "no arguments" : all.join(", ")}`
}

/** Arguments that the verb does not know: they have no effect, and the caller should be told. */
export function unknownArguments({ input, aliases }: Operation, args: unknown): string[] {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return []
  const isKnown = (name: string) => Object.hasOwn(input.shape, name) || Object.hasOwn(aliases, name)
  return Object.entries(args).flatMap(([name, value]) => (isKnown(name) || value === null ? [] : [name.slice(0, 40)]))
}
