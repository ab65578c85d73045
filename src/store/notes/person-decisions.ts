// What a person decided about the facts of a scope: words they approved or rejected, facts they deleted. One JSON object a line in a file next to
// the notes, so that it travels with them. It has hashes, never what a note said: deleted text must be gone. Lines that are not understood (torn,
// damaged, from a newer version) are skipped and stay. No change-set writes it, since it is no note: it only grows.
import { isUtf8 } from "node:buffer"
import { lstatSync } from "node:fs"
import { join } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { jsonOf } from "../../model/fields.ts"
import type { Scope } from "../../model/scope.ts"
import { storeError } from "../../model/store-error.ts"
import { type FileContent, readFileBelow, replaceFile } from "../../platform/durable-file.ts"
import type { Notes } from "./notes.ts"

export type Verdict = "approved" | "rejected"

export type PersonDecision = VerdictDecision | Deletion

interface VerdictDecision {
  /** ISO. */
  readonly at: string
  /** Withdrawn: as if it had never been decided. */
  readonly decision: Verdict | "withdrawn"
  /** `contentHash` of the note. */
  readonly hash: string
  readonly path: string
}

export interface Deletion {
  readonly at: string
  readonly decision: "deleted" | "restored"
  /** SHA-256 of the fact's key, in hex. */
  readonly key: string
  readonly evidence?: string | undefined
  /** Left out if an agent did it. */
  readonly by?: "person" | undefined
}

export type DecisionsRead = ReturnType<typeof decisionsIn>

export interface DecisionsOptions {
  readonly memory: string
  readonly scope: Scope
  readonly alone: Notes["alone"]
  readonly onChange: () => void
}

export const DECISIONS_FILE = ".decisions.jsonl"
/** History takes no larger file. */
const FOLD_BYTES = 1024 * 1024
/** Folded, this is about forty thousand decisions: somebody filled the file with something else. */
const MAX_BYTES = 8 * FOLD_BYTES
const HASH = /^[0-9a-f]{64}$/

export function openDecisions({ memory, scope, alone, onChange }: DecisionsOptions) {
  async function content(): Promise<Buffer> {
    const found = await readFileBelow(memory, scope.folder, DECISIONS_FILE, MAX_BYTES)
    if (found?.truncated) throw tooLarge()
    return Buffer.from(found?.bytes ?? [])
  }

  /** For a caller already inside `alone`. Resolves when they are durable. */
  async function addAlone(entries: readonly PersonDecision[]): Promise<void> {
    if (entries.length === 0) return
    try {
      const before = await content()
      const bytes = folded(joined(before, entries.map(lineOf)))
      if (bytes.length > MAX_BYTES) throw tooLarge()
      const expect = (current: FileContent | undefined) => refuseChanged(current, before)
      await replaceFile(memory, scope.folder, DECISIONS_FILE, bytes, { maxBytes: MAX_BYTES, expect })
    } catch (error) {
      throw storeError(error)
    }
    onChange()
  }

  return {
    /** Always from disk; throws if the file is there but may be incomplete. */
    async read(): Promise<DecisionsRead> {
      try {
        return decisionsIn(linesOf(await content()))
      } catch (error) {
        throw storeError(error)
      }
    },
    /** Changes whenever somebody decides something. */
    version(): string {
      const found = lstatSync(join(memory, ...scope.folder, DECISIONS_FILE), { bigint: true, throwIfNoEntry: false })
      return found ? `${found.mtimeNs}/${found.size}` : ""
    },
    add: (entries: readonly PersonDecision[]) => alone(() => addAlone(entries)),
    addAlone,
  }
}

/** If there are several decisions about one thing, the last one counts. */
function decisionsIn(lines: readonly Buffer[]) {
  const verdicts = new Map<string, Verdict>()
  const tombstones = new Map<string, Pick<Deletion, "evidence" | "by">>()
  for (const entry of lines.map(decisionIn)) {
    if (entry === undefined) continue
    if ("hash" in entry) {
      if (entry.decision === "withdrawn") verdicts.delete(entry.hash)
      else verdicts.set(entry.hash, entry.decision)
    } else if (entry.decision === "restored") tombstones.delete(entry.key)
    else tombstones.set(entry.key, { evidence: entry.evidence, by: entry.by })
  }
  return {
    verdictOn: (hash: string) => verdicts.get(hash),
    /** By the same hash of the key that the decision was added with. */
    isDeleted: (key: string) => tombstones.get(key),
  }
}

function decisionIn(line: Uint8Array): PersonDecision | undefined {
  const entry = isUtf8(line) ? jsonOf(new TextDecoder().decode(line)) : undefined
  return isDecision(entry) ? entry : undefined
}

function isDecision(value: unknown): value is PersonDecision {
  const { at, decision, hash, key, path, evidence, by } = (value ?? {}) as Record<string, unknown>
  if (typeof at !== "string") return false
  if (decision === "approved" || decision === "rejected" || decision === "withdrawn")
    return isHash(hash) && typeof path === "string"
  if (decision !== "deleted" && decision !== "restored") return false
  if (by !== undefined && by !== "person") return false
  return isHash(key) && hash === undefined && (evidence === undefined || typeof evidence === "string")
}

function isHash(value: unknown): boolean {
  return typeof value === "string" && HASH.test(value)
}

function lineOf(entry: PersonDecision): Buffer {
  const line = Buffer.from(JSON.stringify(entry))
  if (!decisionIn(line)) throw new TypeError("a decision names what it is about by a hash")
  return line
}

/** As bytes: a line that is not text stays as it is. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x0a, start)
    const end = found < 0 ? bytes.length : found
    if (end > start) lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}

/** A torn last line gets its end, so that it does not spoil the next one. */
function joined(before: Buffer, added: readonly Buffer[]): Buffer {
  const isTorn = before.length > 0 && before.at(-1) !== 0x0a
  return Buffer.concat([before, ...(isTorn ? [LINE_END] : []), ...added.flatMap((line) => [line, LINE_END])])
}

const LINE_END = Buffer.from("\n")

/** When the file grows too large, it keeps one line about each thing, and none about what was withdrawn. */
function folded(bytes: Buffer): Buffer {
  if (bytes.length <= FOLD_BYTES) return bytes
  const seen = new Set<string>()
  const kept = linesOf(bytes)
    .reverse()
    .filter((line) => {
      const entry = decisionIn(line)
      if (!entry) return true
      const subject = "hash" in entry ? `hash ${entry.hash}` : `key ${entry.key}`
      const isLast = !seen.has(subject)
      seen.add(subject)
      return isLast && entry.decision !== "restored" && entry.decision !== "withdrawn"
    })
  return joined(Buffer.alloc(0), kept.reverse())
}

function refuseChanged(current: FileContent | undefined, before: Buffer): void {
  if (before.equals(current?.bytes ?? new Uint8Array())) return
  throw new CairnError(
    "decisions_changed",
    `somebody else changed ${DECISIONS_FILE} at the same moment; nothing was recorded`,
    "try again",
  )
}

function tooLarge(): CairnError {
  return new CairnError(
    "decisions_too_large",
    `${DECISIONS_FILE} has more than ${MAX_BYTES} bytes, more than a person can have decided`,
    "look at the file and remove what does not belong there",
    { needsPerson: true },
  )
}
