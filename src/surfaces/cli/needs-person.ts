// Some things only a person may do. The host marks the environment of every shell it opens, and some of these are terminals too, so both are
// checked. This keeps an agent from acting in the user's name by mistake or on the advice of a poisoned text; an agent determined to do so could
// unset the variables.

import { CairnError } from "../../model/errors.ts"
import { ownCommand } from "../../model/own-command.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** OpenCode 1 sets the first three for itself and all its children; OpenCode 2 sets the last one in its shells. */
const HOST_MARKS = ["OPENCODE", "OPENCODE_PID", "OPENCODE_CLIENT", "OPENCODE_TERMINAL"]

/** What is changed here counts as done by the user. An agent has its own tools, which know where its words come from. */
export function refuseInHostShell(env: Environment): void {
  if (!isHostShell(env)) return
  throw new CairnError(
    "needs_person",
    "this command changes memory as the user, so it cannot run in a shell that OpenCode opened",
    "an agent uses its memory tools; a person opens a terminal outside OpenCode",
  )
}

export function refuseWithoutPerson(env: Environment, isTerminal: boolean): void {
  const hint = `open a terminal of your own, outside OpenCode, and run "${ownCommand("review")}" there`
  if (isHostShell(env))
    throw new CairnError(
      "needs_person",
      "only the user may review, so it cannot run in a shell that OpenCode opened",
      hint,
    )
  if (!isTerminal) throw new CairnError("needs_person", "reviewing needs an interactive terminal", hint)
}

function isHostShell(env: Environment): boolean {
  return HOST_MARKS.some((name) => env[name])
}
