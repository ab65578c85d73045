// Sessions to compact: the tool calls of recorded agents folded into memory by the extractors that do it in the host. The recordings have no
// exit codes, no standing instructions beyond the task and no todo lists: the first are read from the output, the others are added.
import { errorsIn } from "../src/commands/command-errors.ts"
import { categoryOfCommand } from "../src/commands/error-category.ts"
import type { Todo } from "../src/model/todo.ts"
import { cleanOutput } from "../src/redaction/clean-text.ts"
import { directiveIn } from "../src/requests/directives.ts"
import { failedLast } from "../src/session/ledger.ts"
import type { MemoryEvent } from "../src/session/memory-event.ts"
import { emptyMemory, memoryAfter, type SessionMemory } from "../src/session/session-memory.ts"
import { toolEvents } from "../src/session/tool-events.ts"
import { slotSettings } from "../src/session/working-memory.ts"
import type { CleanText } from "../src/text/known-clean.ts"
import { ownLines } from "../src/text/pasted-text.ts"
import { isQuestion, sentencesOf } from "../src/text/user-text.ts"
import { type Step, type Trajectory, trajectories } from "./trajectories.ts"

export interface RecordedSession {
  readonly steps: readonly RecordedStep[]
  readonly task: string
  readonly todos: readonly Todo[]
}

export interface RecordedStep {
  readonly said: string
  readonly events: readonly MemoryEvent[]
}

const PER_AGENT = 10
const ROOTS: Readonly<Record<string, string>> = { nice: "/home/user/workspace", swe: "/testbed" }
const RULES = [
  "Never commit to the main branch without asking me first.",
  "Always run the whole test suite before you say that something is done.",
  "From now on write all comments in English, not in German.",
  "Don't add a new dependency, use the standard library instead of packages.",
  "Only touch files below the folder of the bug, at most 5 of them.",
  "All functions must stay under 40 lines.",
]

/** Of each agent those with most to lose. Undefined where the recordings are not at hand. */
export function recordedSessions(): RecordedSession[] | undefined {
  const byAgent = Object.entries(ROOTS).map(([agent, root]) =>
    trajectories(agent)
      ?.map((one, at) => sessionOf(one, root, at))
      .sort((a, b) => toLose(b) - toLose(a))
      .slice(0, PER_AGENT),
  )
  return byAgent.every((sessions) => sessions !== undefined) ? byAgent.flat() : undefined
}

export function foldAll(events: readonly MemoryEvent[], memory: SessionMemory = emptyMemory): SessionMemory {
  const slots = slotSettings()
  return events.reduce((folded, event) => memoryAfter(folded, event, slots), memory)
}

function toLose({ steps }: RecordedSession): number {
  const { ledger } = foldAll(steps.flatMap(({ events }) => events))
  return ledger.changedFiles.length + failedLast(ledger).length
}

function sessionOf({ task, steps }: Trajectory, root: string, at: number): RecordedSession {
  const sentences = sentencesOf(ownLines(task)).filter((one) => !isQuestion(one))
  const own = [...new Set(sentences.flatMap((one) => directiveIn(one) ?? []))]
  const rules = RULES.filter((_rule, index) => (index + at) % 2 === 0)
  const every = Math.max(1, Math.floor(steps.length / (own.length + rules.length + 1)))
  return {
    task,
    steps: steps.map((step, index) => {
      const rule = index % every === 0 ? [...own, ...rules][index / every] : undefined
      const directive: MemoryEvent[] = rule === undefined ? [] : [{ kind: "directive", text: rule }]
      return { said: step.text ?? "", events: [...directive, ...eventsOf(step, root)] }
    }),
    todos: todosOf(task, at),
  }
}

function todosOf(task: string, at: number): Todo[] {
  const topics = [...new Set(task.match(/\b[A-Za-z_]{4,}(?:[._][a-z_]+)+\b/g))].slice(0, 3)
  return [
    ...topics.map((topic) => ({ content: `Add a regression test for ${topic}`, status: "pending" })),
    { content: `Update the changelog entry ${at + 1} of this release`, status: "pending" },
    { content: "Check the error message on an empty input", status: "in_progress" },
    { content: "Find the cause", status: "completed" },
  ]
}

function clean(text: string): CleanText {
  return cleanOutput(text).text
}

function eventsOf({ tool, input, output }: Step, root: string): MemoryEvent[] {
  const fields = (input ?? {}) as Record<string, unknown>
  const command = [fields.command, fields.cmd].find((one) => typeof one === "string")
  const settings = { place: { root }, categories: {}, workingMemory: true, activity: true }
  if (tool === "shell" && command !== undefined) {
    const exit = exitOf(command, output)
    return toolEvents(
      { tool: "bash", args: { command: clean(command) }, ok: true, output: clean(output), exit, files: [] },
      settings,
    )
  }
  if ((tool !== "file_edit" && tool !== "file_write") || typeof fields.path !== "string") return []
  const path = fields.path.startsWith(`${root}/`) ? fields.path.slice(root.length + 1) : fields.path
  const files = [{ path: clean(path), action: tool === "file_edit" ? ("edit" as const) : ("write" as const) }]
  return toolEvents({ tool: "edit", args: { filePath: clean(path) }, ok: true, output: clean(output), files }, settings)
}

export function exitOf(command: string, output: string): number {
  const told = /exited with code (\d+)/.exec(output)?.[1]
  if (told !== undefined) return Number(told)
  const category = categoryOfCommand(command)?.category
  return category !== undefined && errorsIn(output, category).length > 0 ? 1 : 0
}
