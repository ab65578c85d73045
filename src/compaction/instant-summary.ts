// A whole summary without a model: the record under the host's own headings, the user's words in brief, and what an earlier checkpoint said. A
// summary of a summary says the same and does not grow, because it is made from the record again, not from quotes of the last one.
import { BLOCK_LIMITS } from "../model/core-block.ts"
import type { Todo } from "../model/todo.ts"
import type { PoolLimits } from "../model/tunable.ts"
import { fitFairly } from "../prompt/budget.ts"
import { asSessionDataIn } from "../prompt/escape.ts"
import { isQuotable, QUOTED } from "../prompt/quoted-text.ts"
import { MAX_REQUEST_KEPT, objectiveOf } from "../session/asked.ts"
import type { Essential } from "../session/compaction-account.ts"
import { rankedPool } from "../session/memory-pool.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { oneLine } from "../text/text.ts"
import { type Carried, carriedFrom, EARLIER, FROM_RECORD, keyOf, LAST_WORDS, QUOTE } from "./carried.ts"
import { HEADINGS, type Heading, type Message, NONE, quoteSafely, readSinceCheckpoint } from "./checkpoint.ts"
import {
  type EssentialKind,
  essentialsOf,
  failedByOutput,
  type RecentKind,
  recentlyUsed,
  todoText,
  workIn,
} from "./essentials.ts"
import { linesOf, mayBeTold } from "./repair.ts"
import { failureText, requestText } from "./retold.ts"
import { spacedText } from "./summary-page.ts"

export interface InstantView {
  readonly memory: SessionMemory
  readonly todos: readonly Todo[]
  /** What is summarised; it may begin with a checkpoint. */
  readonly conversation: readonly Message[]
  readonly pool?: PoolLimits
}

const INSTANT_BUDGET = 12_000
const MAX_LINE = 300
const MAX_QUOTE = 240
const MAX_LAST_WORDS = 600
const MAX_PASSED = 8
const MAX_TRIED = 5
const MAX_DONE = 10
const MAX_NOTES = 8
const MAX_QUOTES = 8

type Lines = Partial<Record<Heading, readonly string[]>>

export function instantSummary(view: InstantView, budget = INSTANT_BUDGET): string {
  const { checkpoint, messages } = readSinceCheckpoint(view.conversation)
  const carried = carriedFrom(checkpoint, view.memory)
  // Room goes first to what must not be lost, then to what the work continues with, to what helps, and last to what else an earlier summary said.
  const ranks = [
    essentialLines(view, carried),
    recentLines(view),
    helpfulLines(view, messages, carried),
    earlierLines(carried),
  ]
  const frame = HEADINGS.map((heading) => sectionText(heading, [])).join("\n").length
  const kept = fitRanks(ranks.map(distinctLines()), budget - frame)
  return HEADINGS.map((heading) => sectionText(heading, kept[heading] ?? [])).join("\n")
}

function sectionText(heading: Heading, lines: readonly string[]): string {
  if (heading === "## Work State") return `${heading}\n${FROM_RECORD}\n${QUOTED}`
  return [heading, ...(lines.length > 0 ? lines : [`- ${NONE}`])].join("\n")
}

function essentialLines({ memory, todos }: InstantView, carried: Carried): Lines {
  const essentials = essentialsOf(memory, todos)
  const lines = (kind: EssentialKind, more: readonly Essential[] = []) =>
    linesOf([...essentials.filter((one) => one.kind === kind), ...more].filter(mayBeTold)).map(({ text }) => text)
  return {
    "## Objective": objectiveLines(memory, carried),
    "## Requirements": [...lines("directive").reverse(), ...asLines(carried.directives)],
    "## Decisions": [...lines("decision"), ...asLines(carried.decisions)],
    "### Blocked": [...lines("command", carried.commands), ...lines("error")],
    "## Next Move": lines("todo"),
    "## Relevant Files": lines("file", carried.files),
  }
}

/** The agent's goal may be older than the user's last request, so the request comes first. */
function objectiveLines({ asked, core }: SessionMemory, carried: Carried): string[] {
  const { objective, since, before } = objectiveOf(asked)
  const goal = asLines(core.goal.content.split("\n"), BLOCK_LIMITS.goal)
  if (!objective) return goal.length > 0 ? goal : asLines(carried.objective, MAX_REQUEST_KEPT)
  const lines = requestText(objective).map((line) => `> ${line}`)
  const said = since.slice(0, MAX_SINCE).map(({ text }) => oneLine(text, MAX_QUOTE))
  const latest = said.map((text, at) => `- ${at === 0 ? LATEST_WORD : BEFORE_THAT}${text}`)
  const title = objective.isTemplate ? COMMAND : since.length > 0 ? LONGER_REQUEST : REQUEST
  const earlier = before
    .slice(0, MAX_BEFORE)
    .map((one) => `- ${ASKED_BEFORE}${oneLine(requestText(one).join(" "), MAX_EARLIER)}`)
  return [title, ...lines, ...latest, ...earlier, ...goal]
}

const REQUEST = "The user's latest request, word for word:"
/** Used if shorter messages followed, which may ask for something else. */
const LONGER_REQUEST = "The user's latest longer request, word for word:"
const COMMAND = "The user's latest request, by a command that says:"
const LATEST_WORD = "the user's latest word: "
const BEFORE_THAT = "before that: "
/** The last request may be nothing but pasted output; then the task is in one of these. */
const ASKED_BEFORE = "asked for earlier: "
export const MAX_BEFORE = 3
const MAX_EARLIER = 800
/** Short messages quoted: "yes" and "go on" often follow a short request for something else. */
export const MAX_SINCE = 4

function recentLines({ memory }: InstantView): Lines {
  const recent = recentlyUsed(memory)
  const lines = (kind: RecentKind) => linesOf(recent.filter((one) => one.kind === kind)).map(({ text }) => text)
  return {
    "## Relevant Files": lines("place"),
    "## Important Context": [
      ...lines("name").map((line) => line.replace("- ", "- names used last: ")),
      ...lines("number").map((line) => line.replace("- ", "- numbers used last: ")),
    ],
  }
}

function helpfulLines({ memory, todos, pool }: InstantView, messages: readonly Message[], carried: Carried): Lines {
  const { core, working, ledger, activity, step } = memory
  const done = todos.filter(({ status }) => status === "completed").map(todoText)
  const failed = new Set(failedByOutput(ledger.commands, activity))
  const passed = workIn(ledger.commands).filter((one) => one.exit === 0 && !failed.has(one) && isSaid(one.command))
  const tried = ledger.failures.slice(-MAX_TRIED).reverse()
  const maybeFixed = activity.openErrors.filter(({ status, summary }) => status !== "open" && isQuotable(summary, true))
  const notes = rankedPool(working.pool, step, pool).filter(({ isPath }) => !isPath)
  const hasObjective = objectiveLines(memory, carried).length > 0
  const lastWords = saidBy("assistant", messages).at(-1)
  const lastSaid = lastWords === undefined ? undefined : ending(quoteSafely(lastWords), MAX_LAST_WORDS)
  return {
    "## Objective": hasObjective ? [] : asLines(saidBy("user", messages).slice(0, 1).map(quoteSafely)),
    "### Completed": [
      ...asLines(done.slice(-MAX_DONE)),
      ...passed.slice(0, MAX_PASSED).map(({ command }) => `- ${oneLine(command, MAX_QUOTE)} (exit 0)`),
    ],
    "### Active": [
      ...asLines(core.progress.content.split("\n")),
      ...maybeFixed.map(({ summary }) => `- ${oneLine(summary, MAX_LINE)} (maybe fixed)`),
    ],
    "## Next Move":
      lastSaid === undefined
        ? carried.lastWords.filter((line) => isSaid(line.replace(LAST_WORDS, ""))).map((line) => `- ${line}`)
        : [lastSaid].filter(isSaid).map((line) => `- ${LAST_WORDS}${line}`),
    "## Important Context": [
      ...quotes(messages, carried),
      ...asLines(core.context.content.split("\n")),
      ...asLines(tried.map((failure) => `failed: ${failureText(failure)}`)),
      ...asLines(
        (working.slots.dependency ?? []).filter(({ text }) => isSaid(text)).map(({ text }) => `dependency: ${text}`),
      ),
      ...asLines(notes.slice(0, MAX_NOTES).map(({ text }) => text)),
    ],
  }
}

function earlierLines({ completed, earlier }: Carried): Lines {
  return {
    "### Completed": asLines(completed),
    "## Important Context": asLines(earlier.filter(isSaid).map((line) => `${EARLIER}${line}`)),
  }
}

function isSaid(text: string): boolean {
  return isQuotable(text, false)
}

/** The first message says what everything is about, the latest what it is about now. */
function quotes(messages: readonly Message[], carried: Carried): string[] {
  const said = firstAndLatest(saidBy("user", messages)).map(
    (text) => `${QUOTE}${oneLine(quoteSafely(text), MAX_QUOTE)}`,
  )
  return firstAndLatest([...new Set([...carried.quotes, ...said])]).map((quote) => `- ${quote}`)
}

function firstAndLatest(texts: readonly string[]): readonly string[] {
  return texts.length <= MAX_QUOTES ? texts : [...texts.slice(0, 1), ...texts.slice(1 - MAX_QUOTES)]
}

/** The end of a long answer, which says how things are and what comes next. */
function ending(text: string, max: number): string {
  const line = spacedText(text)
  return line.length <= max ? line : `…${line.slice(1 - max).replace(/^\S*\s/, "")}`
}

function saidBy(who: Message["role"], messages: readonly Message[]): string[] {
  return messages.filter(({ role, text }) => role === who && text.trim() !== "").map(({ text }) => text)
}

/** For text that an agent wrote or found; the user's words are quoted elsewhere. */
function asLines(texts: readonly string[], max = MAX_LINE): string[] {
  return texts
    .filter(isSaid)
    .map((text) => oneLine(text, max))
    .filter((text) => text !== "")
    .map((text) => `- ${text}`)
}

/** The tags that the host puts around a summary and the text next to it. */
const HOST_TAGS = new Set(["summary", "conversation", "recent", "prior"])

/** Each line made safe, and shown once, under the heading with the highest rank. */
function distinctLines(): (lines: Lines) => Lines {
  const seen = new Set<string>()
  const isNew = (heading: string) => (line: string) => {
    const key = `${heading} ${keyOf(line)}`
    const isKnown = seen.has(key)
    seen.add(key)
    return !isKnown
  }
  return (lines) =>
    Object.fromEntries(
      Object.entries(lines).map(([heading, texts]) => [
        heading,
        texts.map((line) => asSessionDataIn(line, HOST_TAGS)).filter(isNew(heading)),
      ]),
    )
}

function fitRanks(ranks: readonly Lines[], budget: number): Partial<Record<Heading, string[]>> {
  const kept: Partial<Record<Heading, string[]>> = {}
  let room = budget
  for (const rank of ranks) {
    const lists = HEADINGS.map((heading) => ({ title: "", lines: (rank[heading] ?? []).map((text) => ({ text })) }))
    const fitted = fitFairly(lists, room)
    room -= fitted.used
    HEADINGS.forEach((heading, at) => {
      kept[heading] = [...(kept[heading] ?? []), ...(fitted.kept[at] ?? []).map(({ text }) => text)]
    })
  }
  return kept
}
