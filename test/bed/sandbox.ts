// Tests write only below the sandbox that scripts/test.mjs made; without its marker they refuse to run at all.
import { existsSync, mkdtempSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { MARKER } from "../../scripts/sandbox.mjs"

export function sandboxRoot(): string {
  const root = process.env.CAIRN_SANDBOX
  if (!root || !existsSync(join(root, MARKER)) || !homedir().startsWith(root)) {
    throw new Error("not in a sandbox: run the tests with `npm test` (it sets HOME before the process starts)")
  }
  return root
}

/** A fresh folder below the sandbox; it goes with the sandbox. */
export function tempDir(name = "t"): string {
  return mkdtempSync(join(sandboxRoot(), `${name}-`))
}
