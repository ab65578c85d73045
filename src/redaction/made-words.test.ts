import { describe, expect, test } from "bun:test"
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
