// Opens a text in the person's editor. It works on a copy in a temporary folder, which stays if the text could not be saved.
import { spawnSync } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { readOutsideFile } from "../../platform/outside-file.ts"
import type { Cli } from "./commands.ts"

const MAX_BYTES = 4 * 1024 * 1024

export interface EditedText {
  readonly text: string
  /** The copy; removed by `discard`. */
  readonly file: string
  discard(): Promise<void>
}

export async function editText({ env }: Pick<Cli, "env">, path: string, text: string): Promise<EditedText> {
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
