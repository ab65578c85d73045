// A change that goes back in history is one commit, and an answer about it says what became of the notes: nothing, all of it, or that it goes on.
import { CairnError } from "../model/errors.ts"
import type { ChangeOutcome, FlushOutcome } from "../store/git/history.ts"
import { changeInOwnCommit, type OwnCommit } from "../store/notes/own-commit.ts"
import { historyOf } from "./memory-history.ts"
import type { Ask } from "./operation.ts"

const DONE = { undo: "undone", rollback: "rolled back" } as const

/** Throws unless the notes are changed now. */
export async function goBack({ app }: Ask, what: keyof typeof DONE, commit: OwnCommit): Promise<ChangeOutcome> {
  const outcome = await changeInOwnCommit(historyOf(app), app.store.notes, commit)
  if (outcome.change === "none") throw notSaved(what, outcome)
  if (outcome.change === "begun") throw unfinished(what)
  return outcome
}

/** It overwrites, so changes that are not in history yet must be committed first. */
function notSaved(what: keyof typeof DONE, outcome: FlushOutcome): CairnError {
  const why =
    outcome.result === "failed"
      ? `the newest changes could not be committed: ${outcome.reason}`
      : "others have been writing for long"
  const hint = "try again; if it keeps failing, see cairn.log"
  return new CairnError("history_unavailable", `${why}; nothing was ${DONE[what]}`, hint)
}

function unfinished(what: keyof typeof DONE): CairnError {
  return new CairnError(
    `${what}_unfinished`,
    `the ${what} is taking longer than expected and continues in the background`,
    `memory_history shows when it is done${what === "undo" ? "; a second undo would take it back" : ""}`,
  )
}
