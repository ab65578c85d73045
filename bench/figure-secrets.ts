// Secrets in corpora that the rules were not written from, passwords as managers make them, and harmless texts. A secret is found only if
// nothing of it is left: half a secret is a leak.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { redactText } from "../src/redaction/redact.ts"
import { randomFrom } from "../test/bed/seeded-random.ts"
import type { Figure, Row } from "./table.ts"

const DATA = process.env.CAIRN_BENCH_DATA ?? "../shared/data"
/** What may be left of a secret: the sign that ends it or a prefix that every such key has. */
const LEFT = 5
const SHOWN = process.env.CAIRN_BENCH_SHOW === "1"

interface SecretLine {
  readonly text: string
  readonly secret: string
  readonly kind?: string
  readonly bare?: boolean
}

export async function secretsFigure(): Promise<Figure> {
  const secrets = filesOf("secrets").flatMap((file) => linesOf<SecretLine>(file))
  const harmless = filesOf("harmless").flatMap((file) => linesOf<{ text: string }>(file))
  const rows = [...vendorRows(secrets), ...alarmRows(harmless), ...passwordRows()]
  return {
    title: "Secrets that the rules were not written from",
    about: `\`security/secrets*.jsonl\` (rows of text, secret, kind, bare) and \`security/harmless*.jsonl\` (rows of text) below \`CAIRN_BENCH_DATA\`, whoever collected them: ${secrets.length} secrets and ${harmless.length} harmless texts in this run. Found: no ${LEFT} characters in a row of the secret are left. Passwords are made here, as managers make them, from letters and digits with a manager's signs, from all signs of a keyboard but quotes, and from letters and signs of several scripts.`,
    rows,
  }
}

function vendorRows(secrets: readonly SecretLine[]): Row[] {
  return [
    { what: "secrets in context", some: secrets.filter(({ bare }) => !bare), least: 0.95 },
    { what: "secrets that stand bare", some: secrets.filter(({ bare }) => bare), least: 0.8 },
  ].flatMap(({ what, some, least }) => {
    if (some.length === 0) return []
    const missed = some.filter(({ text, secret }) => isLeft(redactText(text), secret, text))
    if (SHOWN) for (const { kind, text } of missed) process.stderr.write(`missed ${kind}: ${text.slice(0, 120)}\n`)
    const found = some.length - missed.length
    const kinds = [...new Set(missed.map(({ kind = "?" }) => kind))].slice(0, 12).join(", ")
    return {
      what,
      cairn: `${found} of ${some.length} (${(found / some.length).toFixed(2)})${kinds && `; missed: ${kinds}`}`,
      target: { text: `at least ${least}`, met: found >= least * some.length },
    }
  })
}

function alarmRows(harmless: readonly { text: string }[]): Row[] {
  if (harmless.length === 0) return []
  const alarms = harmless.filter(({ text }) => redactText(text) !== text)
  if (SHOWN) for (const { text } of alarms) process.stderr.write(`alarm: ${redactText(text).slice(0, 200)}\n`)
  return [
    {
      what: "false alarms on harmless texts",
      cairn: `${alarms.length} of ${harmless.length} (${((100 * alarms.length) / harmless.length).toFixed(2)} %)`,
      target: { text: "at most 0.5 %", met: alarms.length <= 0.005 * harmless.length },
    },
  ]
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
const KEYBOARD = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
  (sign) => !"\"'`".includes(sign),
)
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  "a manager's signs": [...`${LETTERS}!@#$%^&*`],
  "all signs of a keyboard": KEYBOARD,
  "several scripts": [...`${LETTERS}äöüßéñçøåł§€£±яжфщ中文字パスワ한글עב`],
}
const PLACES: Readonly<Record<string, (password: string) => string>> = {
  "as a variable": (password) => `DB_PASSWORD=${password}\nDB_USER=app`,
  "in quotes": (password) => `password = "${password}"`,
  "behind a colon": (password) => `password: ${password}`,
  "in a sentence": (password) => `the password is ${password} and the port 5432`,
}
const PASSWORDS = 400

function passwordRows(): Row[] {
  return Object.entries(SIGNS).map(([what, signs]) => {
    const random = randomFrom(7)
    const parts = Object.entries(PLACES).map(([place, text]) => {
      let found = 0
      for (let i = 0; i < PASSWORDS; i++) {
        const length = [12, 16, 20, 32][i % 4] as number
        const password = Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join("")
        if (!isLeft(redactText(text(password)), password)) found++
      }
      return `${((100 * found) / PASSWORDS).toFixed(0)} % ${place}`
    })
    return { what: `passwords of ${what}`, cairn: parts.join(", ") }
  })
}

/** What is in the mark, or was beside the secret in the first place, is not left of it: keys begin with their vendor's name. */
function isLeft(redacted: string, secret: string, text = ""): boolean {
  const left = redacted.replace(/\[REDACTED:[\w-]+\]/g, " ")
  const beside = text.replaceAll(secret, " ")
  const least = Math.min(LEFT, secret.length)
  for (let at = 0; at + least <= secret.length; at++) {
    const part = secret.slice(at, at + least)
    if (left.includes(part) && !beside.includes(part)) return true
  }
  return false
}

/** Every file of the name, so that another half beside the first is measured too. */
function filesOf(name: string): string[] {
  const folder = join(DATA, "security")
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.startsWith(name) && file.endsWith(".jsonl"))
    .sort()
}

function linesOf<T>(file: string): T[] {
  return readFileSync(join(DATA, "security", file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T)
}
