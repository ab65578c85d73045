import { describe, expect, test } from "bun:test"
import { randomFrom } from "../../test/bed/seeded-random.ts"
import { isMade } from "./made-words.ts"
import { redact, redactText } from "./redact.ts"

const key = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"

describe("keys of a vendor that no table knows", () => {
  test.each([
    [`it printed ${key} and ended`, "it printed [REDACTED:secret] and ended"],
    [`acme_${key}`, "[REDACTED:secret]"],
    [`acme-live-${key}`, "[REDACTED:secret]"],
    [`use ${key.toLowerCase()} here`, "use [REDACTED:secret] here"],
    [`client = Acme("${key}")`, 'client = Acme("[REDACTED:secret]")'],
    [`${key.slice(0, 14)}_${key.slice(14)}-x9`, "[REDACTED:secret]"],
    [`${key}.G${key.slice(3, 8)}.${key}`, "[REDACTED:secret]"],
  ])("%p becomes %p", (text, expected) => expect(redactText(text)).toBe(expected))
})

describe("what machines make and may be seen", () => {
  test.each([
    `ses_${key}`,
    `toolu_${key}`,
    `srvtoolu_01${key}`,
    `in_1${key.slice(0, 23)}`,
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eUqK7bX2mVz9Rt me@box",
    `256 SHA256:${key}x7Kq2mVz9Rt me@box (ED25519)`,
    `sha256 = "${key.toLowerCase()}0x7kq2mvz9rtl4whs8dn";`,
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    `https://docs.example.org/d/${key}/edit`,
    `integrity: "${key}"`,
    `user_id=${key}`,
    `publishable key: ${key}`,
    `pk_live_${key}`,
    "sha512-oqRpYzlWpYLnVsJSCLJpbGDzS6vHfMPjTxrqqkE4mWzqSFjYmFKiFYlCqBOx4AkbbM2Pgw8PKRlIy1SnCxqvSQ==",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "0x51454d5520434647ULL",
    "eyJrZXkiOiJ2YWx1ZSJ9eyJrZXkiOiJ2",
    "getElementsByClassNameAndTagName2",
    "xmlSecGnuTLSKeyDataX509Id",
    "PBESv1SHA1And3KeyTripleDESCBC",
    "GOST2012-GOST8912-GOST8912",
    "CUPTI_RUNTIME_TRACE_CBID_cudaD3D11GetDevice_v3020",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
    "node-v22.1.0-linux-x64-2024-11-16T04-30-58",
  ])("%p", (text) => expect(redact(text)).toEqual({ text, found: [] }))

  test("a line of a block of base64", () => {
    const line = "GwnpXtlR22ciYaQqPEh346B8pt5zohQDhT37qw4wxYMWM4ETCJ57NE7fQMh017l9"
    expect(redact(`${line}\n${line}\n`).found).toEqual([])
    expect(isMade(line)).toBe(true)
  })
})

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

function made(length: number, signs = LETTERS): string {
  const random = randomFrom(length)
  return Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join("")
}

describe("a word with nothing that says it is a secret", () => {
  test("is one with up to 200 characters", () =>
    expect(redactText(`it printed ${made(200)} and ended`)).toBe("it printed [REDACTED:secret] and ended"))

  const base64url = made(900, `${LETTERS}-_`)
  test.each([
    ["any", `it printed ${made(201)} and ended`],
    ["base36", `{"blob":"${made(5000, LETTERS.slice(26))}"}`],
    ["a state in an address", `https://example.org/callback?state=${base64url}&lang=en`],
    ["a picture", `{"thumbnail":"${base64url}"}`],
  ])("is a payload if it is longer: %s", (_name, text) => expect(redact(text)).toEqual({ text, found: [] }))

  test.each(["password", "token", "apiToken"])("is a secret at any length behind a label: %s", (label) =>
    expect(redactText(`{"${label}":"${base64url}"}`)).toBe(
      `{"${label}":"[REDACTED:${label === "password" ? label : "token"}]"}`,
    ),
  )
})

describe("a mangled name is no secret", () => {
  const hash = "17h3fA9cK7bX2mVz9RtE"
  const symbols = [
    "_RNvXs7_NtCs9ltgdHTiPiY_4core3fmtNtB5_3ArgNtB5_7Display3fmtCs2Kx9QmV7bR4_1a",
    "__RINvNtCs9ltgdHTiPiY_4core3ptr13drop_in_placeNtCs1z7Qk2XbM9_3dep5Thing4Kv8ECs2Kx9QmV7bR4_1a",
    "_RCNvNtCs9ltK7bX2mVz9Rt_3std2rt10lang_start0Cs2Kx9QmV7bR4_1a",
    "_ZNSt8_Rb_treeIiSt4pairIKi1AESt10_Select1stIS3_ESt4lessIiESaIS3_EE24_M_get_insert_unique_posERS1_",
    "__ZN4K7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU",
    `_ZN4core3ptr42drop_in_place$LT$alloc..K7bX2mVz9RtL4wHs8DnJ5cYf$GT$${hash}`,
    `.text.unlikely._ZN4core3ptr42K7bX2mVz9RtL4wHs8DnJ5cYf${hash}`,
    "$s4K7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU",
    "_$s4K7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU",
    "?K7bX2mVz9RtL4wHs8DnJ5cYf@V2qK7bX2mVz9RtL4wHs8DnJ5@@QEAAXXZ",
  ]
  test.each(symbols.flatMap((symbol) => [symbol, `${symbol.slice(0, -1)}${"3aB4Cd7Ef".repeat(300)}`]))(
    "%p",
    (symbol) => {
      const text = `prog: symbol lookup error: libx.so: undefined symbol: ${symbol}`
      expect(redact(text)).toEqual({ text, found: [] })
    },
  )

  test.each([`acme_Z9${key}`, `$6$s${key}`, `_Z9x ${key}`, `_Z9x-${key}`])(
    "and what only has its signs is: %p",
    (text) => expect(redactText(text)).not.toContain(key),
  )
})
