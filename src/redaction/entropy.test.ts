import { describe, expect, test } from "bun:test"
import { entropy, isDigest, isUuid, isWordy, looksRandom, mixesDigits } from "./entropy.ts"

const key = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"

describe("entropy", () => {
  test("is zero for one character and the size of the alphabet for all of them", () => {
    expect(entropy("aaaa")).toBe(0)
    expect(entropy("abcd")).toBe(2)
    expect(entropy("0123456789abcdef")).toBe(4)
    expect(entropy("")).toBe(0)
  })

  test.each([key, "9f3a07be5c61d2849f3a07be5c61d284", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYSECRETSKEY"])(
    "%s looks random",
    (value) => {
      expect(looksRandom(value)).toBe(true)
    },
  )

  test.each([
    "my-service-account-2024",
    "UserTokenFactoryProvider",
    "aaaaaaaaaaaaaaaa1",
    "12345678901234567890",
    "short1A",
    "with blanks 1A qK7bX2mVz9",
  ])("%s does not", (value) => expect(looksRandom(value)).toBe(false))

  test("names with a digit at the end are not a mixture", () => {
    expect(["abc123def", "tok123", "key123", "x4GhQwLpRt"].every(mixesDigits)).toBe(true)
    expect(["oauth2", "python3", "12345", "abcdef", "Utf8Token"].some(mixesDigits)).toBe(false)
  })

  test("words, digests and UUIDs are known", () => {
    expect(isWordy("deploy-user-name-1")).toBe(true)
    expect(isWordy(key)).toBe(false)
    expect([32, 40, 64, 128].every((length) => isDigest("9f".repeat(length / 2)))).toBe(true)
    expect(isDigest("9f".repeat(21))).toBe(false)
    expect(isDigest("sha512-abc")).toBe(true)
    expect(isUuid("550e8400-e29b-41d4-a716-446655440000")).toBe(true)
    expect(isUuid("550e8400e29b41d4a716446655440000")).toBe(false)
  })
})
