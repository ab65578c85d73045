// A tool as the hosts' adapters take it.
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
  /** Of the host's agents, the one that calls. */
  readonly agent?: string | undefined
  /** By which the host tells the answer apart. */
  readonly callID?: string | undefined
}

/** Without a word on further properties: a host that checks would refuse them before Cairn can name them. */
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
