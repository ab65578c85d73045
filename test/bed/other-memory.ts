// A home with other memories in it, and the import as a person at a terminal asks for it.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { ImportRow } from "../../src/moving/import-rows.ts"
import { memoryImport } from "../../src/operations/memory-import.ts"
import { type OpenedApp, type OpenOptions, openedApp } from "./opened-app.ts"
import { tempDir } from "./sandbox.ts"

export interface OpenedBeside extends OpenedApp {
  readonly home: string
  put(path: string, text: string | object): string
  /** The rows of all tables. */
  importing(input: Record<string, unknown>, isUnattended?: boolean): Promise<ImportRow[]>
  /** As a person reads it. */
  told(input: Record<string, unknown>): Promise<string>
}

/** Writes a file, JSON where it is given data. */
export function putFile(path: string, text: string | object): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof text === "string" ? text : JSON.stringify(text))
  return path
}

export async function openedBeside(given: OpenOptions = {}): Promise<OpenedBeside> {
  const home = given.env?.HOME ?? tempDir("home")
  const env = {
    HOME: home,
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_CONFIG_HOME: join(home, ".config"),
    ...given.env,
  }
  const opened = await openedApp({ ...given, env })
  const run = (input: Record<string, unknown>, isUnattended = false) =>
    memoryImport.run({ app: opened.app, by: "person", isUnattended }, input)
  return {
    ...opened,
    home,
    put: (path, text) => putFile(join(home, path), text),
    async importing(input, isUnattended) {
      const { imports } = (await run(input, isUnattended)) as { imports: { rows: ImportRow[] }[] }
      return imports.flatMap(({ rows }) => rows)
    },
    told: async (input) => memoryImport.toText(await run(input), "person"),
  }
}
