// Commands. Cairn's own is `/memory-flush`, which in OpenCode 2 runs without a model turn. Others prompt the session with their template, which may
// come from any repository, and the host does not say that nobody typed it; but it traces its calls, and the trace shows it.
import type { HostServices } from "../../flows/contract.ts"
import { fieldAt, functionAt, textAt } from "../../model/fields.ts"
import { answerCommand, OWN_COMMANDS } from "../own-commands.ts"
import type { Runtime } from "../runtime.ts"
import type { V2Context } from "./plugin.ts"

const COMMAND_MS = 5000

export async function addCommands(ctx: V2Context, runtime: Runtime, services: HostServices): Promise<void> {
  const transform = functionAt(ctx, "command", "transform")
  if (!transform) return runtime.features.off("commands", "the host has no command.transform")
  const execute = (name: string) =>
    runtime.guarded("command", COMMAND_MS, async (call: unknown) => {
      const sessionID = textAt(call, "sessionID")
      if (!sessionID) return undefined
      const typed = textAt(call, "prompt", "text") ?? ""
      const answer = await answerCommand(await runtime.moments(), sessionID, name, typed)
      if (answer?.text) await services.notice([answer], sessionID)
      return undefined
    })
  await transform((editor: unknown) => {
    const add = functionAt(editor, "add")
    if (!add) return runtime.features.off("commands", "the host's command editor has no add")
    for (const [name, { description }] of Object.entries(OWN_COMMANDS))
      add({ name, description, execute: execute(name) })
  })
}

/** The call that the host's runtime is working on, and the trace that it carries. */
const CALL = "~effect/Fiber/currentFiber"
const TRACE = "effect/Tracer/ParentSpan"
const COMMAND = "Command.execute"
const MAX_DEPTH = 50

/** Whether the host is running a command right now. Only valid before a hook awaits anything: later, another call is running. */
export function isCommandRunning(): boolean {
  try {
    const services = fieldAt(globalThis, CALL, "context", "mapUnsafe")
    let span: unknown = services instanceof Map ? services.get(TRACE) : undefined
    for (let depth = 0; span !== undefined && depth < MAX_DEPTH; depth++) {
      if (textAt(span, "name") === COMMAND) return true
      span = fieldAt(span, "parent", "value") ?? fieldAt(span, "parent")
    }
    return false
  } catch {
    // A trace that cannot be read shows no command, and throwing here would cost the user the message.
    return false
  }
}
