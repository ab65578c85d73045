// A person decides about what waits in all projects, note by note, with one key each. Nothing is approved that was not on the screen in full.
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated-lists.ts"
import { CairnError } from "../../model/errors.ts"
import { parseNotePath } from "../../model/note-path.ts"
import { ownCommand } from "../../model/own-command.ts"
import { memoryApprove, memoryReject } from "../../operations/memory-review.ts"
import { type TakenDecision, takeBack, withTakingBack } from "../../operations/undo-decision.ts"
import { type WaitingNote, waitingNotes } from "../../operations/waiting-notes.ts"
import { originOfWords } from "../../operations/words-origin.ts"
import type { Cli } from "./commands.ts"
import { editNote } from "./edit-note.ts"
import { refuseWithoutPerson } from "./needs-person.ts"
import { renderWaitingNote } from "./review-page.ts"
import type { Keys, Terminal } from "./terminal.ts"
import { inColumns, visibleJson, visibleLine } from "./visible-text.ts"
import { withApp } from "./with-app.ts"

interface WaitingHere {
  readonly app: App
  readonly note: WaitingNote
}

/** In all projects if none is named. */
export async function runReview(
  cli: Cli,
  { listOnly, asJson, project }: { listOnly: boolean; asJson: boolean; project: string | undefined },
): Promise<void> {
  if (!listOnly && !asJson) refuseWithoutPerson(cli.env, cli.terminal.isInteractive)
  await withApp(cli, { effect: "read" }, project, async (app) => {
    const opened: App[] = []
    try {
      const waiting = await allWaiting(cli, app, opened, project === undefined)
      const { terminal } = cli
      if (asJson) terminal.print(`${visibleJson({ waiting: waiting.map(asData) })}\n`)
      else if (waiting.length === 0) terminal.print("Nothing is waiting for review.\n")
      else if (listOnly) list(terminal, waiting)
      else {
        await decideAll(cli, waiting)
        for (const one of new Set(waiting.map(({ app }) => app))) await refreshLists(one)
      }
    } finally {
      for (const other of opened) await other.close()
    }
  })
}

function asData({ app, note }: WaitingHere) {
  return note.scope === "project" ? { project: app.project.name, ...note } : note
}

/** Those of the current project and the global ones come first. */
async function allWaiting(cli: Cli, app: App, opened: App[], isOverAll: boolean): Promise<WaitingHere[]> {
  const here = (await waitingNotes(app)).map((note) => ({ app, note }))
  const all = isOverAll ? [...here, ...(await waitingElsewhere(cli, app, opened))] : here
  const found: WaitingHere[] = []
  for (const { app: its, note } of all) {
    const wordsFrom = await originOfWords(its, note)
    found.push({ app: its, note: wordsFrom === undefined ? note : { ...note, wordsFrom } })
  }
  return found
}

async function waitingElsewhere(cli: Cli, app: App, opened: App[]): Promise<WaitingHere[]> {
  const found: WaitingHere[] = []
  for (const { name } of await app.store.projects.list()) {
    if (name === app.project.name) continue
    const other = await cli.open(true, name)
    opened.push(other)
    const theirs = await waitingNotes(other, ["project"])
    found.push(...theirs.map((note) => ({ app: other, note })))
  }
  return found
}

function list(terminal: Terminal, waiting: readonly WaitingHere[]): void {
  for (const [at, one] of waiting.entries())
    terminal.print(`${renderWaitingNote(one.note, viewOf(terminal, placeOf(one, at, waiting.length))).text}\n\n`)
  terminal.print(`Run "${ownCommand("review")}" in a terminal of your own to decide about them.\n`)
}

function placeOf({ app, note }: WaitingHere, at: number, of: number): string {
  return `${at + 1} of ${of}${note.scope === "project" ? `, project ${app.project.name}` : ""}`
}

interface Decided {
  readonly verdict: "approved" | "rejected" | "skipped" | "back"
  readonly taken?: TakenDecision
}

async function decideAll(cli: Cli, waiting: readonly WaitingHere[]): Promise<void> {
  const verdicts: (Decided | undefined)[] = waiting.map(() => undefined)
  const keyboard = openKeyboard(cli.terminal)
  try {
    for (let at = 0; ; ) {
      const here = waiting[at]
      const last = verdicts[at - 1]?.taken
      if (!here && !last) break
      const decided = here
        ? await decideOne(cli, keyboard, here, placeOf(here, at, waiting.length), last !== undefined)
        : await decideLast(cli, keyboard)
      if (!decided) break
      if (decided.verdict !== "back") verdicts[at++] = decided
      else if (last && (await isTakenBack(cli.terminal, waiting[at - 1] as WaitingHere, last)))
        verdicts[--at] = undefined
    }
  } finally {
    keyboard.close()
  }
  const count = (verdict: Decided["verdict"]) => verdicts.filter((one) => one?.verdict === verdict).length
  const left = waiting.length - count("approved") - count("rejected")
  cli.terminal.print(
    `\n${count("approved")} approved, ${count("rejected")} rejected, ${left} still ${left === 1 ? "waits" : "wait"}.\n`,
  )
}

/** After the last note; its decision can be undone like the others. */
async function decideLast({ terminal }: Cli, keyboard: Keyboard): Promise<Decided | undefined> {
  terminal.print("\nThat was the last one.  [u]ndo it, any other key ends > ")
  const key = await keyboard.next()
  terminal.print("\n")
  return key === "u" ? { verdict: "back" } : undefined
}

async function isTakenBack(terminal: Terminal, { app }: WaitingHere, taken: TakenDecision): Promise<boolean> {
  try {
    await takeBack(app, taken)
    reply(terminal, "taken back")
    return true
  } catch (error) {
    replyWhy(terminal, "not taken back", error)
    return false
  }
}

/** Undefined if the person quits. */
async function decideOne(
  cli: Cli,
  keyboard: Keyboard,
  { app, note: first }: WaitingHere,
  place: string,
  canGoBack: boolean,
): Promise<Decided | undefined> {
  const { terminal } = cli
  let note = (await nowWaiting(app, first)) ?? first
  let page = renderWaitingNote(note, { ...viewOf(terminal, place), maxRows: Math.max(6, terminal.rows - 14) })
  terminal.print(`\n${page.text}\n`)
  const showNow = (now: WaitingNote, why: string) => {
    note = now
    page = renderWaitingNote(note, viewOf(terminal, place))
    terminal.print(`\n${why}\n\n${page.text}\n`)
  }
  for (;;) {
    terminal.print(`\n[a]pprove  [r]eject  [e]dit  [s]kip  [v]iew all  ${canGoBack ? "[u]ndo  " : ""}[q]uit > `)
    const key = await keyboard.next()
    if (key === undefined || key === "q") return undefined
    if (key === "u" && canGoBack) return { verdict: "back" }
    if (key === "s") {
      reply(terminal, "skipped")
      return { verdict: "skipped" }
    }
    if (key === "v" || (key === "a" && page.isCut)) {
      showNow(note, key === "a" ? "read all of it first:" : "all of it:")
      continue
    }
    if (key !== "a" && key !== "r" && key !== "e") {
      reply(terminal, "press one of the letters in brackets")
      continue
    }
    try {
      if (key !== "e") return await decide(app, terminal, note, key)
      const place = parseNotePath(note.path)
      reply(terminal, await keyboard.lend(() => editNote(app, cli, app.scope(note.scope), place)))
    } catch (error) {
      replyWhy(terminal, "not done", error)
    }
    const now = await nowWaiting(app, note)
    if (!now) return { verdict: "skipped" }
    if (now.hash !== note.hash || now.present?.hash !== note.present?.hash) showNow(now, "it says now:")
  }
}

/** The longest question, after which a reply is on the same line if it fits. */
const QUESTION = 66

function reply(terminal: Terminal, text: string): void {
  const line = visibleLine(text)
  const fits = QUESTION + line.length <= terminal.columns
  terminal.print(fits ? `${line}\n` : `\n${inColumns(line, terminal)}\n`)
}

function replyWhy(terminal: Terminal, what: string, error: unknown): void {
  if (!(error instanceof CairnError)) throw error
  reply(terminal, `${what}: ${error.message}${error.hint && ` (${error.hint})`}`)
}

function viewOf({ columns, hasColour }: Terminal, place: string) {
  return { columns, hasColour, place }
}

/** The note as it is now, after an edit or an undone decision. Where its words were read does not change. */
async function nowWaiting(app: App, { scope, path, wordsFrom }: WaitingNote): Promise<WaitingNote | undefined> {
  const now = (await waitingNotes(app, [scope])).find((note) => note.path === path)
  return now && wordsFrom !== undefined ? { ...now, wordsFrom } : now
}

/** Listens all the time, so that keys typed too early answer nothing; while an editor runs, the keys are the editor's. */
function openKeyboard(terminal: Terminal) {
  let keys: Keys = terminal.listen()
  return {
    next: async () => (await keys.next())?.toLowerCase(),
    close: () => keys.close(),
    async lend<T>(work: () => Promise<T>): Promise<T> {
      keys.close()
      try {
        return await work()
      } finally {
        keys = terminal.listen()
      }
    },
  }
}

type Keyboard = ReturnType<typeof openKeyboard>

async function decide(app: App, terminal: Terminal, note: WaitingNote, key: "a" | "r"): Promise<Decided> {
  const deciding = key === "a" ? memoryApprove : memoryReject
  const { scope, path, hash, present } = note
  const shown = { scope, path, hash, ...(present && { presentHash: present.hash }) }
  const { done, taken } = await withTakingBack(app, note, () => deciding.run({ app, by: "person" }, shown))
  reply(terminal, deciding.toText(done, "person"))
  return { verdict: key === "a" ? "approved" : "rejected", taken }
}
