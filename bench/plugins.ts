// The plugins that are measured: what `npm run build` made, and one that does nothing.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { sandboxRoot, tempDir } from "../test/bed/sandbox.ts"

export function builtPlugin(): string {
  return join(sandboxRoot(), "dist", "server.js")
}

/** For both hosts, as Cairn is. */
export function emptyPlugin(): string {
  const file = join(tempDir("empty"), "plugin.js")
  writeFileSync(file, `export default { id: "empty", server: async () => ({}), setup: async () => undefined }\n`)
  return file
}
