// One of Cairn's verbs is treated the same however it was called: before anything else sees a call, it is translated to its verb.
import { onceFor } from "../model/once-for.ts"
import type { ShownOutput } from "../window/retiring/shown-output.ts"
import type { ForeignText, Moments, ToolEnded } from "./contract.ts"

/** What a call of one of Cairn's own tools asks for, through the router or not; undefined for any other tool. */
export type ReadOwnCall = (
  tool: string,
  args: unknown,
) => { readonly verb: string; readonly args: ToolEnded["args"]; readonly handsOn: boolean } | undefined

/** All of Cairn's tools have this in their names; a cheap test, because a request shows thousands of calls. */
const MAY_BE_OWN = /memory/

export function namedByVerb(moments: Moments, readOwnCall: ReadOwnCall): Moments {
  function named<T extends ToolEnded | ForeignText | ShownOutput>(call: T): T {
    const own = MAY_BE_OWN.test(call.tool) && readOwnCall(call.tool, call.args)
    return own ? { ...call, tool: own.verb, args: own.args, isOwn: true, handsOn: own.handsOn } : call
  }
  // Callers recognise an unchanged conversation by its output objects, so the same output must map to the same object.
  const namedOnce = onceFor((output: ShownOutput) => named(output))
  return {
    ...moments,
    toolEnded: (ended) => moments.toolEnded(named(ended)),
    outputsShown(moment) {
      const conversation = () => {
        const shown = moment.conversation()
        return {
          ...shown,
          outputs: shown.outputs.map((output) => (MAY_BE_OWN.test(output.tool) ? namedOnce(output) : output)),
        }
      }
      return moments.outputsShown({ ...moment, conversation })
    },
    promptBuilt({ foreign, ...moment }) {
      return moments.promptBuilt({ ...moment, foreign: foreign && (() => foreign().map(named)) })
    },
  }
}
