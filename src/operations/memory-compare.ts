import { isAbsolute, relative, resolve } from "node:path"
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
import { gapLines, nameText, pastRemark, titleText, verbFor } from "./past-text.ts"

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
  shown: { a: "session", b: "other-session" },
  ids: ["a", "b"],
  internal: ["accounts.session.titleMark"],
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
  const last = { assistant: "", summary: "" }
  const { places, ...gaps } = view.placesAndGaps(session)
  let { damaged } = gaps
  await inTurns(places, (place) => {
    const message = view.message(session, place, "ends")
    if (!message) damaged++
    for (const part of message?.parts ?? []) {
      if (part.kind === "text") {
        if (place.role !== "user") last[place.role] = part.text
        continue
      }
      for (const file of filesOf(part.call, session.directory))
        (changesFiles(part.call.tool) ? changed : read).add(file)
      const command = part.call.tool === "bash" ? part.call.args.command : undefined
      if (typeof command === "string") commands.set(cleanLine(command), endOf(part.call))
    }
  })
  const todos = view.todos().filter((todo) => todo.session === session.id)
  return {
    ...{ session, damaged },
    changed: [...changed].map(withoutEnd),
    // Others that were only read.
    read: [...read].filter((file) => !changed.has(file)).map(withoutEnd),
    // As run last.
    commands: Array.from(commands, ([what, end]): Deed => ({ what, end })),
    decisions: ask.app.journal.peek(session.id).activity.recentDecisions.map(withoutEnd),
    todos: todos.map(({ content, status }): Deed => ({ what: content, end: status })),
    // A summary is about the conversation; only if that has no answer left, it is all there is.
    outcome: last.assistant || last.summary,
  }
}

interface Deed {
  readonly what: string
  /** How it ended, if it has an end. */
  readonly end?: string
}

function withoutEnd(what: string): Deed {
  return { what }
}

/** Those that the call changed or read. */
function filesOf(call: PastCall, directory: string): string[] {
  if (call.status !== "completed") return []
  const files = call.tool === "read" ? [pathIn(call.args) ?? ""] : filesChanged(call)
  return files.filter((file) => file.trim() !== "").map((file) => cleanLine(fileIn(directory, file.trim())))
}

/** As seen from the session's own folder: the same file has the same name in each worktree, whichever way a tool was given it. */
function fileIn(directory: string, file: string): string {
  const path = resolve(directory, file)
  const inside = relative(directory, path) || "."
  return isAbsolute(inside) || /^\.\.(?:[/\\]|$)/.test(inside) ? path : inside
}

function cleanLine(argument: string): string {
  return oneLine(argument, MAX_LINE)
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

function endsOf(deeds: readonly Deed[]): ReadonlyMap<string, string> {
  return new Map(deeds.map(({ what, end = "" }) => [what, end]))
}

/** Shared ones first. */
function listText(title: string, a: readonly Deed[], b: readonly Deed[], { most, audience }: Listing): string[] {
  const [endsOfA, endsOfB] = [endsOf(a), endsOf(b)]
  const { both, onlyA, onlyB } = parted([...endsOfA.keys()], [...endsOfB.keys()])
  const groups = [
    ["both", both],
    ["only A", onlyA],
    ["only B", onlyB],
  ] as const
  return groups.flatMap(([whose, deeds]) => {
    if (deeds.length === 0) return []
    const shown = deeds.slice(0, most).map((deed) => {
      const end = nameText(endText(endsOfA.get(deed), endsOfB.get(deed)))
      return oneLine(asSessionData(deed), MAX_LINE) + (end && ` (${end})`)
    })
    const more =
      deeds.length > most
        ? [`… ${deeds.length - most} more: ${verbFor(audience, "memory_messages")} reads a session`]
        : []
    return [`${title}, ${whose}:`, quotedLines(shown.join("\n")), ...more]
  })
}

/** How it ended, in each session if that differs. */
function endText(inA: string | undefined, inB: string | undefined): string {
  if (inA === undefined || inB === undefined || inA === inB) return inA ?? inB ?? ""
  return `A ${inA}, B ${inB}`
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
