// What a compaction's summary left out, put back in the prefix that follows it: in few words, since it is in every prompt from then on, but
// complete, since nothing else says it any more. What does not fit is counted, so that the model knows that there is more.

import type { BlockLimits } from "../model/core-block.ts"
import { fitFairly } from "../prompt/budget.ts"
import { renderCore } from "../prompt/core-memory.ts"
import { asSessionData } from "../prompt/escape.ts"
import { isQuotable } from "../prompt/quoted-text.ts"
import type { Essential, Loss } from "../session/compaction-account.ts"
import type { SessionMemory } from "../session/session-memory.ts"
import { inGroups } from "../text/fit-into.ts"
import { ESSENTIAL_KINDS, type EssentialKind, essentialsOf, RECENT_KINDS, recentlyUsed } from "./essentials.ts"
import { checkFidelity } from "./fidelity.ts"
import { fileLines } from "./file-lines.ts"
import { shortCommands } from "./said-command.ts"

const REPAIR_BUDGET = 2400
const OPEN = "<repair>\nThe summary of this conversation leaves out the following, which is on record and still true:"
const CLOSE = "</repair>"
const MAX_REST = 120
/** Used last before the compaction; later events do not change that. */
const PASSING: ReadonlySet<EssentialKind> = new Set(["place", "name", "number", "ran"])

/** Composed at each render: a command that passes by now, or a todo that is done, is no longer put back. `shown` is the rest of that render. */
export function repairOf(
  memory: SessionMemory,
  { missing, hostTodos }: Loss,
  limits: BlockLimits,
  { room = REPAIR_BUDGET, shown = "" }: { readonly room?: number; readonly shown?: string } = {},
): ReturnType<typeof composeRepair> {
  const now = new Set([...essentialsOf(memory, []), ...recentlyUsed(memory)].map(({ kind, text }) => `${kind} ${text}`))
  const isToTell = ({ kind, text }: Essential) =>
    PASSING.has(kind) || now.has(`${kind} ${text}`) || (kind === "todo" && hostTodos.includes(text))
  return composeRepair(missing.filter(isToTell).filter(mayBeTold), {
    budget: Math.min(REPAIR_BUDGET, room),
    shown: `${renderCore(memory.core, limits, Number.POSITIVE_INFINITY)}\n${shown}`,
  })
}

/** The user's instructions may be quoted as such. No other line may tell its reader what to do. */
export function mayBeTold({ kind, text }: Essential): boolean {
  return kind === "directive" || kind === "request" || isQuotable(text, kind === "error")
}

/** `shown` is the rest of the prompt after the compaction; nothing in it is repeated. */
export function composeRepair(
  missing: readonly Essential[],
  { budget = REPAIR_BUDGET, shown = "" }: { budget?: number; shown?: string } = {},
) {
  const untold = checkFidelity(shown, missing).missing
  const sections = sectionsOf(ESSENTIAL_KINDS, untold)
  const all = sections.flatMap(({ lines }) => lines.flatMap(({ tells }) => tells))
  const room = budget - OPEN.length - CLOSE.length - 1
  const whole = fit(sections, room)
  const { lines, told, used } = whole.told.size === all.length ? whole : fit(sections, room - MAX_REST)
  const leftOut = all.filter((one) => !told.has(one))
  const rest = leftOut.length === 0 ? [] : [restLine(leftOut)]
  const isRecent = ({ kind }: Essential) => (RECENT_KINDS as readonly EssentialKind[]).includes(kind)
  const unsaid = checkFidelity(lines.join("\n"), untold.filter(isRecent)).missing
  const recent = fit(sectionsOf(RECENT_KINDS, unsaid), room - used - (rest.length > 0 ? MAX_REST : 0))
  if (lines.length + recent.lines.length === 0) return { text: "", told: [], recent: [], leftOut: all }
  const text = [OPEN, ...lines, ...rest, ...recent.lines, CLOSE].join("\n")
  return { text, told: [...told], recent: [...recent.told], leftOut }
}

function fit(sections: ReturnType<typeof sectionsOf>, budget: number) {
  const { kept, used } = fitFairly(sections, budget)
  const lines = kept.flatMap((some, at) =>
    some.length === 0 ? [] : [sections[at]?.title ?? "", ...some.map(({ text }) => text)],
  )
  return { lines, told: new Set(kept.flatMap((some) => some.flatMap(({ tells }) => tells))), used }
}

function restLine(leftOut: readonly Essential[]): string {
  const counts = ESSENTIAL_KINDS.map((kind) => [kind, leftOut.filter((one) => one.kind === kind).length] as const)
  const parts = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${kind} ${count}`)
  return `(no room for: ${parts.join(", ")})`
}

/** The title over its lines in the prompt; for a person, one of them and several. */
const KINDS: Readonly<Record<EssentialKind, Readonly<Record<"title" | "one" | "many", string>>>> = {
  goal: { title: "goal:", one: "the goal", many: "the goal" },
  directive: {
    title: "the user's standing instructions, word for word:",
    one: "1 instruction",
    many: "instructions",
  },
  request: {
    title: "of the user's latest request, word for word:",
    one: "your latest request",
    many: "your latest request",
  },
  command: { title: "commands that failed when last run:", one: "1 failing command", many: "failing commands" },
  file: { title: "changed files:", one: "1 file", many: "files" },
  todo: { title: "open todos:", one: "1 todo", many: "todos" },
  decision: { title: "decisions:", one: "1 decision", many: "decisions" },
  error: { title: "open errors:", one: "1 error", many: "errors" },
  place: { title: "other files used last:", one: "1 recently used file", many: "recently used files" },
  name: { title: "names used last:", one: "1 recently used name", many: "recently used names" },
  number: { title: "numbers and ids used last:", one: "1 number or id", many: "numbers and ids" },
  ran: { title: "commands run last:", one: "1 recently run command", many: "recently run commands" },
}

/** For a person: "3 files and 1 failing command". */
export function countedKinds(essentials: readonly Essential[]): string {
  const kinds = Object.keys(KINDS) as EssentialKind[]
  const counts = kinds
    .map((kind) => ({ kind, count: essentials.filter((one) => one.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => {
      const { one, many } = KINDS[kind]
      return count === 1 || one === many ? one : `${count} ${many}`
    })
  return listed(counts)
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`
}

interface RepairLine {
  readonly text: string
  readonly tells: readonly Essential[]
}

function sectionsOf(kinds: readonly EssentialKind[], untold: readonly Essential[]) {
  const safe = ({ text, tells }: RepairLine) => ({ text: asSessionData(text), tells })
  return kinds
    .map((kind) => ({ title: KINDS[kind].title, lines: linesOf(untold.filter((one) => one.kind === kind)).map(safe) }))
    .filter(({ lines }) => lines.length > 0)
}

export function linesOf(essentials: readonly Essential[]): RepairLine[] {
  const kind = essentials[0]?.kind
  if (kind === "file" || kind === "place") return fileLines(essentials)
  if (kind === "name" || kind === "number") return nameLines(essentials)
  const short = kind === "command" ? shortCommands(essentials.map(({ text }) => text)) : []
  return essentials.map((one, at) => {
    // Indented, so that a heading inside the text does not become one of the prompt's.
    const text = one.kind === "command" ? `${short[at]} (exit ${one.exit})` : one.text.replace(/\s*\n\s*/g, "\n    ")
    return { text: `- ${text}`, tells: [one] }
  })
}

const MAX_NAMES_LINE = 200

/** Several to a line, because each alone says little. */
function nameLines(names: readonly Essential[]): RepairLine[] {
  const lines = inGroups(names, MAX_NAMES_LINE, ({ text }) => text.length + 2)
  return lines.map((tells) => ({ text: `- ${tells.map(({ text }) => text).join(", ")}`, tells }))
}
