// Starts bench/child.ts in a fresh process, of the same Bun unless told.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { NaiveScope } from "./baseline-naive.ts"
import type { Spread } from "./spread.ts"

export interface Task {
  readonly kind: "start" | "scan" | "naive"
  readonly plugin: string
  /** What the host calls: OpenCode 1.18 `server`, which is meant when nothing is said, OpenCode 2 `setup`. */
  readonly entry?: "server" | "setup"
  readonly directory: string
  /** How many cold notes a complete prefix lists or counts; 0 when the plugin has no prefix. */
  readonly listed: number
  readonly scopes?: readonly NaiveScope[]
}

/** Milliseconds since just before the module was imported. */
export interface StartOutcome {
  readonly imported: number
  /** `server()` or `setup()` returned. */
  readonly server: number
  /** A prefix with all hot notes was served. */
  readonly hot: number
  /** A prefix that knows of every note was served. */
  readonly complete: number
  /** Cold notes that the first prefix with all hot notes knows of. */
  readonly known: number
}

export interface ScanOutcome {
  /** Milliseconds since the start of the plugin. */
  readonly complete: number
  readonly loop: Spread
  readonly hook: Spread
  /** Calls that the guard gave up on. */
  readonly late: number
  /** Megabytes of resident memory more than before the plugin was loaded. */
  readonly grown: { readonly peak: number; readonly end: number }
}

const CHILD = fileURLToPath(new URL("child.ts", import.meta.url))

export async function runChild<T>(task: Task, env: Record<string, string>, bun = process.execPath): Promise<T> {
  const { stdout } = await promisify(execFile)(bun, ["run", CHILD, JSON.stringify(task)], {
    env: { ...process.env, ...env, BUN_BE_BUN: "1" },
    timeout: 180_000,
  })
  return JSON.parse(stdout) as T
}
