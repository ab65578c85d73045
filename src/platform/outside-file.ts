// The only way to read a file that is not Cairn's own. A repository may contain anything: a link to a device that never ends, a pipe that never
// answers, a file that grows while it is read. So no link is followed (except in the user's own configuration), only a regular file is opened, no
// more is read than its size at that moment and than the caller allows, and nobody waits for a disk that does not answer. Nothing here throws.
import { constants } from "node:fs"
import { lstat, open, realpath } from "node:fs/promises"
import { relative, sep } from "node:path"
import { within } from "../model/deadline.ts"
import { withAnchored } from "./anchored-dir.ts"
import { notRegular, readUpTo } from "./durable-file.ts"
import { hasCode } from "./file-error.ts"

export interface OutsideLimits {
  readonly maxBytes: number
  /**
   * `own`: the file is where no repository can put one, and the user may have linked it from elsewhere. `below`: somebody else has made everything
   * below this folder, so no folder on the way from there may be a link either.
   */
  readonly links: "refuse" | "own" | { readonly below: string }
  readonly deadlineMs?: number
}

/** `truncated`: the file is larger than allowed, and this is its beginning. */
type OutsideBytes = { readonly bytes: Uint8Array; readonly truncated: boolean }
type OutsideText = { readonly text: string; readonly truncated: boolean }

export interface OutsideFault {
  readonly fault: "missing" | "late" | "unreadable"
  readonly why: string
}

const DEADLINE_MS = 2_000
/** A swap after the last check goes unnoticed; these flags make it harmless. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

/** A hanging disk blocks a thread for each call, so a file that is being read is not opened a second time. */
const running = new Map<string, Promise<OutsideBytes | OutsideFault>>()

export async function readOutsideFile(path: string, limits: OutsideLimits): Promise<OutsideText | OutsideFault> {
  const found = await readOutsideBytes(path, limits)
  if ("fault" in found) return found
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(found.bytes)
  return { text, truncated: found.truncated }
}

export async function readOutsideBytes(path: string, limits: OutsideLimits): Promise<OutsideBytes | OutsideFault> {
  const key = `${JSON.stringify(limits.links)} ${limits.maxBytes} ${path}`
  const answer = running.get(key) ?? readRegular(path, limits).finally(() => running.delete(key))
  running.set(key, answer)
  const found = await within(limits.deadlineMs ?? DEADLINE_MS, answer)
  return found ?? { fault: "late", why: "the disk did not answer in time" }
}

async function readRegular(path: string, { maxBytes, links }: OutsideLimits): Promise<OutsideBytes | OutsideFault> {
  try {
    if (typeof links === "string") return await readOpened(links === "own" ? await realpath(path) : path, maxBytes)
    const folders = relative(links.below, path).split(sep)
    const name = folders.pop() ?? ""
    return await withAnchored(links.below, folders, {}, (folder) => readOpened(folder.at(name), maxBytes))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { fault: hasCode(error, "ENOENT", "ENOTDIR") ? "missing" : "unreadable", why }
  }
}

async function readOpened(path: string, maxBytes: number): Promise<OutsideBytes> {
  // Even opening a device can have an effect: wind a tape, take a terminal.
  if (!(await lstat(path)).isFile()) throw notRegular(path)
  const file = await open(path, READ)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw notRegular(path)
    const bytes = await readUpTo(file, Math.min(found.size, maxBytes))
    return { bytes, truncated: found.size > maxBytes }
  } finally {
    await file.close()
  }
}
