// One tool for every verb. A verb's arguments are explained only in the answer to a wrong call, instead of in every request.
import * as z from "zod"
import { CairnError } from "../../model/errors.ts"
import { HELP, LISTED_VERBS, ROUTER } from "../../model/tool-mode.ts"
import type { Operation } from "../../operations/operation.ts"
import { type AgentTool, type Caller, errorText, jsonSchema } from "./agent-tool.ts"
import { findVerb, readRoute } from "./route.ts"

interface Routes {
  /** Whether the settings offer the verb now: those that were switched off at the start may be on. */
  offered(): Promise<(verb: Operation) => boolean>
  isDenied(verb: string, caller: Caller): Promise<boolean>
  call(verb: Operation, args: unknown, caller: Caller): Promise<string>
  refuse(verb: Operation, error: unknown, caller: Caller): Promise<string>
}

const input = z.object({ verb: z.string(), args: z.looseObject({}).optional() })

/** `described`: verbs that the description may list; no others are worth their tokens. */
export function routerTool(
  verbs: readonly Operation[],
  described: readonly Operation[],
  isAlone: boolean,
  routes: Routes,
): AgentTool {
  const listed = described.filter(({ name }) => LISTED_VERBS.includes(name)).map(shortForm)
  const what = isAlone ? "Your memory: this session's and long-term" : "More of your memory"
  return {
    name: ROUTER,
    description: `${what}. Verbs: ${listed.join(", ")}; ${HELP} lists all. A wrong call is answered with the verb's arguments`,
    input,
    schema: () => jsonSchema(input),
    async call(given, caller) {
      try {
        const { name, args, isReadable } = readRoute(given)
        const verb = findVerb(verbs, name)
        if (!verb) {
          const offered = verbs.filter(await routes.offered())
          if (name === HELP) return offered.map((one) => `${shortForm(one)}: ${one.summary}`).join("\n")
          return errorText(unknownVerb(name, offered), "full")
        }
        const refusal = isReadable ? await refusalOf(verb, caller, routes) : unreadable()
        return await (refusal ? routes.refuse(verb, refusal, caller) : routes.call(verb, args, caller))
      } catch (error) {
        return errorText(error, "full")
      }
    },
  }
}

async function refusalOf(verb: Operation, caller: Caller, { isDenied }: Routes): Promise<unknown> {
  try {
    if (!(await isDenied(verb.name, caller))) return undefined
    return new CairnError("denied", `OpenCode's permissions deny ${verb.name}`, "go on without it")
  } catch (error) {
    return error
  }
}

/** `delete(path)`: the verb with its required arguments, without the prefix that most names share. */
function shortForm({ name: whole, input: { shape } }: Operation): string {
  const name = whole.replace(/^memory_/, "")
  const needed = Object.keys(shape).filter((argument) => !shape[argument]?.safeParse(undefined).success)
  return needed.length > 0 ? `${name}(${needed.join(", ")})` : name
}

function unreadable(): CairnError {
  return new CairnError("bad_arguments", '"args" is not an object', 'write {"verb": "…", "args": {"name": "value"}}')
}

function unknownVerb(name: string, verbs: readonly Operation[]): CairnError {
  const names = verbs.map((verb) => verb.name).join(", ")
  return new CairnError("no_such_verb", `there is no verb "${name.slice(0, 40)}"`, `the verbs are ${names}`)
}
