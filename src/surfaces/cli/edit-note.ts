// `edit` without a text to replace opens the note in an editor: the whole file with its frontmatter, because a person may change all of it.
// Changes that somebody else made meanwhile are not overwritten.
import type { App } from "../../app.ts"
import { refreshLists } from "../../flows/generated.ts"
import { CairnError } from "../../model/errors.ts"
import { joinNote, parseNote } from "../../model/note-file.ts"
import { type NotePath, pathOnDisk } from "../../model/note-path.ts"
import type { Scope } from "../../model/scope.ts"
import { placeOf } from "../../operations/note-access.ts"
import { badUsage, inputOf } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { editText } from "./editor.ts"
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
