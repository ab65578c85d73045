// What the doctor looks at, gathered once, and the form of a finding: one line, and one thing to do about it. Nothing here needs a store that opens.
import type { App } from "../app.ts"
import type { Notice } from "../model/notice.ts"
import type { PluginEntry } from "../setup/host-config.ts"
import type { FoundHost } from "../setup/install.ts"
import type { Layout } from "../store/layout.ts"
import type { LogLine } from "../store/log-lines.ts"

export interface Patient {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly now: number
  readonly layout: Layout
  readonly hosts: readonly FoundHost[]
  /** Why a file of the configuration could not be read. */
  readonly configFault?: string | undefined
  /** From the user's own configuration, then from the project's. */
  readonly plugins: readonly PluginEntry[]
  /** Those of them that are Cairn. */
  readonly own: readonly PluginEntry[]
  /** Mistakes in Cairn's settings. */
  readonly settings: readonly Notice[]
  readonly log: readonly LogLine[]
  /** Opens memory, once. Opening repairs some things by itself, so checks of the disk come first. */
  memory(): Promise<OpenedMemory>
}

export interface OpenedMemory {
  /** Undefined if it could not be opened, or there is none. */
  readonly app?: App | undefined
  readonly fault?: string | undefined
}

export interface CheckFinding {
  readonly level: "bad" | "warn"
  readonly text: string
  /** What a person does about it. */
  readonly advice: string
  /** Safe to be done by Cairn; `--fix` does it. */
  readonly fix?: (() => Promise<void>) | undefined
}

export type Findings = AsyncIterable<CheckFinding>

export interface HealthFinding extends CheckFinding {
  /** Which check found it. */
  readonly check: string
}

const finding =
  (level: CheckFinding["level"]) =>
  (text: string, advice: string, fix?: CheckFinding["fix"]): CheckFinding => ({ level, text, advice, fix })

export const bad = finding("bad")
export const warn = finding("warn")

export interface HealthCheck {
  readonly name: string
  /** What is in order if it finds nothing. */
  readonly healthy: string | ((patient: Patient) => string)
  examine(patient: Patient): Findings | Iterable<CheckFinding>
}
