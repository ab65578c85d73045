// Cairn's only error class. `code` is for programs and docs, `message` says what is wrong, `hint` says what to do about it; `needsPerson` says that
// only a person can do that, so that an agent is told to pass it on.

export class CairnError extends Error {
  override readonly name = "CairnError"
  readonly code: string
  readonly hint: string
  readonly needsPerson: boolean
  /** Names of notes that were changed before it failed; then trying again does not begin where the first attempt did. */
  readonly partly: readonly string[]
  /** The name of the note that was in the way; empty where that is not known yet, undefined if it was something else. */
  readonly note: string | undefined

  constructor(code: string, message: string, hint = "", options: CairnErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.hint = hint
    this.needsPerson = options.needsPerson ?? false
    this.partly = options.partly ?? []
    this.note = options.note
  }
}

interface CairnErrorOptions extends ErrorOptions {
  readonly needsPerson?: boolean
  readonly partly?: readonly string[]
  readonly note?: string | undefined
}

/** The errno name (`ENOENT`, `ENOSPC` …) of a system error, or undefined. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === "string" ? code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

interface Warnings {
  warn(event: string, fields: Record<string, string | number | boolean | undefined>): void
}

/** For work that must not stop anything: why it failed is in the log, and it counts as having given no answer. */
export function toLog(
  { log }: { readonly log: Warnings },
  event: string,
  fields: Parameters<Warnings["warn"]>[1] = {},
): (error: unknown) => undefined {
  return (error) => void log.warn(event, { ...fields, why: messageOf(error) })
}
