// Some things are a person's to do. The host marks the environment of every shell it opens, and some of them are terminals as well, so both
// are looked at. It keeps an agent from acting in the user's name by mistake or on a poisoned text's advice; one that sets out to can unset
// a variable.

import { CairnError } from "../../model/errors.ts"
import { ownCommand } from "../../model/own-command.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** OpenCode 1 sets the first three in itself, for all its children; OpenCode 2 the last in its shells. */
const HOST_MARKS = ["OPENCODE", "OPENCODE_PID", "OPENCODE_CLIENT", "OPENCODE_TERMINAL"]

/** What is changed here counts as the user's own doing; an agent has its tools, which know where its words come from. */
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
