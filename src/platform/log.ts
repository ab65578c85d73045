// The log file. Standard output and error belong to the TUI and to MCP, and a hook that throws hurts the host, so the log never
// prints, throws or rejects, and never makes its caller wait for a disk: lines are queued and appended in batches. What cannot be
// written is dropped and counted, and the next line that gets through says so.
import { constants, lstatSync, renameSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import type { Clock } from "./clock.ts"

export type LogFields = Record<string, string | number | boolean | undefined>

export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
  /** Resolves when all lines so far are written or dropped. */
  flush(): Promise<void>
}

export interface LogOptions {
  clock: Clock
  /** Beyond this the file becomes `<path>.1`. */
  maxBytes?: number
  /** Applied to every text value before it is shortened. */
  redact?: (text: string) => string
}

export const nullLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  flush: async () => undefined,
}

const MAX_VALUE_CHARS = 300
/** Enough for `redact` to see a whole secret, but never so much that a huge value costs time. */
const MAX_REDACT_CHARS = 4_000
const MAX_QUEUED_LINES = 5_000

export function openLog(path: string, options: LogOptions): Log {
  const { clock, maxBytes = 1_000_000, redact = (text) => text } = options
  let queue: string[] = []
  let dropped = 0
  let draining: Promise<void> | undefined

  function add(level: string, event: string, fields: LogFields = {}): void {
    try {
      if (queue.length >= MAX_QUEUED_LINES) throw new Error("the disk does not keep up")
      queue.push(renderLine(clock.now(), level, event, fields, redact))
      draining ??= drain()
    } catch {
      dropped += 1
    }
  }

  async function drain(): Promise<void> {
    // Leaves the caller's stack, and joins lines of the same moment into one write.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) {
      const lines = queue
      const lost = dropped
      queue = []
      dropped = 0
      try {
        if (lost > 0) lines.push(renderLine(clock.now(), "WARN", "log.dropped", { lines: lost }, redact))
        await append(path, lines.join(""), maxBytes)
      } catch {
        dropped += lost + lines.length
      }
    }
    draining = undefined
  }

  return {
    info: (event, fields) => add("INFO", event, fields),
    warn: (event, fields) => add("WARN", event, fields),
    error: (event, fields) => add("ERROR", event, fields),
    flush: async () => draining,
  }
}

function renderLine(
  now: number,
  level: string,
  event: string,
  fields: LogFields,
  redact: (text: string) => string,
): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const texts = [event, ...given.map(([, value]) => value)].map((value) => String(value).slice(0, MAX_REDACT_CHARS))
  const [name = "", ...values] = withoutSecrets(texts, redact).map(renderValue)
  const pairs = given.map(([key], at) => ` ${key.replace(/[^\w.-]/g, "_")}=${values[at]}`)
  return `${new Date(now).toISOString()} ${level} ${name}${pairs.join("")}\n`
}

/** Most lines have no secret, so all values of a line are checked at once if together they are no longer than one value may be. */
function withoutSecrets(texts: readonly string[], redact: (text: string) => string): readonly string[] {
  const all = texts.join("\n")
  const isClean = all.length <= MAX_REDACT_CHARS && redact(all) === all
  return isClean ? texts : texts.map(redact)
}

function renderValue(text: string): string {
  const short = text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS - 1)}…` : text
  if (/^[^\s"=\\\p{C}]+$/u.test(short)) return short
  const escapeChar = (char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`
  return JSON.stringify(short).replace(/[\p{C}\u2028\u2029]/gu, escapeChar)
}

const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  // A FIFO in its place must not hang the open.
  (constants.O_NONBLOCK ?? 0)

/** Opened for each batch: another process may have rotated or removed the file. */
async function append(path: string, text: string, maxBytes: number): Promise<void> {
  if (await appendTo(path, text, maxBytes)) return
  await appendTo(path, text, Number.POSITIVE_INFINITY)
}

/** False if the file was full and has been moved out of the way. */
async function appendTo(path: string, text: string, maxBytes: number): Promise<boolean> {
  const handle = await open(path, APPEND, 0o600)
  try {
    const size = await privateSize(handle, path)
    if (size > 0 && size + Buffer.byteLength(text) > maxBytes) {
      await rotate(handle, path)
      return false
    }
    await handle.writeFile(text)
    return true
  } finally {
    await handle.close()
  }
}

async function privateSize(handle: FileHandle, path: string): Promise<number> {
  const found = await handle.stat()
  if (!found.isFile()) throw new Error(`${path} is not a regular file`)
  if (process.platform !== "win32" && found.mode & 0o077) await handle.chmod(0o600)
  return found.size
}

/** Two processes may find the file full at the same time; the second must not rotate the fresh one. */
async function rotate(handle: FileHandle, path: string): Promise<void> {
  const { ino } = await handle.stat({ bigint: true })
  if (lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino === ino) renameSync(path, `${path}.1`)
}

const MAX_EARLY_LINES = 200

/** Before the store is open: keeps the first lines until there is a file for them. */
export function createEarlyLog() {
  const kept: ((log: Log) => void)[] = []
  let target: Log | undefined
  const line = (level: "info" | "warn" | "error") => (event: string, fields?: LogFields) => {
    if (target) target[level](event, fields)
    else if (kept.length < MAX_EARLY_LINES) kept.push((log) => log[level](event, fields))
  }
  return {
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    flush: async () => target?.flush(),
    /** Everything so far, and from now on, goes to this log. */
    handOver(log: Log): void {
      target = log
      for (const write of kept.splice(0)) write(log)
    },
  }
}
