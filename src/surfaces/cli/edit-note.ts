// `edit` without a text to replace opens the note in an editor: the whole file with its frontmatter, because a person may change all of it.
// Changes that somebody else made meanwhile are not overwritten.

import { spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated-lists.ts"
import { CairnError } from "../../model/errors.ts"
import { joinNote, parseNote } from "../../model/note-file.ts"
import { type NotePath, pathOnDisk } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { placeOf } from "../../operations/note-access.ts"
import { readOutsideFile } from "../../platform/outside-file.ts"
import { badUsage, inputOf } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { visibleJson } from "./visible-text.ts"
import { withApp } from "./with-app.ts"

export function editCommand(replacing: Command): Command {
  const known = replacing.arguments.map((one) =>
    ["oldString", "newString"].includes(one.property) ? { ...one, isNeeded: false } : one,
  )
  return {
    ...replacing,
    summary: "Open a note in your editor ($VISUAL, $EDITOR), or replace an exact, unique text in it.",
    arguments: known,
    async run(typed, cli) {
      const { path, scope, oldString, newString, project, json } = inputOf(typed, known)
      if (oldString !== undefined || newString !== undefined) return replacing.run(typed, cli)
      refuseInHostShell(cli.env)
      if (!cli.terminal.isInteractive)
        throw badUsage("--old-string is missing", "without it the note opens in an editor, which needs a terminal")
      return withApp(cli, { effect: "keep" }, project as string | undefined, async (app) => {
        const place = placeOf(
          { app, by: "person" },
          { path: path as string, ...(scope !== undefined && { scope: scope as "global" }) },
        )
        const text = await editNote(app, cli, place.scope, place.path)
        cli.terminal.print(`${json === true ? visibleJson({ path: place.path.path, text }) : text}\n`)
        await refreshLists(app)
        return true
      })
    },
  }
}

/** Returns a sentence that says what happened. */
export async function editNote(app: App, cli: Pick<Cli, "env">, scope: Scope, path: NotePath): Promise<string> {
  const seen = await app.store.notes.read(scope, path)
  const before = seen ? joinNote(seen.file.parts) : ""
  const edited = await editText(cli, path.path, before)
  if (edited.text === before || (!seen && edited.text.trim() === "")) {
    await edited.discard()
    return `${path.path} is unchanged`
  }
  const { problem } = parseNote(edited.text)
  await app.store.notes.change(
    scope,
    pathOnDisk(path.path),
    (current) => {
      if (current?.info.hash !== seen?.info.hash) throw changedMeanwhile(path, edited.file)
      return edited.text
    },
    (isNew) => `${isNew ? "add" : "edit"} ${path.path}`,
  )
  await edited.discard()
  return problem
    ? `Saved ${path.path}, but ${problem}: until that is fixed, agents can only read it`
    : `Saved ${path.path}`
}

function changedMeanwhile({ path }: NotePath, file: string): CairnError {
  return new CairnError(
    "note_changed",
    `${path} was changed while you edited it, so nothing was overwritten`,
    `your text is in ${file}: edit the note again and merge the two`,
  )
}

const MAX_BYTES = 4 * 1024 * 1024

/** The editor works on a copy in a temporary folder, which stays there until `discard`, for a text that could not be saved. */
async function editText({ env }: Pick<Cli, "env">, path: string, text: string) {
  const folder = await mkdtemp(join(tmpdir(), "cairn-edit-"))
  const file = join(folder, basename(path))
  await writeFile(file, text, { mode: 0o600 })
  const discard = () => rm(folder, { recursive: true, force: true })
  const editor = env.VISUAL || env.EDITOR || "vi"
  // Through a shell, as git does it: the variable may contain arguments.
  const { status, error } = spawnSync("sh", ["-c", `${editor} "$@"`, editor, file], {
    stdio: "inherit",
    env: { ...env },
  })
  if (error || status !== 0) {
    await discard()
    throw new CairnError(
      "editor_failed",
      `${editor} failed`,
      "nothing was changed; $VISUAL or $EDITOR names the editor",
    )
  }
  const found = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "refuse" })
  if (!("text" in found) || found.truncated)
    throw new CairnError("editor_failed", `what the editor left cannot be read: ${file}`)
  return { text: found.text, file, discard }
}
