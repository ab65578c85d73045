// Cairn's own slash commands, which only the user can give: what each is for, and what it does.
import type { Moments } from "../flows/contract.ts"
import type { Notice } from "../model/notice.ts"

interface OwnCommand {
  readonly description: string
  run(moments: Moments, sessionID: string, typed: string): Promise<Notice>
}

export const OWN_COMMANDS: Readonly<Record<string, OwnCommand>> = {
  "memory-flush": {
    description: "Show the newest notes in the prompt",
    run: (moments, sessionID) => moments.flushRequested({ sessionID }),
  },
  "where-were-we": {
    description: "What the last session on this branch left open",
    run: (moments, sessionID) => moments.resumeRequested({ sessionID }),
  },
  "memory-pause": {
    description: "Keep this session out of memory; run again to resume",
    run: (moments, sessionID, typed) => moments.pauseRequested({ sessionID, typed }),
  },
}

/** The answer for the user; undefined for a command that is not Cairn's. */
export async function answerCommand(
  moments: Moments | undefined,
  sessionID: string,
  name: string,
  typed: string,
): Promise<Notice | undefined> {
  const command = Object.hasOwn(OWN_COMMANDS, name) ? OWN_COMMANDS[name] : undefined
  return moments && command?.run(moments, sessionID, typed)
}
