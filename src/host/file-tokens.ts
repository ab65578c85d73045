// What an image or a document costs in a request. Claude's rule stands for all, because its cache is what the long window reckons with and others
// are of the same order: an image is a token for 750 pixels, and larger ones are scaled down to about 1,600 tokens; a page of a PDF is 1,500 to 3,000, for
// its text and its picture. The size in bytes says next to nothing of either, so the first bytes of an image are looked at for its width and height,
// and a PDF's for its pages. Each file is looked at once, and never at more than a part of it: a request may wait for this.
import { field, textAt } from "../model/fields.ts"
import { RecentMap } from "../model/recent-map.ts"

const PIXELS_PER_TOKEN = 750
/** Also for an image that cannot be read, and for a file of any other kind. */
const MOST_IMAGE_TOKENS = 1600
const PAGE_TOKENS = 2250
/** Providers take no more. */
const MOST_PAGES = 100
/** If its pages are packed and cannot be counted. */
const BYTES_PER_PAGE = 50_000
const CHARS_PER_TOKEN = 4

/** In characters of base64, four for three bytes. A JPEG has its size after the camera's remarks. */
const IMAGE_HEAD = 64 * 1024
const PDF_PART = 2 * 1024 * 1024

/** A file as a request has it: its kind, and its contents in base64 if they are in the request. */
interface Inline {
  readonly mime: string
  readonly data?: string | undefined
}

/** A PDF's end says where its tables are, and mostly has an id. */
const END = 256
const known = new RecentMap<string, number>(500)

/** Of a part that is a file or an image, in the form of either host. */
export function fileTokens(part: unknown): number {
  const { mime, data } = inlineOf(part)
  if (data === undefined) return MOST_IMAGE_TOKENS
  // Hosts build their parts again for every request, so a file is known by its length and its ends.
  const key = `${mime} ${data.length} ${data.slice(0, END)} ${data.slice(-END)}`
  const tokens = known.get(key) ?? tokensIn(mime, data)
  known.set(key, tokens)
  return tokens
}

export function filesTokens(parts: readonly unknown[]): number {
  let tokens = 0
  for (const part of parts) tokens += fileTokens(part)
  return tokens
}

const DATA_URL = /^data:([^;,]*)[^,]{0,200};base64,/

/** OpenCode 1: `mime` and `url`. OpenCode 2: `mime` and `uri` in a tool's answer, `media.source` in a message. */
function inlineOf(part: unknown): Inline {
  const source = field(field(part, "media"), "source") ?? part
  const mime = textAt(source, "mime") ?? textAt(source, "mediaType") ?? ""
  const given = textAt(source, "data")
  if (given !== undefined) return { mime, data: given }
  const address = textAt(source, "url") ?? textAt(source, "uri") ?? ""
  const [head, type = ""] = DATA_URL.exec(address) ?? []
  return { mime: mime || type, data: head === undefined ? undefined : address.slice(head.length) }
}

function tokensIn(mime: string, data: string): number {
  if (mime.startsWith("image/")) return imageTokens(bytesOf(data.slice(0, IMAGE_HEAD)))
  if (mime === "application/pdf") return pagesIn(data) * PAGE_TOKENS
  if (mime.startsWith("text/")) return Math.round(bytesIn(data.length) / CHARS_PER_TOKEN)
  return MOST_IMAGE_TOKENS
}

const bytesOf = (base64: string) => Buffer.from(base64, "base64")
const bytesIn = (chars: number) => Math.floor((chars * 3) / 4)

function imageTokens(head: Buffer): number {
  const [width, height] = sizeOf(head) ?? []
  if (!width || !height) return MOST_IMAGE_TOKENS
  return Math.min(MOST_IMAGE_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN))
}

type Size = readonly [width: number, height: number]

function sizeOf(head: Buffer): Size | undefined {
  const isAt = (at: number, text: string) => head.toString("latin1", at, at + text.length) === text
  if (head.length < 30) return undefined
  if (isAt(1, "PNG")) return [head.readUInt32BE(16), head.readUInt32BE(20)]
  if (isAt(0, "GIF8")) return [head.readUInt16LE(6), head.readUInt16LE(8)]
  if (isAt(0, "RIFF") && isAt(8, "WEBP")) return webpSize(head, head.toString("latin1", 12, 16))
  return head.readUInt16BE(0) === 0xffd8 ? jpegSize(head) : undefined
}

function webpSize(head: Buffer, kind: string): Size | undefined {
  if (kind === "VP8 ") return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff]
  if (kind === "VP8X") return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1]
  if (kind !== "VP8L") return undefined
  const bits = head.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

/** Goes from segment to segment to the one that begins a frame. */
function jpegSize(head: Buffer): Size | undefined {
  for (let at = 2; at + 9 < head.length; ) {
    const marker = head[at + 1] as number
    if (head[at] !== 0xff) return undefined
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)]
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}

function pagesIn(data: string): number {
  const part = bytesOf(data.slice(0, PDF_PART)).toString("latin1")
  const found = part.match(/\/Type\s{0,8}\/Page(?![A-Za-z])/g)?.length ?? 0
  const perPage = found === 0 ? BYTES_PER_PAGE : part.length / found
  return Math.min(MOST_PAGES, Math.max(1, Math.round(bytesIn(data.length) / perPage)))
}
