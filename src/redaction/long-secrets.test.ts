// A secret may have any length. A pattern that reads only so many of its characters leaves the rest, or gives up on all of it, and both are leaks.
// Every place and every form without an upper bound has its line here; what the patterns of formats read at most is 400. A made word that has
// neither is no secret if it is longer than 200: that it is one is only a guess (made-words.test.ts).
import { describe, expect, test } from "bun:test"
import { randomFrom } from "../../test/bed/seeded-random.ts"
import { GITLEAKS_FORMATS } from "./gitleaks-formats.ts"
import { OWN_FORMATS } from "./own-formats.ts"
import { redactText } from "./redact.ts"
import { redactInSlices } from "./redact-in-slices.ts"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
const base64 = (length: number) => made(length, `${LETTERS}+/`)

function made(length: number, signs = LETTERS): string {
  const random = randomFrom(length)
  return Array.from({ length }, () => signs[Math.floor(random() * signs.length)]).join("")
}

/** No eight characters in a row are left. */
function isGone(secret: string, left: string): boolean {
  const bare = left.replace(/\[REDACTED:[a-z\d-]+\]/g, "\n")
  for (let at = 0; at + 8 <= secret.length; at += 4) if (bare.includes(secret.slice(at, at + 8))) return false
  return !bare.includes(secret.slice(-8))
}

type Line = readonly [
  name: string,
  bound: number,
  text: (secret: string) => string,
  secret?: (length: number) => string,
]

const pem = (length: number) =>
  base64(64 * Math.ceil(length / 64))
    .replace(/.{64}/g, "$&\n")
    .trim()

const PLACES: readonly Line[] = [
  ["a password in an address", 4000, (secret) => `https://aws:${secret}@npm.example.com/x`],
  [
    "a password in an address behind a long name",
    100,
    (secret) => `https://${made(3000)}:a1${secret}@npm.example.com/x`,
  ],
  ["a token in an address", 200, (secret) => `https://${secret}@npm.example.com/x`],
  ["bearer", 4000, (secret) => `Authorization: Bearer ${secret} and more`],
  ["basic", 400, basic((secret) => `AWS:${secret}`)],
  ["basic, a token as the name", 200, basic((secret) => `${secret}:x-oauth-basic`)],
  ["authorization", 4000, (secret) => `authorization: token ${secret} and more`],
  ["curl", 200, (secret) => `curl -u bob:${secret} https://example.com`],
  ["sshpass", 200, (secret) => `sshpass -p ${secret} ssh example.com`],
  ["mysql", 200, (secret) => `mysql -u root -p${secret} db`],
  ["docker", 200, (secret) => `docker login -u AWS -p ${secret} 1.dkr.ecr.example.com`],
  ["a pair", 200, (secret) => `creds: admin:a1${secret} and more`],
  [".pgpass", 200, (secret) => `db.example.org:5432:app:bob:${secret}`],
  ["a cookie", 4000, (secret) => `Cookie: sid=${secret}; theme=dark`],
  ["a variable", 4000, (secret) => `API_TOKEN=${secret}\nUSER=x`],
  [
    "a variable with signs",
    4000,
    (secret) => `DB_PASSWORD=a1B2${secret}\nUSER=x`,
    (n) => made(n, `${LETTERS}!#$%&*+,;`),
  ],
  ["a password with signs", 128, (secret) => `password: a1B2${secret}`, (n) => made(n, `${LETTERS}!#$%&*+`)],
  ["behind a colon", 4000, (secret) => `api key: ${secret} and more`],
  ["in a sentence", 4000, (secret) => `the token is ${secret}, and more`],
  ["before its label", 200, (secret) => `use ${secret} as the API key`],
  ...['""', "''", "``", "「」", "『』", "“”"].map(
    ([open, close]): Line => [`in ${open}${close}`, 2000, (secret) => `password = ${open}a1 ${secret}${close}, more`],
  ),
  ["in JSON", 2000, (secret) => JSON.stringify({ password: `a1${secret}`, user: "bob" })],
  ["in JSON in JSON", 2000, (secret) => JSON.stringify(JSON.stringify({ password: `a1${secret}`, user: "bob" }))],
  ["a passphrase", 2000, (secret) => `passphrase: "${secret}"`, (n) => made(n, `${LETTERS}    `).trim()],
  ["in quotes that were cut", 2000, (secret) => `PASSPHRASE="${secret}`, (n) => made(n, `${LETTERS}    `).trim()],
  [
    "encoded",
    2000,
    (secret) => `${"some words ".repeat(2000)}?access_token%3D${secret}%26x=1 ${"and more ".repeat(2000)}`,
  ],
  ["a word with dots", 200, (secret) => `what is ${made(40)}.${secret}.${secret} good for?`],
  ["a private key without its end", 20_000, (secret) => `-----BEGIN PRIVATE KEY-----\n${secret}\n\nand more`, pem],
  ["a private key on one line without its end", 20_000, (secret) => `-----BEGIN PRIVATE KEY-----${secret}`, base64],
  ["a private key without its beginning", 20_000, (secret) => `and\n\n${secret}\n-----END PRIVATE KEY-----\n`, pem],
  ["a private key on one line without its beginning", 20_000, (secret) => `${secret}-----END PRIVATE KEY-----`, base64],
  ["a PuTTY key", 13_000, (secret) => `Private-Lines: 14\n${secret}\nPrivate-MAC: 1`, pem],
]

const FORMS: readonly Line[] = [
  ["a cookie behind a long one", 4096, (secret) => `Cookie: theme=${"dark-".repeat(900)}; sid=${secret}; x=1`],
  ["bedrock", 2000, (secret) => `bedrock-api-key-${secret}`],
  ["a signature of AWS", 2000, (secret) => `?X-Amz-Security-Token=${secret}&x=1`],
  ["an account key of Azure", 120, (secret) => `AccountKey=${secret}==;x=1`, base64],
  ["a signature of Azure", 200, (secret) => `https://a.blob.core.windows.net/c?sp=r&sig=${secret}`],
  ["a webhook of Slack", 100, (secret) => `https://hooks.slack.com/services/${secret}`],
  ["a webhook of Teams", 300, (secret) => `https://a.webhook.office.com/webhookb2/${secret}`],
  ["a webhook of Discord", 100, (secret) => `https://discord.com/api/webhooks/123456789012345678/${secret}`],
  ["openai, the first part", 100, (secret) => `sk-${secret}T3BlbkFJ${made(60)}`],
  ["openai, the second part", 100, (secret) => `sk-${made(60)}T3BlbkFJ${secret}`],
  ["sk-", 200, (secret) => `sk-${secret}`],
  ["sk- with signs", 200, (secret) => `sk-proj-${secret}`, (n) => made(n, `${LETTERS}_`)],
  ...[0, 1, 2].map((at): Line => [`jwt, part ${at}`, 4000, (secret) => jwt(3, at, secret)]),
  ...[1, 2, 3, 4].map((at): Line => [`jwe, part ${at}`, 200, (secret) => jwt(5, at, secret)]),
  ["jwk", 2000, (secret) => `{"kty":"RSA","d":"${secret}"}`],
  ["terraform", 70, (secret) => `${made(14)}.atlasv1.${secret}`],
]

function basic(pair: (secret: string) => string): Line[2] {
  return (secret) => `Authorization: Basic ${Buffer.from(pair(secret)).toString("base64")}`
}

function jwt(parts: number, at: number, secret: string): string {
  return `eyJ${Array.from({ length: parts }, (_, i) => (i === at ? secret : made(40 + i))).join(".")}`
}

const lengthsFor = (bound: number) => [...new Set([bound + 1, 2 * bound, 5000, 20_000])]

describe("nothing is left of a secret that is longer than any usual one", () => {
  test.each([...PLACES, ...FORMS])("%s, of %d characters and more", (_name, bound, text, secret = made) => {
    for (const length of lengthsFor(bound)) {
      const value = secret(length)
      const left = redactText(text(value))
      const decoded = /Basic ([^[\s]+)$/.exec(left)?.[1]
      expect({ length, gone: isGone(value, left), decoded }).toEqual({ length, gone: true, decoded: undefined })
      expect(left.length).toBeLessThan(text("").length + 100)
    }
  })
  test.each(PLACES)("%s, of %d characters and more, in slices", async (_name, bound, text, secret = made) => {
    for (const length of lengthsFor(bound)) {
      const value = secret(length)
      const whole = `${"plain words of a log, line 7\n".repeat(400)}${text(value)}${"\nand some more of it".repeat(2000)}`
      const { text: left } = await redactInSlices(whole, async () => undefined)
      const decoded = /Basic ([^[\s]+)/.exec(left)?.[1]
      expect({ length, gone: isGone(value, left), decoded }).toEqual({ length, gone: true, decoded: undefined })
    }
  })
})

/** Every body without an upper bound of every line of both tables, its open part as long as it may be. */
const OPEN_BODIES = [OWN_FORMATS.formats, GITLEAKS_FORMATS.formats].flatMap((table) =>
  table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [kind = "", beginnings = "", ...bodies] = line.split(/ +/)
      return bodies.flatMap((body) =>
        [...body.matchAll(/\+/g)].map(
          ({ index }) => [`${kind} ${body}`, index, beginnings.split(",")[0] ?? "", body] as const,
        ),
      )
    }),
)

const SIGNS: Readonly<Record<string, string>> = {
  B: `${LETTERS}+/`,
  D: "0123456789",
  H: "0123456789abcdef",
  K: `${LETTERS}_+/-`,
  L: LETTERS.slice(26),
  N: `${LETTERS}-`,
  P: `${LETTERS}_.-`,
  T: LETTERS.slice(0, 52),
  U: `${LETTERS.slice(0, 26)}${LETTERS.slice(52)}`,
  W: `${LETTERS}_-`,
}

function bodyOf(body: string, open: number, length: number): string {
  return body.replace(/([A-Z])(\d+)(\+|-\d+)?|=/g, (element, letter: string, least: string, more = "", at: number) =>
    element === "="
      ? ""
      : made(at + element.length - 1 === open && more === "+" ? length : Number(least), SIGNS[letter]),
  )
}

test.each(OPEN_BODIES)(
  "nothing is left of %s, however long its part before character %d is",
  (_name, at, begin, body) => {
    for (const length of lengthsFor(400)) {
      const secret = bodyOf(body, at, length)
      const left = redactText(`${begin}${secret} and more`)
      expect({ length, left: left.replace(/^.*\[REDACTED:[a-z\d-]+\]/, "") }).toEqual({ length, left: " and more" })
    }
  },
)

test("what a format says of its length is no limit of reading", () => {
  const most = [...`${OWN_FORMATS.formats}${GITLEAKS_FORMATS.formats}`.matchAll(/[A-Z]\d+-(\d+)/g)].map(([, most]) =>
    Number(most),
  )
  expect(Math.max(...most)).toBeLessThanOrEqual(150)
})
