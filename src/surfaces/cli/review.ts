// A person decides about what waits, note by note, one key each. Nothing is approved that was not on the screen in full.
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated.ts"
import { CairnError } from "../../model/errors.ts"
import { memoryApprove, memoryReject } from "../../operations/memory-review.ts"
import { type WaitingNote, waitingNotes } from "../../operations/waiting-notes.ts"
import type { Cli } from "./commands.ts"
import { refuseWithoutPerson } from "./needs-person.ts"
import { renderWaitingNote } from "./review-page.ts"
import type { Keys, Terminal } from "./terminal.ts"
import { visibleLine } from "./visible-text.ts"
import { withApp } from "./with-app.ts"

type Verdict = "approved" | "rejected" | "skipped"

export async function runReview(cli: Cli, listOnly: boolean): Promise<void> {
  if (!listOnly) refuseWithoutPerson(cli.env, cli.terminal.isInteractive)
  await withApp(cli, true, async (app) => {
    const waiting = await waitingNotes(app)
    if (waiting.length === 0) cli.terminal.print("Nothing is waiting for review.\n")
    else if (listOnly) list(cli.terminal, waiting)
    else {
      await decideAll(app, cli.terminal, waiting)
      await refreshLists(app)
    }
  })
}

function list(terminal: Terminal, waiting: readonly WaitingNote[]): void {
  for (const [at, note] of waiting.entries())
    terminal.print(
      `${renderWaitingNote(note, { ...viewOf(terminal), place: `${at + 1} of ${waiting.length}` }).text}\n\n`,
    )
  terminal.print('"opencode-cairn review" in a terminal of your own decides about them.\n')
}

async function decideAll(app: App, terminal: Terminal, waiting: readonly WaitingNote[]): Promise<void> {
  const count: Record<Verdict, number> = { approved: 0, rejected: 0, skipped: 0 }
  const keys = terminal.listen()
  try {
    for (const [at, note] of waiting.entries()) {
      const verdict = await decideOne(app, terminal, keys, note, `${at + 1} of ${waiting.length}`)
      if (!verdict) break
      count[verdict]++
    }
  } finally {
    keys.close()
  }
  const left = waiting.length - count.approved - count.rejected
  terminal.print(
    `\n${count.approved} approved, ${count.rejected} rejected, ${left} still ${left === 1 ? "waits" : "wait"}.\n`,
  )
}

/** Undefined when the person has had enough. */
async function decideOne(
  app: App,
  terminal: Terminal,
  keys: Keys,
  first: WaitingNote,
  place: string,
): Promise<Verdict | undefined> {
  let note = first
  let page = renderWaitingNote(note, { ...viewOf(terminal), place, maxRows: Math.max(6, terminal.rows - 12) })
  terminal.print(`\n${page.text}\n`)
  for (;;) {
    terminal.print("\n[a]pprove  [r]eject  [s]kip  [v]iew all  [q]uit > ")
    const key = (await keys.next())?.toLowerCase()
    if (key === undefined || key === "q") return undefined
    if (key === "s") {
      terminal.print("skipped\n")
      return "skipped"
    }
    if (key === "v" || (key === "a" && page.isCut)) {
      page = renderWaitingNote(note, { ...viewOf(terminal), place })
      const why = key === "a" ? "there is more to read first; all of it:" : "all of it:"
      terminal.print(`${why}\n\n${page.text}\n`)
      continue
    }
    if (key !== "a" && key !== "r") {
      terminal.print("press one of a r s v q\n")
      continue
    }
    try {
      const deciding = key === "a" ? memoryApprove : memoryReject
      const { scope, path, hash, present } = note
      const shown = { scope, path, hash, ...(present && { presentHash: present.hash }) }
      const done = await deciding.run({ app, by: "person" }, shown)
      terminal.print(`${visibleLine(deciding.toText(done, "person"))}\n`)
      return key === "a" ? "approved" : "rejected"
    } catch (error) {
      if (!(error instanceof CairnError)) throw error
      terminal.print(`not done: ${visibleLine(error.message)}${error.hint && ` (${visibleLine(error.hint)})`}\n`)
      const now = (await waitingNotes(app)).find(({ scope, path }) => scope === note.scope && path === note.path)
      if (!now) return "skipped"
      if (now.hash === note.hash && now.present?.hash === note.present?.hash) continue
      note = now
      page = renderWaitingNote(note, { ...viewOf(terminal), place })
      terminal.print(`\nit says now:\n\n${page.text}\n`)
    }
  }
}

function viewOf({ columns, hasColour }: Terminal): { columns: number; hasColour: boolean } {
  return { columns, hasColour }
}
