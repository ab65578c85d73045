import { describe, expect, test } from "bun:test"
import { generateKeyPairSync } from "node:crypto"
import { redactText } from "./redact.ts"
import { redactInSlices } from "./redact-in-slices.ts"

const encoded = (text: string) => Buffer.from(text).toString("base64")
const wrapped = (base64: string, width: number, end: string) =>
  base64.replace(new RegExp(`.{${width}}`, "g"), `$&${end}`)
const pair = generateKeyPairSync("rsa", { modulusLength: 2048 })
const key = String(pair.privateKey.export({ type: "pkcs8", format: "pem" }))
const publicKey = String(pair.publicKey.export({ type: "spki", format: "pem" }))
const password = "k7Tq2mVz9RtL"

/** Eight characters of what was encoded that are still there, wherever a line may have been cut. */
function leftOf(base64: string, text: string): string[] {
  const pieces = Array.from({ length: Math.floor(base64.length / 8) }, (_, at) => base64.slice(8 * at, 8 * at + 8))
  return pieces.filter((piece) => text.includes(piece))
}

describe("a secret that is encoded in base64 goes, with all that was encoded with it", () => {
  test.each([
    ["the key of a kubeconfig", "private-key", key, (it: string) => `    client-key-data: ${it}\n`],
    [
      "a key that base64 has wrapped",
      "private-key",
      key,
      (it: string) => `$ base64 key.pem\n${wrapped(it, 76, "\n")}\n$ `,
    ],
    [
      "a key in a block of YAML",
      "private-key",
      key,
      (it: string) => `tls.key: >-\n${wrapped(`    ${it}`, 68, "\n    ")}\n`,
    ],
    ["a key in a string", "private-key", key, (it: string) => `"a\\n${wrapped(it, 64, "\\n")}\\n"`],
    ["an address", "url", `postgres://app:${password}@db:5432/app`, (it: string) => `  DB_URL: ${it}\n`],
    ["a file of variables", "token", `USER=app\nAPI_TOKEN=${password}\n`, (it: string) => `ENV_FILE=${it}\n`],
    [
      "an account of a service",
      "private-key",
      JSON.stringify({ type: "service_account", private_key: key }),
      (it: string) => `SA='${it}'`,
    ],
  ])("%s", (_what, kind, text, around) => {
    const base64 = encoded(text)
    const left = redactText(around(base64))
    expect(left).toContain(`[REDACTED:${kind}]`)
    expect(leftOf(base64, left)).toEqual([])
    expect(redactText(left)).toBe(left)
  })

  test("however short the last line of a wrapped block is", () => {
    const lasts = Array.from({ length: 90 }, (_, more) => {
      const base64 = encoded(`USER=${"a".repeat(19 + more)}\nAPI_TOKEN=${password}\n`)
      return redactText(`env: |\n  ${base64.match(/.{1,64}/g)?.join("\n  ")}\nnext: line\n`)
    })
    expect(new Set(lasts)).toEqual(new Set(["env: |\n  [REDACTED:token]\nnext: line\n"]))
  })

  test("a word below the block stays", () => {
    const base64 = encoded(`USER=${"a".repeat(62)}\nAPI_TOKEN=${password}\n`)
    const text = `${wrapped(base64, 64, "\n")}\n`
    expect(redactText(`${text}done\n`)).toBe("[REDACTED:token]\ndone\n")
    const line = encoded(`USER=${"a".repeat(58)}\nAPI_TOKEN=${password}\n`)
    expect(line).toMatch(/^[^=]{116}$/)
    expect(redactText(`echo ${line}\ndone\n`)).toBe("echo [REDACTED:token]\ndone\n")
  })

  test("also in slices", async () => {
    const base64 = encoded(key)
    const lines = "an ordinary line of a long output\n".repeat(2000)
    const { text } = await redactInSlices(`${lines}key: ${base64}\n${lines}`, async () => undefined)
    expect(text).toBe(`${lines}key: [REDACTED:private-key]\n${lines}`)
  })

  test("a token of a container registry", () => {
    const token = encoded(
      JSON.stringify({ payload: encoded("x".repeat(90)), datakey: encoded("y".repeat(90)), version: "2" }),
    )
    expect(redactText(`$ aws ecr get-login-password\n${token}\n`)).toBe(
      "$ aws ecr get-login-password\n[REDACTED:aws]\n",
    )
  })
})

test.each([
  ["a certificate or public key", encoded(publicKey)],
  ["text", encoded("The quick brown fox jumps over the lazy dog, again and again.")],
  ["code that handles secrets", encoded("const password = await askFor('password')\nlogin(user, password)\n")],
  ["a picture", Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919) % 251)).toString("base64")],
  ["a path", "/usr/lib/python3/distpackages/numpy/core/include/numpy/ndarraytypes"],
])("%s in base64 is left", (_what, base64) => expect(redactText(`data: ${base64}\n`)).toBe(`data: ${base64}\n`))
