// `import` of an archive is done before any store is open: the archive becomes the store.
import { resolve } from "node:path"
import { restoreStore } from "../../moving/restore-store.ts"
import { readArchive, type StoreArchive } from "../../moving/store-archive.ts"
import { findRoot } from "../../store/layout.ts"
import { inputOf } from "./arguments.ts"
import type { Cli, Command } from "./commands.ts"
import { refuseInHostShell } from "./needs-person.ts"
import { visibleJson, visibleText } from "./visible-text.ts"

export function importCommand(plain: Command): Command {
  return {
    ...plain,
    async run(typed, cli) {
      const { from, yes, json } = inputOf(typed, plain.arguments)
      const archive = typeof from === "string" ? await readArchive(resolve(cli.directory, from)) : undefined
      if (!archive) return plain.run(typed, cli)
      refuseInHostShell(cli.env)
      await takeOver(cli, archive, { isDone: yes === true, asJson: json === true })
      return true
    },
  }
}

async function takeOver(
  { env, terminal }: Cli,
  archive: StoreArchive,
  { isDone, asJson }: { readonly isDone: boolean; readonly asJson: boolean },
): Promise<void> {
  const root = findRoot(env)
  if (isDone) await restoreStore(root, archive)
  const notes = archive.files.filter(({ name }) => /^memory\/.*\.md$/s.test(name)).length
  const projects = new Set(archive.files.flatMap(({ name }) => /^memory\/projects\/([^/]+)\//.exec(name)?.[1] ?? []))
    .size
  const data = { archive: archive.made, notes, projects, root, isDone }
  const what = `An archive of a whole store, made ${archive.made}: ${notes} notes, ${projects} ${projects === 1 ? "project" : "projects"}, history and state.`
  const next = isDone
    ? `It is in ${root} now.`
    : `Nothing was changed. Add --yes to make it the store in ${root}, which must be empty.`
  terminal.print(`${asJson ? visibleJson(data) : visibleText(`${what}\n${next}`)}\n`)
}
