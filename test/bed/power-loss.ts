// What a disk may hold after the power failed, out of the system calls of a real run. A write is safe once its file is synced, a name once its folder
// is; of the rest anything may be there or not, in any order. The model is stricter than most file systems.
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

export const TRACED =
  "openat,mkdir,mkdirat,write,pwrite64,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir"

export type Change =
  | { readonly kind: "data"; readonly inode: number; readonly at: number | "end"; readonly bytes: Buffer }
  | { readonly kind: "cut"; readonly inode: number; readonly size: number }
  | { readonly kind: "name"; readonly folder: number; readonly name: string; readonly inode: number | undefined }

/** One system call. */
interface Step {
  readonly changes: readonly Change[]
  /** Which file's data, or which folder's names, are safe now. */
  readonly syncs?: number
  /** What the process said. */
  readonly said?: string
}

interface Inode {
  readonly isFolder: boolean
  content: Buffer
  readonly names: Map<string, number>
}

const ROOT = 0
const newInode = (isFolder: boolean): Inode => ({ isFolder, content: Buffer.alloc(0), names: new Map() })

/** A run below one folder, which was there and empty when it began. */
export class Recording {
  readonly steps: Step[] = []
  /** Every text that a file had when it got its name, by that name's end. */
  readonly whole = new Map<string, Set<string>>()
  readonly #base: string
  readonly #inodes: Inode[] = [newInode(true)]
  readonly #opened = new Map<string, { inode: number; at: number; appends: boolean; path: string }>()

  constructor(base: string, trace: string) {
    this.#base = base
    for (const call of callsIn(trace)) this.#read(call)
  }

  #read({ name, args, result }: Call): void {
    const step = this.#stepOf(name, args, result)
    if (!step) return
    for (const change of step.changes) apply(this.#inodes, change)
    this.steps.push(step)
  }

  #stepOf(name: string, args: string, result: string): Step | undefined {
    const paths = [...args.matchAll(/"((?:\\x[\da-f]{2})*)"/g)].map(([, text]) => bytesOf(text ?? ""))
    const fd = /^(\d+)</.exec(args)?.[1] ?? ""
    const opened = this.#opened.get(fd)
    if (name === "openat") return this.#open(String(paths[0]), args, result)
    if (name === "write" && /^\d+<(?:\\x73\\x6f\\x63\\x6b|\\x70\\x69\\x70)/.test(args))
      return { changes: [], said: String(paths[0]) }
    if (name === "write" || name === "pwrite64") return opened && this.#write(opened, paths[0] as Buffer, name, args)
    if (name === "ftruncate")
      return opened && { changes: [{ kind: "cut", inode: opened.inode, size: Number(/, (\d+)/.exec(args)?.[1]) }] }
    if (name === "fsync" || name === "fdatasync") return opened && { changes: [], syncs: opened.inode }
    const [from, to] = paths
      .map((path) => this.#place(String(path)))
      .map((place) => (place === "base" ? undefined : place))
    if (name.startsWith("mkdir")) return from && this.#named(from, this.#inodes.push(newInode(true)) - 1)
    if (name.startsWith("unlink") || name === "rmdir") return from && this.#named(from, undefined)
    const moved = from && this.#inodeAt(from)
    if (!from || !to || moved === undefined) return undefined
    this.#keepText(to, moved)
    const placed = this.#named(to, moved)
    return name.startsWith("link") ? placed : { changes: [...placed.changes, ...this.#named(from, undefined).changes] }
  }

  #open(path: string, args: string, result: string): Step | undefined {
    const fd = /^(\d+)/.exec(result)?.[1]
    const place = this.#place(path)
    if (fd === undefined || place === undefined) return void (fd && this.#opened.delete(fd))
    const known = place === "base" ? ROOT : this.#inodeAt(place)
    const inode = known ?? this.#inodes.push(newInode(false)) - 1
    const real = place === "base" ? this.#base : join(place.path, place.name)
    this.#opened.set(fd, { inode, at: 0, appends: args.includes("O_APPEND"), path: real })
    if (known === undefined && place !== "base") return this.#named(place, inode)
    return args.includes("O_TRUNC") ? { changes: [{ kind: "cut", inode, size: 0 }] } : undefined
  }

  #write(opened: { inode: number; at: number; appends: boolean }, bytes: Buffer, name: string, args: string): Step {
    const at = name === "pwrite64" ? Number(/(\d+)$/.exec(args)?.[1]) : opened.appends ? "end" : opened.at
    if (name === "write" && !opened.appends) opened.at += bytes.length
    return { changes: [{ kind: "data", inode: opened.inode, at, bytes }] }
  }

  #named({ folder, name }: Place, inode: number | undefined): Step {
    return { changes: [{ kind: "name", folder, name, inode }] }
  }

  /** Undefined for what is elsewhere. */
  #place(path: string): Place | "base" | undefined {
    const anchored = /^\/proc\/self\/fd\/(\d+)(\/.*)?$/.exec(path)
    const held = anchored ? this.#opened.get(anchored[1] as string) : undefined
    const real = anchored ? held && held.path + (anchored[2] ?? "") : path
    if (real === this.#base) return "base"
    if (!real?.startsWith(`${this.#base}/`)) return undefined
    const folders = dirname(real).slice(this.#base.length).split("/").filter(Boolean)
    let folder: number | undefined = held && anchored?.[2] === `/${basename(real)}` ? held.inode : ROOT
    if (folder === ROOT) for (const name of folders) folder = this.#inodes[folder ?? -1]?.names.get(name)
    return folder === undefined ? undefined : { folder, name: basename(real), path: dirname(real) }
  }

  #inodeAt(place: Place | "base"): number | undefined {
    return place === "base" ? ROOT : this.#inodes[place.folder]?.names.get(place.name)
  }

  #keepText(to: Place, inode: number): void {
    this.whole.set(to.name, (this.whole.get(to.name) ?? new Set()).add(String(this.#inodes[inode]?.content)))
  }

  /** The disk when the power fails after so many steps, of whose unsafe changes these are there; a number is how many bytes of a write are. */
  after(steps: number, isThere: (change: Change, at: number) => boolean | number): Disk {
    const inodes = this.#inodes.map(({ isFolder }) => newInode(isFolder))
    const safe = this.safeAfter(steps)
    this.steps.slice(0, steps).forEach(({ changes }, at) => {
      for (const change of changes) {
        const there = safe.has(change) || isThere(change, at)
        if (typeof there === "number") apply(inodes, tornAfter(change, there))
        else if (there) apply(inodes, change)
      }
    })
    return { inodes }
  }

  safeAfter(steps: number): Set<Change> {
    const safe = new Set<Change>()
    const pending = new Map<number, Change[]>()
    for (const { changes, syncs } of this.steps.slice(0, steps)) {
      for (const change of changes) {
        const owner = change.kind === "name" ? change.folder : change.inode
        pending.set(owner, [...(pending.get(owner) ?? []), change])
      }
      for (const change of pending.get(syncs ?? -1) ?? []) safe.add(change)
      if (syncs !== undefined) pending.delete(syncs)
    }
    return safe
  }
}

export interface Disk {
  readonly inodes: readonly Inode[]
}

interface Place {
  readonly folder: number
  readonly name: string
  readonly path: string
}

function tornAfter(change: Change, bytes: number): Change {
  return change.kind === "data" ? { ...change, bytes: change.bytes.subarray(0, bytes) } : change
}

function apply(inodes: readonly Inode[], change: Change): void {
  if (change.kind === "name") {
    const names = inodes[change.folder]?.names
    if (change.inode === undefined) names?.delete(change.name)
    else names?.set(change.name, change.inode)
    return
  }
  const inode = inodes[change.inode] as Inode
  if (change.kind === "cut") inode.content = resized(inode.content, change.size)
  else {
    const at = change.at === "end" ? inode.content.length : change.at
    const content = resized(inode.content, Math.max(inode.content.length, at + change.bytes.length))
    change.bytes.copy(content, at)
    inode.content = content
  }
}

function resized(content: Buffer, size: number): Buffer {
  const copy = Buffer.alloc(size)
  content.copy(copy)
  return copy
}

/** Every file with its path; what nobody has a name for is gone, and a shared memory of SQLite's with it. */
export function filesOf({ inodes }: Disk, inode = ROOT, path = ""): [path: string, content: Buffer | undefined][] {
  return [...(inodes[inode]?.names ?? [])].flatMap(([name, child]): [string, Buffer | undefined][] => {
    const found = inodes[child] as Inode
    const below = join(path, name)
    if (found.isFolder) return [[below, undefined], ...filesOf({ inodes }, child, below)]
    return name.endsWith("-shm") ? [] : [[below, found.content]]
  })
}

export function fingerprint(disk: Disk): string {
  const hash = createHash("sha256")
  for (const [path, content] of filesOf(disk).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${content?.length ?? "folder"}\0`).update(content ?? "")
  return hash.digest("hex")
}

export function materialise(disk: Disk, target: string): void {
  for (const [path, content] of filesOf(disk)) {
    if (content === undefined) mkdirSync(join(target, path), { recursive: true, mode: 0o700 })
    else writeFileSync(join(target, path), content, { mode: 0o600 })
  }
}

interface Call {
  readonly name: string
  readonly args: string
  readonly result: string
}

/** The calls that succeeded, in the order in which they ended. */
function* callsIn(trace: string): Iterable<Call> {
  const begun = new Map<string, string>()
  for (const line of trace.split("\n")) {
    const [, pid = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? []
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(rest)?.[1]
    if (unfinished !== undefined) begun.set(pid, unfinished)
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1]
    const whole = resumed === undefined ? rest : (begun.get(pid) ?? "") + resumed
    const [, name, args, result] = /^(\w+)\((.*)\)\s+= (\d+.*)$/.exec(whole) ?? []
    if (unfinished === undefined && name !== undefined && args !== undefined && result !== undefined)
      yield { name, args, result }
  }
}

function bytesOf(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll("\\x", ""), "hex")
}
