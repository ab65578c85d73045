// Facts that no machine may change or delete by itself: what the user said, what a person or the agent wrote, what was confirmed, and what somebody
// has put where it is.
import type { App } from "../app.ts"
import type { NoteInfo } from "../model/note.ts"
import { isPrivate } from "../model/scope.ts"
import { isHandMade } from "./by-hand.ts"

/** Also one that is not there any more. */
export function isProtectedFact(app: App, info: NoteInfo | undefined): boolean {
  if (!info?.fact) return true
  const { source, reinforced } = info.fact
  const isSettled = source === "explicit" || source === "manual" || reinforced.count > 0
  return isSettled || info.readonly || info.hot || isPrivate(info.path) || isHandMade(app, info)
}
