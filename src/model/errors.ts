// Cairn's only error class. `code` is for programs and docs, `message` says what is wrong, `hint` says what to do about it; `needsPerson` says that
// only a person can do that, so that an agent is told to pass it on.

export class CairnError extends Error {
  override readonly name = "CairnError"
  readonly code: string
  readonly hint: string
  readonly needsPerson: boolean

  constructor(code: string, message: string, hint = "", options: ErrorOptions & { needsPerson?: boolean } = {}) {
    super(message, options)
    this.code = code
    this.hint = hint
    this.needsPerson = options.needsPerson ?? false
  }
}

/** The errno name (`ENOENT`, `ENOSPC` …) of a system error, or undefined. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === "string" ? code : undefined
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
