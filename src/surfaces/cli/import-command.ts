// `import` of an archive happens before any store is open, because the archive becomes the store. For another memory, the table comes first and,
// at a terminal, a question about each line that is not the user's own word.
import { resolve } from "node:path"
import type { ImportRow } from "../../moving/import-rows.ts"
import { SHOWN_ID } from "../../moving/planned-items.ts"
import { restoreStore } from "../../moving/restore-store.ts"
import { readArchive, type StoreArchive } from "../../moving/store-archive.ts"
import type { Imported } from "../../operations/memory-import.ts"
import type { Operation } from "../../operations/operation.ts"
import { readSetupRecord, writeSetupRecord } from "../../setup/setup-record.ts"
import { findRoot } from "../../store/layout.ts"
import { inputOf } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { refuseInHostShell } from "./needs-person.ts"
import type { Terminal } from "./terminal.ts"
import { inColumns, visibleJson, visibleText } from "./visible-text.ts"
import { whileWaiting } from "./waiting-line.ts"
import { printAnswer, withApp } from "./with-app.ts"

export function importCommand(plain: Command, operation: Operation): Command {
  return {
    ...plain,
    async run(typed, cli) {
      const { from, yes, approve, json, project } = inputOf(typed, plain.arguments)
      refuseInHostShell(cli.env)
      const archive = typeof from === "string" ? await readArchive(resolve(cli.directory, from)) : undefined
      if (archive) {
        await takeOver(cli, archive, { isDone: yes === true, asJson: json === true })
        return true
      }
      if (yes === true) return plain.run(typed, cli)
      // Shows what would be imported, without creating a memory.
      const looks = { effect: "read", needsNoMemory: true } as const
      const found = await withApp(cli, looks, project as string | undefined, (app) =>
        printAnswer(operation, app, { from, approve }, cli.terminal, json === true),
      )
      const waiting = (found as Imported).imports.flatMap(({ rows }) => rows.filter(({ fate }) => fate === "waits"))
      if (!cli.terminal.isInteractive || json === true || approve !== undefined || waiting.length === 0) return true
      const approved = await askAbout(waiting, cli.terminal)
      return approved ? plain.run([...typed, "--yes", "--approve", approved.join(",") || "none"], cli) : true
    },
  }
}

/** Ids of the lines that a person approved, each after it was on the screen in full; undefined to import nothing. */
async function askAbout(waiting: readonly ImportRow[], terminal: Terminal): Promise<string[] | undefined> {
  const keys = terminal.listen()
  const choose = async (question: string, letters: string): Promise<string> => {
    for (;;) {
      terminal.print(`\n${question} > `)
      const key = (await keys.next())?.toLowerCase() ?? "q"
      if (letters.includes(key)) return key
      terminal.print("press one of the letters in brackets\n")
    }
  }
  const approved: string[] = []
  try {
    for (const [at, { id, text, detail = "" }] of waiting.entries()) {
      const words = detail.startsWith(text) ? detail : [text, detail].filter(Boolean).join("\n\n")
      terminal.print(`\n${at + 1} of ${waiting.length}\n${visibleText(words.trim())}\n`)
      const key = await choose("[a]pprove  [w]ait for a review  [l]et the rest wait  [q]uit", "awlq")
      if (key === "q") return undefined
      if (key === "l") break
      if (key === "a") approved.push(id.slice(0, SHOWN_ID))
    }
    const left = waiting.length - approved.length
    const key = await choose(`${approved.length} approved, ${left} would wait. Import now? [y]es  [n]o`, "ynq")
    return key === "y" ? approved : undefined
  } finally {
    keys.close()
    terminal.print("\n")
  }
}

async function takeOver(
  { env, terminal }: Cli,
  archive: StoreArchive,
  { isDone, asJson }: { readonly isDone: boolean; readonly asJson: boolean },
): Promise<void> {
  const root = findRoot(env)
  if (isDone) {
    // The record of how to undo setup belongs to this machine, not to the store.
    const record = await readSetupRecord(root)
    await whileWaiting(terminal, "restoring", () => restoreStore(root, archive))
    if (record.length > 0) await writeSetupRecord(root, record)
  }
  const notes = archive.files.filter(({ name }) => /^memory\/.*\.md$/s.test(name)).length
  const projects = new Set(archive.files.flatMap(({ name }) => /^memory\/projects\/([^/]+)\//.exec(name)?.[1] ?? []))
    .size
  const data = { archive: archive.made, notes, projects, root, isDone }
  const what = `An archive of a whole store, made ${archive.made}: ${notes} notes, ${projects} ${projects === 1 ? "project" : "projects"}, history and state.`
  const next = isDone
    ? `It is in ${root} now.`
    : `Nothing was changed. Add --yes to make it the store in ${root}, which must be empty.`
  terminal.print(`${asJson ? visibleJson(data) : inColumns(visibleText(`${what}\n${next}`), terminal)}\n`)
}
