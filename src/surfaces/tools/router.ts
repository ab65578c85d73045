// One tool for every verb. A verb's arguments are explained only in the answer to a wrong call, instead of in every request.
import * as z from "zod"
import { CairnError } from "../../model/errors.ts"
import { HELP, LISTED_VERBS, ROUTER } from "../../model/tool-mode.ts"
import type { Operation } from "../../operations/operation.ts"
import { type AgentTool, type Caller, errorText, jsonSchema } from "./agent-tool.ts"
import { findVerb, readRoute } from "./route.ts"

interface Routes {
  isDenied(verb: string, caller: Caller): Promise<boolean>
  call(verb: Operation, args: unknown, caller: Caller): Promise<string>
  refuse(verb: Operation, error: unknown, caller: Caller): Promise<string>
}

const input = z.object({ verb: z.string(), args: z.looseObject({}).optional() })

/** `own`: verbs that are also separate tools and need not be listed. */
export function routerTool(verbs: readonly Operation[], own: readonly Operation[], routes: Routes): AgentTool {
  const listed = verbs.filter((verb) => !own.includes(verb) && LISTED_VERBS.includes(verb.name)).map(shortForm)
  const what = own.length > 0 ? "More of your memory" : "Your memory: this session's and long-term"
  return {
    name: ROUTER,
    description: `${what}. Verbs: ${listed.join(", ")}; ${HELP} lists all. A wrong call is answered with the verb's arguments`,
    input,
    schema: () => jsonSchema(input),
    async call(given, caller) {
      try {
        const { name, args, isReadable } = readRoute(given)
        const verb = findVerb(verbs, name)
        if (!verb && name === HELP) return verbs.map((one) => `${shortForm(one)}: ${one.summary}`).join("\n")
        if (!verb) return errorText(unknownVerb(name, verbs), "full")
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
