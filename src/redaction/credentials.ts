// Secrets that are recognised by their place: in an address, an authorization or cookie header, on the command line of a well-known program.
import { looksRandom, mixesDigits } from "./entropy.ts"
import type { SecretSpan } from "./secret-span.ts"
import { isPlaceholder } from "./secret-value.ts"
import { isTypedPassword } from "./typed-password.ts"

/** A value may have any length. It is judged by its beginning, where chance has not yet put a placeholder's word into it. */
const ENOUGH = 400

interface Place {
  readonly kind: string
  readonly hint: string
  /** The last group is the secret, to its end: a pattern has a bound only before it. */
  readonly pattern: RegExp
  /** Is given the beginning. */
  accepts(secret: string, match: RegExpMatchArray): boolean
}

const chosen = (secret: string) => secret.length >= 4 && !isPlaceholder(secret)

const place = (kind: string, hint: string, pattern: RegExp, accepts: Place["accepts"] = chosen): Place => ({
  kind,
  hint,
  pattern,
  accepts,
})

/** What comes before a password on the command lines of well-known programs, and before it in the same word. */
const COMMAND_LINES: readonly (readonly [hint: string, option: RegExp, user?: RegExp])[] = [
  ["curl", /curl(?:[ \t](?:[^\n]|\\\n){0,400}?)?[ \t](?:-u|--user)[ =]?/, /[^\s:"'$]+:/],
  ["sshpass", /sshpass[ \t]{1,4}-p[ \t]{0,2}/],
  ["mysql", /mysql(?:dump|admin)?(?:[ \t][^\n]{0,200}?)?[ \t]-p/],
  ["docker", /docker[ \t]{1,4}login[ \t][^\n]{0,200}?-p[ \t]{1,4}/],
  ["redis-cli", /redis-cli(?:[ \t][^\n]{0,200}?)?[ \t]-a[ \t]{1,4}/],
  ["sqlcmd", /sqlcmd(?:[ \t][^\n]{0,200}?)?[ \t]-P[ \t]{0,4}/],
  ["ldap", /ldap(?:search|modify|add|delete|whoami|passwd)(?:[ \t][^\n]{0,200}?)?[ \t]-w[ \t]{1,4}/],
  ["7z ", /7za?[ \t](?:[^\n]{0,200}?[ \t])?-p(?=\S)/],
  ["unzip", /unzip(?:[ \t][^\n]{0,200}?)?[ \t]-P[ \t]{1,4}/],
  ["htpasswd", /htpasswd[ \t]{1,4}-\w{0,6}b\w{0,6}[ \t]{1,4}\S{1,100}[ \t]{1,4}\S{1,64}[ \t]{1,4}/],
  ["-storepass", /-storepass[ \t]{1,4}/],
  ["-keypass", /-keypass[ \t]{1,4}/],
  // openssl
  ["-pass", /-pass(?:in|out)?[ \t]{1,4}/, /pass:/],
  ["securestring", /ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?(?=["'])/],
  ["smbclient", /smbclient(?:[ \t][^\n]{0,200}?)?[ \t]-U[ \t]{0,4}/, /[^\s%"']+%/],
]

const PLACES: readonly Place[] = [
  // Defaults such as postgres:postgres are in every tutorial.
  place(
    "url",
    "://",
    /:\\{0,2}\/\\{0,2}\/([^\s/?#:@'"`<>\\]*):([^\s'"`<>/\\]+)@(?=[\w.[$-])/g,
    (secret, match) => chosen(secret) && secret !== match[1] && !/passw(?:or)?d$/i.test(secret),
  ),
  place("url", "://", /:\/\/([^\s/?#:@'"`<>\\]{20,})@(?=[\w[])/g, (secret) => looksRandom(secret, 20)),
  place(
    "bearer",
    "bearer",
    /bearer(?:[ \t]|%20|\+){1,4}["']?([\w.~+/=-]{6,})/gi,
    (secret) =>
      !isPlaceholder(secret) &&
      (mixesDigits(secret) || looksRandom(secret) || /^[a-z]{2,4}[-_]\w+$/.test(secret)) &&
      !/token|auth/i.test(secret.slice(0, 16)),
  ),
  place("basic", "basic", /basic(?:[ \t]|%20|\+){1,4}["']?([A-Za-z\d+/]{6,}={0,2})/gi, isUserAndPassword),
  place(
    "auth",
    "authorization",
    /authorization\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?:(?!bearer|basic)[A-Za-z][\w-]{1,20}[ \t]{1,4})?([\w.~+/=:-]{8,})/gi,
    (secret) => !isPlaceholder(secret) && (looksRandom(secret) || mixesDigits(secret)),
  ),
  // Go's address of a MySQL database, and Oracle's. Bounded, unlike the others: a match may begin again inside of such a password.
  ...["@tcp(", "@unix("].map((hint) => place("url", hint, /["'`=\s][\w.-]{1,64}:([^\s"'`]{1,256})@(?:tcp|unix)\(/g)),
  place("url", "jdbc:oracle", /jdbc:oracle:[a-z\d]{1,10}:[^\s/"'`]{1,64}\/([^\s"'`@]{1,256})@/g),
  ...COMMAND_LINES.map(([hint, option, user]) => place("password", hint, commandLine(option, user))),
  place(
    "password",
    "chpasswd",
    /["' \t][\w.-]{1,64}:([^\s"']+)["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/g,
  ),
  ...["login", "log in"].map((hint) => place("password", hint, pairAfter("log[- ]?ins?"), isPair)),
  place("password", "cred", pairAfter("cred(?:ential)?s?"), isPair),
  // A line of a .pgpass.
  ...[":543", ":*:"].map((hint) =>
    place("password", hint, /(?:^|\s)[\w.*-]{1,100}:(?:543\d|\*):[\w.*-]{1,64}:[^\s:]{1,64}:([^\s"'`]+)/g),
  ),
]

export const CREDENTIAL_HINTS: readonly string[] = [...new Set([...PLACES.map(({ hint }) => hint), "cookie"])]

/** A password on a command line, to the quote that ends it; one in the middle is written in three ways. */
function commandLine({ source: option }: RegExp, { source: user } = /(?:)/): RegExp {
  const words = [/'USER((?:[^'\n]|''|'"'"'|'\\'')+)'/, /"USER((?:[^"\\\n]|\\[^\n])+)"/, /["']?USER([^\s"']+)/]
  return new RegExp(`${option}(?:${words.map(({ source }) => source.replace("USER", () => user)).join("|")})`, "g")
}

/** A word for credentials, a name and, after a bar or a colon, the password: "login is bob / …", "creds: admin:…". */
function pairAfter(words: string): RegExp {
  return new RegExp(
    `(?:${words})(?:[ \\t](?:is|are|was|to|for|[\\w.-]{1,40})){0,5}[ \\t]{0,2}(?::|=|[ \\t](?:is|are|was|with|as))[ \\t]{1,4}["'\`]?([^\\s/:|"'\`]{1,64})["'\`]?(?:[ \\t]{0,2}[/|:][ \\t]{0,2})["'\`]?([^\\s"'\`]{4,})`,
    "gi",
  )
}

function isPair(secret: string, match: RegExpMatchArray): boolean {
  if (/[\w.-]/.test(match.input?.charAt((match.index ?? 0) - 1) ?? "")) return false
  if (isPlaceholder(secret) || /^\//.test(secret) || /^https?$/i.test(match[1] ?? "")) return false
  return isTypedPassword(secret.replace(/[.,;)]$/, "")) || (/\d/.test(secret) && /^[A-Za-z][\w-]{5,}$/.test(secret))
}

export function credentials(text: string, hints: ReadonlySet<string>): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { kind, hint, pattern, accepts } of PLACES) {
    if (!hints.has(hint)) continue
    for (const match of text.matchAll(pattern)) {
      const secret = match.findLast((group) => group !== undefined) as string
      if (!accepts(secret.slice(0, ENOUGH), match)) continue
      const start = match.index + match[0].lastIndexOf(secret)
      spans.push({ start, end: start + secret.length, kind })
    }
  }
  return hints.has("cookie") ? [...spans, ...cookies(text)] : spans
}

const HEADER = /cookie\\{0,3}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,3}["']?([^\r\n"']{3,})/gi
const LONGEST_NAME = 100
const NAME = /[\w.$-]+$/
const ATTRIBUTES = /^(?:path|domain|expires|max-age|samesite|priority|version)$/i

function cookies(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const header of text.matchAll(HEADER)) {
    const list = header[1] as string
    const from = header.index + header[0].length - list.length
    for (const pair of list.matchAll(/=([^;\s,\\]{8,})/g)) {
      const value = pair[1] as string
      const beginning = value.slice(0, ENOUGH)
      const name = NAME.exec(list.slice(Math.max(0, pair.index - LONGEST_NAME), pair.index))?.[0]
      if (!name || ATTRIBUTES.test(name)) continue
      if (isPlaceholder(beginning) || !(mixesDigits(beginning) || looksRandom(beginning))) continue
      const start = from + pair.index + 1
      spans.push({ start, end: start + value.length, kind: "cookie" })
    }
  }
  return spans
}

/** "Basic authentication" is prose; a value that decodes to a name, a colon and a password is not. */
function isUserAndPassword(value: string): boolean {
  if (value.replace(/=+$/, "").length % 4 === 1) return false
  const decoded = Buffer.from(value, "base64").toString("latin1")
  // The colon may come after the beginning: a name is sometimes a token too.
  return /^[\x20-\x7e]+$/.test(decoded) && (value.length === ENOUGH || /:./.test(decoded))
}
