import { changesFiles, filesChanged, pathIn } from "../commands/changed-files.ts"
import { quotedLines } from "../facts/trust/past-quotes.ts"
import { inTurns } from "../model/in-turns.ts"
import type { PastView } from "../past/past.ts"
import type { PastCall, PastSession } from "../past/past-session.ts"
import { asSessionData } from "../prompt/escape.ts"
import { localMinute } from "../text/local-time.ts"
import { oneLine } from "../text/text.ts"
import { type Ask, type Audience, type Operation, operation, textArg } from "./operation.ts"
import { MAX_ANSWER_BYTES } from "./page.ts"
import { LOOKS_BACK, lookBack, meantSession } from "./past-access.ts"
import { cleanArgument, gapLines, pastRemark, titleText, verbFor } from "./past-text.ts"

type Account = Awaited<ReturnType<typeof accountOf>>

/** Most items of a list: the first of these with which the answer is not too long. */
const MAX_LISTED = [40, 20, 10, 5] as const
const MAX_LINE = 160
const MAX_OUTCOME = 600
const NOTHING_DONE =
  "Nothing to compare: in neither was a file read or changed, a command run, or anything decided or answered."

export const memoryCompare: Operation = operation({
  name: "memory_compare",
  summary: "Compare two sessions: files, commands, decisions, outcome.",
  ...LOOKS_BACK,
  input: { a: textArg(200, 1), b: textArg(200, 1) },
  words: ["a", "b"],
  run: (ask, { a, b }) =>
    lookBack(ask, async (view) => {
      const accounts = [await accountOf(ask, view, a), await accountOf(ask, view, b)] as const
      const damaged = accounts.reduce((sum, account) => sum + account.damaged, 0)
      return { accounts, gaps: gapLines(view.skipped + damaged, view.faults) }
    }),
  origin: () => "past",
  toText({ accounts, gaps }, audience) {
    let text = ""
    for (const most of MAX_LISTED) {
      text = comparedText(accounts, most, gaps, audience)
      if (Buffer.byteLength(text) <= MAX_ANSWER_BYTES) break
    }
    return text
  },
})

function comparedText(
  [a, b]: readonly [Account, Account],
  most: number,
  gaps: readonly string[],
  audience: Audience,
): string {
  const lists = [
    ["Files changed", a.changed, b.changed],
    ["Files read", a.read, b.read],
    ["Commands", a.commands, b.commands],
    ["Decisions", a.decisions, b.decisions],
    ["Todos", a.todos, b.todos],
  ] as const
  const found = [
    ...lists.flatMap(([title, ofA, ofB]) => listText(title, ofA, ofB, { most, audience })),
    ...[a, b].flatMap(({ outcome }, at) =>
      outcome === ""
        ? []
        : [`Said last in ${at === 0 ? "A" : "B"}:\n${quotedLines(asSessionData(cutOutcome(outcome)))}`],
    ),
  ]
  return [
    `A: ${headOfSession(a.session)}`,
    `B: ${headOfSession(b.session)}`,
    pastRemark(audience),
    ...(found.length > 0 ? found : [NOTHING_DONE]),
    ...gaps,
  ].join("\n")
}

async function accountOf(ask: Ask, view: PastView, id: string) {
  const session = meantSession(ask, view, id)
  const [changed, read] = [new Set<string>(), new Set<string>()]
  const commands = new Map<string, string>()
  let outcome = ""
  const { places, ...gaps } = view.placesAndGaps(session)
  let { damaged } = gaps
  await inTurns(places, (place) => {
    const message = view.message(session, place, "ends")
    if (!message) damaged++
    for (const part of message?.parts ?? []) {
      if (part.kind === "text") {
        if (place.role !== "user") outcome = part.text
        continue
      }
      for (const file of filesOf(part.call)) (changesFiles(part.call.tool) ? changed : read).add(file)
      const command = part.call.tool === "bash" ? part.call.args.command : undefined
      if (typeof command === "string") commands.set(cleanLine(command), endOf(part.call))
    }
  })
  return {
    ...{ session, outcome, damaged },
    changed: [...changed],
    // Others that were only read.
    read: [...read].filter((file) => !changed.has(file)),
    // As run last, with how each ended.
    commands: [...commands].map(([command, end]) => `${command} (${end})`),
    decisions: ask.app.journal.peek(session.id).activity.recentDecisions,
    todos: view.todos().flatMap((todo) => (todo.session === session.id ? [`${todo.content} (${todo.status})`] : [])),
  }
}

/** Those that the call changed or read. */
function filesOf(call: PastCall): string[] {
  if (call.status !== "completed") return []
  const files = call.tool === "read" ? [pathIn(call.args) ?? ""] : filesChanged(call)
  return files.map(cleanLine).filter((file) => file !== "")
}

function cleanLine(argument: string): string {
  return oneLine(cleanArgument(argument), MAX_LINE)
}

function endOf({ exit, status }: PastCall): string {
  return exit === undefined ? status : `exit ${exit}`
}

function headOfSession(session: PastSession): string {
  const { input, output, cacheRead } = session.tokens
  const cost = session.cost > 0 ? `, cost ${session.cost.toFixed(4)}` : ""
  return `${session.id} "${titleText(session)}", ${localMinute(session.created)} to ${localMinute(session.updated)}, tokens ${input} in, ${output} out, ${cacheRead} cached${cost}`
}

interface Listing {
  readonly most: number
  readonly audience: Audience
}

/** Shared ones first. */
function listText(title: string, a: readonly string[], b: readonly string[], { most, audience }: Listing): string[] {
  const { both, onlyA, onlyB } = parted(a, b)
  const groups = [
    ["both", both],
    ["only A", onlyA],
    ["only B", onlyB],
  ] as const
  return groups.flatMap(([whose, items]) => {
    if (items.length === 0) return []
    const shown = items.slice(0, most).map((item) => oneLine(asSessionData(item), MAX_LINE))
    const more =
      items.length > most
        ? [`… ${items.length - most} more: ${verbFor(audience, "memory_messages")} reads a session`]
        : []
    return [`${title}, ${whose}:`, quotedLines(shown.join("\n")), ...more]
  })
}

/** In linear time: a session may have run ten thousand commands. */
export function parted(a: readonly string[], b: readonly string[]) {
  const [inA, inB] = [new Set(a), new Set(b)]
  return {
    both: a.filter((item) => inB.has(item)),
    onlyA: a.filter((item) => !inB.has(item)),
    onlyB: b.filter((item) => !inA.has(item)),
  }
}

function cutOutcome(text: string): string {
  return text.length <= MAX_OUTCOME ? text : `${text.slice(0, MAX_OUTCOME).toWellFormed()} …`
}
