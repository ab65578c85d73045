// Secrets that are recognised by their form, as their vendors print them. Most are a line of a table: a kind, the beginnings that such a secret may
// have, and the bodies that may follow. A pattern has a fixed beginning, bounded repetition and no look-behind (the host's engine interprets
// those): whether a match begins inside a longer word is checked afterwards. With a group, only the group is the secret. If the beginning is not
// fixed, the character before it is part of the pattern: otherwise a long run of such characters would be searched again from each of them.
import { GITLEAKS_FORMATS } from "./gitleaks-formats.ts"
import { OWN_FORMATS } from "./own-formats.ts"

export interface SecretRule {
  readonly kind: string
  /** Lower-case literals; every text with such a secret contains one of them. */
  readonly hints: readonly string[]
  /** At least so many letters and digits follow a hint: "pat" alone is in every path. */
  readonly follow: number
  readonly pattern: RegExp
  /** Its beginning is a common word, so the match must look machine-made. */
  readonly made?: boolean
}

/** What a letter with a count means in a body: H32 is 32 hex digits, A20-40 twenty to forty letters or digits, W40+ forty or more. */
const CLASSES: Readonly<Record<string, string>> = {
  A: "A-Za-z\\d",
  B: "A-Za-z\\d+/",
  D: "\\d",
  H: "\\dA-Fa-f",
  K: "\\w+/=-",
  L: "a-z\\d",
  M: "\\w%",
  N: "A-Za-z\\d-",
  P: "\\w.=-",
  T: "A-Za-z",
  U: "A-Z\\d",
  W: "\\w-",
}
const MOST = 400
const UUID = "[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}"
/** A class with its count, V for a UUID, "=" for padding; anything else is itself. */
const ELEMENT = /([A-Z])(\d+)(?:(\+)|-(\d+))?|V|=|[\s\S]/g

/** A "?" after the kind means that its beginning is a common word. A line is parsed when a text first needs it. */
export function formatRules(table: string): SecretRule[] {
  return table
    .trim()
    .split("\n")
    .map((line) => {
      const [kind = "", beginnings = "", ...bodies] = line.split(/ +/)
      const begins = beginnings.split(",")
      let pattern: RegExp | undefined
      return {
        kind: kind.replace("?", ""),
        made: kind.endsWith("?"),
        hints: begins.map((begin) => begin.toLowerCase()),
        follow: Math.min(...bodies.map(leastOf)),
        get pattern() {
          pattern ??= new RegExp(`(?:${begins.map(escaped).join("|")})(?:${bodies.map(bodyOf).join("|")})`, "g")
          return pattern
        },
      }
    })
}

/** Classes without signs. */
const PLAIN = "ADHLTU"

/** How many letters and digits a body begins with. Its first element is enough to rule most words out. */
function leastOf(body: string): number {
  const [, letter = "", least = 0] = /^([A-Z])(\d+)/.exec(body) ?? []
  return body.startsWith("V") ? 8 : PLAIN.includes(letter) ? Number(least) : 0
}

function bodyOf(body: string): string {
  let end = ""
  const elements = [...body.matchAll(ELEMENT)].map(([element, letter = "", least, more, most]) => {
    const chars = CLASSES[letter]
    // Vendors lengthen their keys, so a body without an upper bound may be longer.
    end = more || element === "=" ? "" : chars?.endsWith("-") ? "\\w-" : "A-Za-z\\d"
    if (chars) return `[${chars}]{${least}${more ? `,${MOST}` : most ? `,${most}` : ""}}`
    return element === "V" ? UUID : element === "=" ? "={0,3}" : escaped(element)
  })
  return elements.join("") + (end === "" ? "" : `(?![${end}])`)
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
}

const rule = (kind: string, hints: string, pattern: RegExp, follow = 0): SecretRule => ({
  ...{ kind, hints: hints.split(" "), follow, pattern },
})

/** Those whose beginning is not fixed, or that follow text which stays. */
export const PLACED_RULES: readonly SecretRule[] = [
  rule("aws", "bedrock-api-key-", /bedrock-api-key-([\w+/=%-]{40,2000})/g),
  rule("aws", "x-amz-s", /X-Amz-S(?:ignature|ecurity-Token)=([\w%/+=-]{40,2000})/g),
  rule("azure", "0q~ 1q~ 2q~ 3q~ 4q~ 5q~ 6q~ 7q~ 8q~ 9q~", /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g),
  rule("azure", "accountkey sharedaccesskey", /(?:Account|SharedAccess)Key=([A-Za-z0-9+/%]{40,120}={0,2})/g),
  rule("azure", "sig=", /[?&;]sig=([\w%+/=-]{40,200})/g),
  rule("azure", "azdo", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4})(?![A-Za-z0-9])/g),
  rule(
    "azure",
    "jqqj9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{52}JQQJ9[A-Za-z0-9]{27})(?![A-Za-z0-9])/g,
  ),
  // Azure's own marks inside the keys of its services.
  rule(
    "azure",
    "azse azca azfu acdb apim +asb +aeh +ast +amc +acr +aba +aiot",
    /(?:^|[^A-Za-z\d+/]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z\d+/]{32,76}(?:AzSe|AzCa|AzFu|ACDb|APIM|\+(?:ASb|AEh|ASt|AMC|ACR|ABa|AIoT))[A-Za-z\d+/]{5,12}={0,2})(?![A-Za-z\d+/=])/g,
  ),
  rule(
    "slack",
    "hooks.slack.com",
    /hooks\.slack\.com\\{0,2}\/(?:services|workflows|triggers)\\{0,2}\/([\w+/\\]{20,100})/g,
  ),
  rule("teams", "webhook.office.com", /webhook\.office\.com\\{0,2}\/webhookb2\\{0,2}\/([\w@/\\-]{60,300})/g),
  rule("openai", "t3blbkfj", /sk-[\w-]{16,100}T3BlbkFJ[\w-]{16,100}/g),
  // Many model gateways copied the prefix; a body of words is not a key ("sk-learn-compatible-estimators").
  rule(
    "api-key",
    "sk-",
    /sk-(?:[a-z]{2,10}-){0,2}(?:v1-)?(?=[A-Za-z_-]{0,60}\d)(?=[\d_-]{0,60}[A-Za-z])[A-Za-z0-9_]{32,200}/g,
  ),
  rule(
    "twilio",
    "sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf",
    /SK[0-9a-f]{32}(?![A-Za-z0-9])/g,
    31,
  ),
  rule("telegram", ":aa", /\d{8,10}:(AA[\w-]{33})(?![\w-])/g),
  rule("discord", "discord", /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g),
  rule(
    "discord",
    "discord",
    /discord(?:app)?\.com\\{0,2}\/api\\{0,2}\/webhooks\\{0,2}\/\d{15,22}\\{0,2}\/([\w-]{50,100})/g,
  ),
  rule(
    "jwt",
    "eyj",
    /(?:^|[^\w-]|\\[nrt]|\[[\d;]{0,9}m)(eyJ[\w-]{10,4000}\.[\w-]{16,8000}\.[\w-]{10,8000}(?:\.[\w-]{10,8000}\.[\w-]{10,200})?)/g,
  ),
  rule("jwt", '"kty', /\\{0,3}"(?:d|p|q|dp|dq|qi|k)\\{0,3}"[ \t]{0,4}:\s{0,4}\\{0,3}"([\w-]{22,2000})/g),
  rule(
    "mailchimp",
    "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/g,
  ),
  rule("maxmind", "_mmk", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z\d]{6}_[A-Za-z\d]{29}_mmk)(?![A-Za-z\d])/g),
  rule("terraform", ".atlasv1.", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70})/g),
]

export const SECRET_RULES: readonly SecretRule[] = [
  ...formatRules(OWN_FORMATS.formats),
  ...formatRules(GITLEAKS_FORMATS.formats),
  ...PLACED_RULES,
]
