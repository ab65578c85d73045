// A tar file in memory that any `tar` can list and unpack. Names are UTF-8; one too long for the classic header gets a pax header before it.
// Reading trusts nothing: an unexpected size, name or kind of entry ends it.

export interface TarEntry {
  /** With `/`; a folder ends in `/`. */
  readonly name: string
  readonly bytes: Uint8Array
  /** In seconds. */
  readonly changed: number
}

const BLOCK = 512
const MAX_OLD_NAME = 100
const utf8 = new TextEncoder()

export function packTar(entries: readonly TarEntry[]): Uint8Array {
  const parts = entries.flatMap((entry) => {
    const isLong = utf8.encode(entry.name).length > MAX_OLD_NAME
    return [...(isLong ? extended(entry) : []), ...plain(entry, isLong ? "long-name" : entry.name)]
  })
  return Buffer.concat([...parts, new Uint8Array(2 * BLOCK)])
}

function plain({ name, bytes, changed }: TarEntry, shown: string): Uint8Array[] {
  return [header(shown, bytes.length, changed, name.endsWith("/") ? "5" : "0"), padded(bytes)]
}

function extended({ name, changed }: TarEntry): Uint8Array[] {
  const record = ` path=${name}\n`
  const size = utf8.encode(record).length
  // The length of a pax record includes its own digits.
  const digits = String(size + String(size + String(size).length).length).length
  const bytes = utf8.encode(`${size + digits}${record}`)
  return [header("pax-header", bytes.length, changed, "x"), padded(bytes)]
}

function padded(bytes: Uint8Array): Uint8Array {
  const rest = bytes.length % BLOCK
  return rest === 0 ? bytes : Buffer.concat([bytes, new Uint8Array(BLOCK - rest)])
}

function header(name: string, size: number, changed: number, kind: string): Uint8Array {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${Math.floor(value).toString(8)}\0`.padStart(length, "0")
  block.write(name, 0, MAX_OLD_NAME, "utf8")
  block.write(octal(kind === "5" ? 0o700 : 0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(Math.max(0, changed), 12), 136)
  block.write("        ", 148)
  block.write(kind, 156)
  block.write("ustar\u000000", 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(octal(sum, 7), 148)
  return block
}

/** Undefined if it is not a tar file or not complete. */
export function unpackTar(bytes: Uint8Array): TarEntry[] | undefined {
  const entries: TarEntry[] = []
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const block = Buffer.from(bytes.subarray(at, at + BLOCK))
    if (block.every((byte) => byte === 0)) return entries
    const size = numberIn(block, 124, 12)
    const kind = String.fromCharCode(block[156] ?? 0)
    const start = at + BLOCK
    if (!hasSum(block) || size === undefined || start + size > bytes.length) return undefined
    const content = bytes.slice(start, start + size)
    at = start + Math.ceil(size / BLOCK) * BLOCK
    if (kind === "x") longName = /^\d+ path=([^\n]*)\n$/.exec(new TextDecoder().decode(content))?.[1]
    else if (kind === "0" || kind === "5") {
      entries.push({ name: longName ?? textIn(block), bytes: content, changed: numberIn(block, 136, 12) ?? 0 })
      longName = undefined
    } else return undefined
  }
  return undefined
}

function textIn(block: Buffer): string {
  const end = block.indexOf(0)
  return block.toString("utf8", 0, Math.min(end < 0 ? MAX_OLD_NAME : end, MAX_OLD_NAME))
}

function numberIn(block: Buffer, at: number, length: number): number | undefined {
  const digits = block.toString("latin1", at, at + length).replace(/[\0 ]+$/, "")
  return /^[0-7]{1,11}$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}

function hasSum(block: Buffer): boolean {
  const sum = block.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  return numberIn(block, 148, 7) === sum
}
