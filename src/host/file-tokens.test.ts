import { describe, expect, test } from "bun:test"
import { fileTokens } from "./file-tokens.ts"

const base64 = (bytes: Buffer | string) => Buffer.from(bytes as string, "latin1").toString("base64")
const file = (mime: string, bytes: Buffer) => ({
  type: "file",
  mime,
  url: `data:${mime};base64,${bytes.toString("base64")}`,
})
/** So many bytes of nothing after what an image begins with. */
const filled = (...start: (Buffer | string | number[])[]) =>
  Buffer.concat([
    ...start.map((one) => (typeof one === "string" ? Buffer.from(one, "latin1") : Buffer.from(one as number[]))),
    Buffer.alloc(300_000),
  ])
const u16 = (value: number) => [value >> 8, value & 255]
const little = (value: number, bytes: number) => Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255)

const png = (width: number, height: number) =>
  filled("\x89PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, ...u16(width), 0, 0, ...u16(height)])
/** With remarks of the camera's before the frame. */
const jpeg = (width: number, height: number, remarks = 3000) =>
  filled(
    [0xff, 0xd8, 0xff, 0xe1, ...u16(remarks)],
    Buffer.alloc(remarks - 2, 0xc0),
    [0xff, 0xc4, 0, 4, 1, 2],
    [0xff, 0xc2, 0, 17, 8, ...u16(height), ...u16(width)],
  )
const gif = (width: number, height: number) => filled("GIF89a", little(width, 2), little(height, 2))
const webp = (kind: string, ...rest: number[]) => filled("RIFF", [1, 2, 3, 4], "WEBP", kind, [5, 6, 7, 8], rest)

describe("an image costs by its width and height", () => {
  const small = 400 // 600 x 500
  test.each([
    ["image/png", png(600, 500), small],
    ["image/jpeg", jpeg(600, 500), small],
    ["image/gif", gif(600, 500), small],
    ["image/webp", webp("VP8 ", 0, 0, 0, 0x9d, 1, 0x2a, ...little(600, 2), ...little(500, 2)), small],
    ["image/webp", webp("VP8L", 0x2f, ...little(599 | (499 << 14), 4)), small],
    ["image/webp", webp("VP8X", 0, 0, 0, 0, ...little(599, 3), ...little(499, 3)), small],
    ["image/png", png(6000, 5000), 1600],
    ["image/png", png(0, 500), 1600],
    // The frame comes after all that is looked at.
    ["image/jpeg", jpeg(600, 500, 65_000), 1600],
    ["image/svg+xml", Buffer.from("<svg/>"), 1600],
    ["image/png", Buffer.alloc(0), 1600],
  ])("%s", (mime, bytes, tokens) => {
    expect(fileTokens(file(mime, bytes))).toBe(tokens)
  })
})

test("a PDF costs by its pages, and by its bytes where they are packed", () => {
  const pdf = (text: string, length: number) =>
    file(
      "application/pdf",
      Buffer.from(text.padEnd(length - 40) + `startxref ${text.length} %%EOF`.padEnd(40), "latin1"),
    )
  const pages = (count: number) => "<< /Type /Pages /Count 9 >>".concat("<</Type/Page /Parent 1 0 R>>\n".repeat(count))
  const perPage = fileTokens(pdf(pages(1), 400_000))
  expect([perPage >= 1500, perPage <= 3000]).toEqual([true, true])
  expect(fileTokens(pdf(pages(12), 400_000)) / perPage).toBe(12)
  expect(fileTokens(pdf("%PDF-1.5", 400_000)) / perPage).toBe(8)
  expect(fileTokens(pdf("%PDF-1.5", 10)) / perPage).toBe(1)
  // More than is looked at: the rest is taken to be like it.
  expect(fileTokens(pdf(pages(10), 6_291_456)) / perPage).toBe(40)
  expect(fileTokens(pdf(pages(5000), 400_000)) / perPage).toBe(100)
})

test("the same in every form in which hosts hand files over", () => {
  const data = base64(png(600, 500))
  const uri = `data:image/png;name=a.png;base64,${data}`
  const asset = { source: { type: "base64", data, mediaType: "image/png" } }
  const forms = [
    { type: "file", mime: "image/png", url: uri },
    { type: "file", uri, mime: "image/png", name: "a.png" },
    { type: "file", uri },
    { type: "media", media: asset },
    { type: "media", data, mediaType: "image/png" },
  ]
  expect(forms.map(fileTokens)).toEqual(forms.map(() => 400))
})

test("what cannot be looked at counts as a large image, and a text by its length", () => {
  const odd = [
    null,
    7,
    {},
    { mime: "image/png", url: "https://example.com/a.png" },
    { media: { source: { url: "x" } } },
  ]
  expect(odd.map(fileTokens)).toEqual(odd.map(() => 1600))
  expect(fileTokens(file("text/csv", Buffer.alloc(3999)))).toBe(1000)
})

test("a file is decoded once, however often the host builds its part again", () => {
  const { from } = Buffer
  const bytes = file("application/pdf", Buffer.from("a file of its own".padEnd(3_000_000), "latin1"))
  let decoded = 0
  Buffer.from = ((...args: Parameters<typeof from>) => {
    decoded++
    return from(...args)
  }) as typeof from
  try {
    expect(new Set([1, 2, 3].map(() => fileTokens({ ...bytes }))).size).toBe(1)
  } finally {
    Buffer.from = from
  }
  expect(decoded).toBe(1)
})
