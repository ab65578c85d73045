// Reads a router call leniently: models send arguments as text, or beside the verb.
import { jsonOf, recordAt } from "../../model/fields.ts"
import { ROUTER } from "../../model/tool-mode.ts"
import { isFor, type Operation } from "../../operations/operation.ts"
import { operations as registered } from "../../operations/registry.ts"

/** The verb's name as the model wrote it; its arguments, and whether these were an object or the JSON of one. */
export function readRoute(given: unknown) {
  const { verb, args, ...beside } = recordOf(given) ?? {}
  const name = typeof verb === "string" ? verb.trim() : ""
  const read = args === undefined || args === null ? {} : recordOf(args)
  return { name, args: { ...beside, ...read } as Readonly<Record<string, unknown>>, isReadable: read !== undefined }
}

/** Also accepts a name without the `memory_` prefix. */
export function findVerb(verbs: readonly Operation[], name: string): Operation | undefined {
  return verbs.find((verb) => verb.name === name) ?? verbs.find((verb) => verb.name === `memory_${name}`)
}

/** What a call of one of Cairn's tools asks for, by verb; undefined for other tools. */
export function readOwnCall(tool: string, args: unknown, operations = registered) {
  const verbs = operations.filter(isFor("agent"))
  if (tool === ROUTER) {
    const route = readRoute(args)
    const verb = findVerb(verbs, route.name)
    // Another plugin may have a tool of this name.
    return verb && { verb: verb.name, args: route.args, handsOn: verb.origin !== undefined }
  }
  // By full name, not by prefix: a well-known MCP server is also called "memory".
  const verb = verbs.find(({ name }) => name === tool)
  return verb && { verb: tool, args: recordOf(args) ?? {}, handsOn: verb.origin !== undefined }
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return recordAt(typeof value === "string" ? jsonOf(value) : value)
}
