import { describe, expect, test } from "bun:test"
import { generateKeyPairSync } from "node:crypto"
import { redact, redactText } from "./redact.ts"

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
const ed25519 = generateKeyPairSync("ed25519").privateKey
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
const keys = [
  rsa.export({ type: "pkcs8", format: "pem" }),
  rsa.export({ type: "pkcs1", format: "pem" }),
  rsa.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" }),
  ed25519.export({ type: "pkcs8", format: "pem" }),
  ec.export({ type: "sec1", format: "pem" }),
].map(String)
const key = keys[0] as string
const lines = key.trim().split("\n")
const bodyOf = (pem: string) => pem.split("\n").filter((line) => line && !line.startsWith("-----"))

/** No line of the key, nor a half of one, is left. */
function expectGone(text: string, pem = key) {
  const left = redactText(text)
  expect(redact(text).found.map(({ kind }) => kind)).toContain("private-key")
  for (const line of bodyOf(pem)) {
    expect(left).not.toContain(line.slice(0, 24))
    expect(left).not.toContain(line.slice(-24))
  }
  expect(redactText(left)).toBe(left)
  return left
}

describe("private keys", () => {
  test.each(keys.map((pem) => [pem.split("\n")[0], pem] as const))("%s", (_name, pem) => {
    expect(redactText(`before\n${pem}after`)).toBe("before\n[REDACTED:private-key]\nafter")
    expect(redactText(pem.replaceAll("\n", "\r\n"))).toBe("[REDACTED:private-key]\r\n")
  })

  test.each([
    ["escaped line ends", JSON.stringify({ key })],
    ["escaped twice", JSON.stringify(JSON.stringify({ key }))],
    ["URL-encoded", `key=${encodeURIComponent(key)}&x=1`],
    ["a form body", `key=${new URLSearchParams({ key }).toString()}`],
    ["an environment variable", `PRIVATE_KEY="${key.replaceAll("\n", "\\n")}"`],
    ["a file listing", lines.map((line, i) => `${String(i + 1).padStart(5, "0")}| ${line}`).join("\n")],
    ["quoted mail", lines.map((line) => `> ${line}`).join("\n")],
    ["YAML", `key: |\n${lines.map((line) => `    ${line}`).join("\n")}`],
    ["concatenated strings", lines.map((line) => `  "${line}\\n" +`).join("\n")],
    ["one line of blanks", lines.join(" ")],
    ["a diff", lines.map((line) => `+${line}`).join("\n")],
  ])("in %s", (_name, text) => {
    expectGone(`before ${text} after`)
  })

  test("cut off at the end, at any line", () => {
    for (let count = 2; count < lines.length; count++)
      expectGone(`${lines.slice(0, count).join("\n")}\n`, lines.slice(0, count).join("\n"))
    expect(expectGone(`${lines.slice(0, 5).join("\n")}\nand so on`, lines.slice(0, 5).join("\n"))).toBe(
      "[REDACTED:private-key]\nand so on",
    )
    expectGone(JSON.stringify(lines.slice(0, 6).join("\n")), lines.slice(0, 6).join("\n"))
    expectGone(lines.slice(0, 6).join("\n").slice(0, -10), lines.slice(0, 5).join("\n"))
  })

  test("cut off at the beginning", () => {
    const tail = lines.slice(6).join("\n")
    expect(expectGone(`the file\n${tail}\nend`, tail)).toBe("the file\n[REDACTED:private-key]\nend")
  })

  test("text between two halves stays", () => {
    const prose = "The fence opens a key, and the other one closes it; between them stands this sentence. ".repeat(400)
    const text = `-----BEGIN PRIVATE KEY-----\n${lines[1]}\n${prose}\n${lines.at(-2)}\n${lines.at(-1)}`
    expect(redactText(text)).toBe(`[REDACTED:private-key]\n${prose}\n[REDACTED:private-key]`)
  })

  test("two keys are two", () => {
    expect(redact(`${keys[0]}and\n${keys[1]}`)).toEqual({
      text: "[REDACTED:private-key]\nand\n[REDACTED:private-key]\n",
      found: [{ kind: "private-key", count: 2 }],
    })
  })

  test.each([
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nxxx\n-----END PRIVATE KEY-----",
    "grep for -----BEGIN PRIVATE KEY----- in the tree",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqK7bX2mVz9RtL4wHs8DnJ5cYf3Gp\n-----END PUBLIC KEY-----",
    "-----BEGIN CERTIFICATE-----\nMIIDOjCCAiICCQCmbkQEYlfyoTANBgkqhkiG9w0BAQUFADBeMQswCQYDVQQGEwJ1\n-----END CERTIFICATE-----",
  ])("%p stays", (text) => expect(redactText(text)).toBe(text))
})
