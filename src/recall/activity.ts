// What the session has done, in the prompt: the files it works on, the errors that stand open, its decisions.
import { type ActiveFile, type Activity, type OpenError, rankedFiles } from "../session/activity.ts"
import { asSessionData } from "./escape.ts"
import { fitSections, type Line } from "./sections.ts"

export interface RenderedActivity {
  readonly text: string
  /** Paths, errors and decisions that are shown here, so that working memory need not repeat them. */
  readonly shown: ReadonlySet<string>
}

const MAX_FILES = 8
const MAX_ERRORS = 3
const MAX_DECISIONS = 8
const OPEN = "<activity>"
const CLOSE = "</activity>"

export function renderActivity(activity: Activity, budget: number): RenderedActivity {
  const sections = [
    { title: "active_files:", lines: rankedFiles(activity).slice(0, MAX_FILES).map(fileLine) },
    { title: "open_errors:", lines: activity.openErrors.slice(0, MAX_ERRORS).map(errorLine) },
    { title: "recent_decisions:", lines: activity.recentDecisions.slice(0, MAX_DECISIONS).map(decisionLine) },
  ]
  const { text, shown } = fitSections(sections, budget - OPEN.length - CLOSE.length - 1)
  return { text: text.length === 0 ? "" : [OPEN, ...text, CLOSE].join("\n"), shown }
}

export function describeError({ category, summary, status, seen }: OpenError): string {
  const times = seen > 1 ? ` (${seen}x)` : ""
  return `[${category}] ${asSessionData(summary)}${times}${status === "maybe_fixed" ? " (maybe fixed)" : ""}`
}

function fileLine({ path, action, count }: ActiveFile): Line {
  return { text: `- ${asSessionData(path)} (${action}, ${count}x)`, about: path }
}

function errorLine(error: OpenError): Line {
  return { text: `- ${describeError(error)}`, about: error.summary }
}

function decisionLine(decision: string): Line {
  return { text: `- ${asSessionData(decision)}`, about: decision }
}
