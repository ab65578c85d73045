// What the session has done, in the prompt: the files it works on, the open errors, its decisions.

import { decisionText } from "../facts/decision-text.ts"
import { foldFact } from "../facts/fact-key.ts"
import type { Fact } from "../model/fact.ts"
import { ACTIVITY_LIMITS, type ActivityLimits } from "../model/tunable.ts"
import { type Activity, type OpenError, rankedFiles } from "../session/activity.ts"
import { oneLine } from "../text/text.ts"
import { type FittedSections, fitSections, type SectionLine } from "./budget.ts"
import { asSessionData } from "./escape.ts"
import { framed } from "./prompt-line.ts"
import { isQuotable } from "./quoted-text.ts"

/** Short enough that three errors leave room for the files. */
const MAX_ERROR = 160
const MAX_TEXT = 1000
const TAG = "activity"
const FRAME = `<${TAG}>\n</${TAG}>\n`.length

export interface ActivityView {
  readonly limits?: ActivityLimits
  /** Facts that the prompt shows: a decision that has become one is not repeated. */
  readonly facts?: readonly Fact[]
}

/** `shown`: paths, errors and decisions, so that working memory need not repeat them. */
export function renderActivity(
  activity: Activity,
  budget: number,
  { limits: { filesShown, errorsShown, decisionsShown } = ACTIVITY_LIMITS, facts = [] }: ActivityView = {},
): FittedSections {
  const told = new Set(facts.map(({ text }) => foldFact(text)))
  const isTold = (text: string) => told.has(foldFact(decisionText(text)))
  const files = rankedFiles(activity).filter(({ path }) => isQuotable(path, false))
  const errors = activity.openErrors.filter(({ summary }) => isQuotable(summary, true)).slice(0, errorsShown)
  const said = activity.recentDecisions.filter((text) => isQuotable(text, false)).slice(0, decisionsShown)
  const decisions = said.filter((text) => !isTold(text))
  const fileLines = files.slice(0, filesShown).map(({ path, action, count }) => ({
    text: `- ${shownText(path)} (${action}, ${count}x)`,
    about: path,
  }))
  const errorLine = (error: OpenError) => asSessionData(oneLine(describeError(error), MAX_ERROR))
  const errorLines = errors.map((error) => ({ text: `- ${errorLine(error)}`, about: error.summary }))
  // Errors must be seen, however long the paths of the files are.
  const sections = [
    { title: "active_files:", from: "files", rank: 2, lines: fileLines },
    { title: "open_errors:", from: "command", rank: 1, lines: errorLines },
    { title: "recent_decisions:", from: "item decision", rank: 3, lines: decisions.map(textLine) },
    { title: "saved_this_session:", from: "saved", rank: 4, lines: activity.saved.map(textLine) },
  ]
  const { lines, shown } = fitSections(sections, budget - FRAME)
  return { lines: framed(TAG, lines), shown: new Set([...shown, ...activity.recentDecisions.filter(isTold)]) }
}

export function describeError({ category, summary, status, seen }: OpenError): string {
  const times = seen > 1 ? ` (${seen}x)` : ""
  return `[${category}] ${summary}${times}${status === "maybe_fixed" ? " (maybe fixed)" : ""}`
}

function textLine(text: string): SectionLine {
  return { text: `- ${shownText(text)}`, about: text }
}

/** A name that contains a line end must not become a separate line. */
function shownText(text: string): string {
  return asSessionData(oneLine(text, MAX_TEXT))
}
