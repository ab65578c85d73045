// Takes memory elsewhere: as text for people and programs, as a section of AGENTS.md, or whole, as an archive that `import` reads back.
import { join, resolve } from "node:path"
import * as z from "zod"
import type { App } from "../app.ts"
import { CairnError } from "../model/errors.ts"
import { SCOPES } from "../model/scope.ts"
import { withSection } from "../moving/agents-section.ts"
import { type ExportedNote, exportNotes, toMarkdown } from "../moving/export-facts.ts"
import { foreignText } from "../moving/read-outside.ts"
import { archiveStore } from "../moving/store-archive.ts"
import { writeOutside } from "../moving/write-outside.ts"
import { type Ask, type InputOf, type Operation, operation, textArg } from "./operation.ts"

const FORMATS = ["markdown", "json", "agents", "archive"] as const

interface Exported {
  readonly format: (typeof FORMATS)[number]
  /** The file it was written to; otherwise `text` has it. */
  readonly to?: string | undefined
  readonly text?: string | undefined
  /** Of the facts to choose from. */
  readonly choices?: readonly string[] | undefined
  readonly count: number
}

const input = {
  format: z.enum(FORMATS).optional().describe("default markdown"),
  to: textArg(4000).optional().describe("the file; default the screen, with --format agents the project's AGENTS.md"),
  scope: z.enum(SCOPES).optional().describe("default both"),
  facts: textArg(20_000)
    .optional()
    .describe("with --format agents: which facts, by path or type, comma-separated; without it they are listed"),
}

export const memoryExport: Operation = operation({
  name: "memory_export",
  summary: "Take memory elsewhere: as markdown, JSON, a section of AGENTS.md, or an archive of the whole store.",
  effect: "read",
  access: "person",
  input,
  run: exportAs,
  toText: exportedText,
})

async function exportAs(
  { app, progress }: Ask,
  { format = "markdown", to, scope, facts }: InputOf<typeof input>,
): Promise<Exported> {
  const file = to === undefined ? undefined : resolve(app.directory, to)
  const write = (text: string | Uint8Array) =>
    file === undefined
      ? undefined
      : writeOutside(file, typeof text === "string" ? new TextEncoder().encode(text) : text)
  if (format === "archive") {
    if (file === undefined) throw new CairnError("bad_arguments", "an archive needs a file", "name it with --to")
    const bytes = await archiveStore(app, progress)
    await write(bytes)
    return { format, to: file, count: bytes.length }
  }
  const memory = await exportNotes(app, scope ? [scope] : SCOPES, progress)
  const count = memory.notes.length
  if (format === "agents") return intoAgents(app, memory.notes, facts, file)
  const text = format === "json" ? `${JSON.stringify(memory, null, 2)}\n` : toMarkdown(memory)
  await write(text)
  return { format, count, ...(file === undefined ? { text } : { to: file }) }
}

/** Only trusted notes, and of those only the chosen ones. */
async function intoAgents(
  app: App,
  notes: readonly ExportedNote[],
  chosen: string | undefined,
  file = join(app.project.checkout.worktree, "AGENTS.md"),
): Promise<Exported> {
  const facts = notes.filter(({ fact, state }) => fact !== undefined && state === "trusted")
  if (chosen === undefined) {
    return {
      format: "agents",
      count: 0,
      choices: facts.map(({ path, fact }) => `${path}\n  ${fact?.type}: ${fact?.text}`),
    }
  }
  const wanted = new Set(chosen.split(",").map((one) => one.trim()))
  const taken = facts.filter(({ path, fact }) => wanted.has(path) || wanted.has(fact?.type ?? ""))
  if (taken.length === 0)
    throw new CairnError("nothing_to_export", "no fact matches that", "leave out --facts to list them")
  const before = await foreignText(file)
  const text = withSection(
    before ?? "",
    taken.map(({ fact }) => fact?.text ?? ""),
  )
  if (text === undefined)
    throw new CairnError(
      "marks_broken",
      `${file} has only one of Cairn's two marks, or several`,
      "fix them by hand, or remove all",
    )
  await writeOutside(file, new TextEncoder().encode(text), before)
  return { format: "agents", to: file, count: taken.length }
}

function exportedText({ format, to, text, choices, count }: Exported): string {
  if (text !== undefined) return text.trimEnd()
  if (choices?.length === 0) return "There are no facts that could go there yet."
  if (choices) return [...choices, "", "Choose with --facts: paths or types, comma-separated."].join("\n")
  if (format === "archive")
    return `Wrote ${to} (${count.toLocaleString("en")} bytes): notes, private ones too, history and state. Keep it where only you can read it.`
  const what = format === "agents" ? "fact" : "note"
  return `Wrote ${count} ${what}${count === 1 ? "" : "s"} to ${to}.`
}
