// The plugins that are measured: what `npm run build` made, and one that does nothing.
import { join } from "node:path"
import { sandboxRoot } from "../test/bed/sandbox.ts"

export function builtPlugin(): string {
  return join(sandboxRoot(), "dist", "server.js")
}

export const EMPTY_PLUGIN = `export default { id: "empty", server: async () => ({}) }\n`
