// Ids and names as OpenCode's databases have them. A host imports a session with whatever ids and names a file gives it: with line breaks in them,
// colours, or a line that looks like one of Cairn's own. What is shown under such a name could pass for somebody else's words, so an id is
// plausible or its row counts as damaged, and a name is one line of visible characters.
import { stripHidden } from "../text/hidden-text.ts"
import { oneLine } from "../text/text.ts"

const ID = /^[\w.:/-]{1,200}$/
const MAX_NAME = 200

export function isHostId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value)
}

/** Cairn's own tags are escaped where it is shown. */
export function hostName(name: string): string {
  return oneLine(stripHidden(name).text, MAX_NAME)
}
