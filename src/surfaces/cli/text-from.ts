// Reads a text that is too long for a command line from a file or standard input.
import { resolve } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { readOutsideFile } from "../../platform/outside-file.ts"
import { badUsage } from "./arguments.ts"
import type { Cli } from "./commands.ts"

const MAX_BYTES = 1024 * 1024

export async function textFrom(content: unknown, file: unknown, { terminal, directory }: Cli): Promise<string> {
  if (typeof content === "string" && file === undefined) return content
  if (content !== undefined) throw badUsage("give either --content or --file, not both")
  if (typeof file !== "string")
    throw badUsage("--content is missing", "give the text itself, or --file <path>; - means standard input")
  if (file === "-") return terminal.input(MAX_BYTES)
  const found = await readOutsideFile(resolve(directory, file), { maxBytes: MAX_BYTES, links: "own" })
  if ("fault" in found) throw new CairnError("file_unreadable", `${file} cannot be read: ${found.why}`)
  if (found.truncated) throw new CairnError("file_too_large", `${file} is larger than a note may be (1 MB)`)
  return found.text
}
