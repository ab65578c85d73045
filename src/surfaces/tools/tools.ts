// The agent's tools, derived from the operations. A tool never throws: what goes wrong comes back as a short text that tells the model how
// to do it right.
import * as z from "zod"
import type { App } from "../../app.ts"
import { CairnError, messageOf } from "../../model/errors.ts"
import type { Config } from "../../model/settings.ts"
import { untilDeadline } from "../../model/within.ts"
import { type Ask, isFor, type Operation } from "../../operations/operation.ts"
import { operations } from "../../operations/registry.ts"

const TOOL_MS = 30_000
const LATE = "Error (timeout): memory did not answer in time. Go on without it"

export interface AgentTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  /** The same as JSON Schema. */
  schema(): object
  call(args: unknown, sessionID: string | undefined): Promise<string>
}

/** `app` gives the opened app, or throws why there is none. */
export function agentTools(app: () => Promise<App>, config: Config, compact?: Ask["compact"]): AgentTool[] {
  return operations
    .filter((operation) => isFor("agent")(operation) && operation.offered(config))
    .map((operation) => ({
      name: operation.name,
      description: operation.summary.replaceAll("system/", `${config.hotDir}/`),
      input: operation.input,
      schema: () => jsonSchema(operation.input),
      call: (args, sessionID) => untilDeadline(TOOL_MS, answer(operation, app, args, sessionID, compact), LATE),
    }))
}

function jsonSchema(input: z.ZodObject): object {
  const { $schema, ...schema } = z.toJSONSchema(input)
  return schema
}

async function answer(
  operation: Operation,
  app: () => Promise<App>,
  args: unknown,
  sessionID: string | undefined,
  compact: Ask["compact"],
): Promise<string> {
  try {
    const opened = await app()
    const session = sessionID ? opened.sessions.get(sessionID) : undefined
    return operation.toText(await operation.run({ app: opened, by: "agent", session, compact }, args), "agent")
  } catch (error) {
    return errorText(error)
  }
}

export function errorText(error: unknown): string {
  if (!(error instanceof CairnError)) return `Error (unexpected): ${messageOf(error)}`
  const { code, message, hint, needsPerson } = error
  return `Error (${code}): ${message}${hint && `. ${needsPerson ? "Tell the user: " : ""}${hint}`}`
}
