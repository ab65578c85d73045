// A tool in the form that the hosts' adapters take.
import * as z from "zod"
import { CairnError, messageOf } from "../../model/errors.ts"
import { asCalls, type ToolMode } from "../../model/tool-mode.ts"

export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  /** The same as JSON Schema. */
  schema(): object
  call(args: unknown, caller: Caller): Promise<string>
}

export interface Caller {
  readonly sessionID: string | undefined
  readonly agent?: string | undefined
  readonly callID?: string | undefined
}

/** Without `additionalProperties`: a host that validates would refuse unknown arguments before Cairn can name them. */
export function jsonSchema(input: z.ZodObject): object {
  const { $schema, additionalProperties, ...schema } = z.toJSONSchema(input)
  return schema
}

export function errorText(error: unknown, mode: ToolMode): string {
  if (!(error instanceof CairnError)) return `Error (unexpected): ${messageOf(error)}`
  const { code, message, needsPerson } = error
  const hint = asCalls(mode, error.hint)
  return `Error (${code}): ${message}${hint && `. ${needsPerson ? "Tell the user: " : ""}${hint}`}`
}
