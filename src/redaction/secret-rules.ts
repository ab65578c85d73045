// Secrets that are recognised by their form, as their vendors print them. Most are a line of a table: a kind, the beginnings that such a secret may have,
// and the bodies that may follow. Without look-behind, which the host's engine interprets: whether a match begins inside a longer word is checked
// afterwards. With a group, only the group is the secret. A long run must not be searched again from each of its characters: a beginning is fixed, or
// the character before it is part of the pattern; and what is repeated has a bound if the pattern can begin again inside of it. But a secret may have
// any length, so `rest` reads on from there.
import { GITLEAKS_FORMATS } from "./gitleaks-formats.ts"
import { OWN_FORMATS } from "./own-formats.ts"

export interface SecretRule {
  readonly kind: string
  /** Lower-case literals; every text with such a secret contains one of them. */
  readonly hints: readonly string[]
  /** At least so many letters and digits follow a hint: "pat" alone is in every path. */
  readonly follow: number
  readonly pattern: RegExp
  /** How a secret goes on whose end its pattern does not read. */
  readonly rest?: RegExp
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
/** A pattern reads so many characters of a part without an upper bound; whatever comes after them is the `rest`. */
const MOST = 400
const UUID = "[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}"
const PADDING = "={0,3}"
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
      const rest = restOf(bodies)
      return {
        kind: kind.replace("?", ""),
        made: kind.endsWith("?"),
        hints: begins.map((begin) => begin.toLowerCase()),
        follow: Math.min(...bodies.map(leastOf)),
        ...(rest ? { rest } : {}),
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
  let source = ""
  for (const [i, [element, letter = "", least, more, most]] of [...body.matchAll(ELEMENT)].reverse().entries()) {
    const chars = CLASSES[letter]
    // Vendors lengthen their keys, so a body without an upper bound may be longer.
    if (i === 0 && !more && element !== "=") source = `(?![${chars?.endsWith("-") ? "\\w-" : "A-Za-z\\d"}])`
    const part = chars && `[${chars}]{${least}${more ? `,${MOST}` : most ? `,${most}` : ""}}`
    // One so long needs no further parts to be a secret.
    if (more && source !== "" && source !== PADDING) source = `(?:${part}${source}|[${chars}]{${MOST}}(?=[${chars}]))`
    else source = (part ?? (element === "V" ? UUID : element === "=" ? PADDING : escaped(element))) + source
  }
  return source
}

/** Matches nothing unless the pattern has reached its bound: else the character there is of another kind. */
function restOf(bodies: readonly string[]): RegExp | undefined {
  const open: string[] = []
  const all: string[] = []
  for (const body of bodies) {
    const elements = [...body.matchAll(ELEMENT)]
    const first = elements.findIndex(([, , , more]) => more)
    if (first < 0) continue
    for (const [element, letter = "", , more] of elements.slice(first)) {
      const chars = CLASSES[letter] ?? `\\${element}`
      all.push(chars)
      if (more) open.push(chars)
    }
  }
  return open.length === 0 ? undefined : new RegExp(`(?:[${joinedClass(open)}][${joinedClass(all)}]*)?`, "y")
}

/** A hyphen between two classes would be a range. */
function joinedClass(classes: readonly string[]): string {
  return [...new Set(classes)].map((chars) => chars.replace(/-$/, "\\-")).join("")
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
}

interface More extends Pick<SecretRule, "rest"> {
  readonly follow?: number
}

const rule = (kind: string, hints: string, pattern: RegExp, more: More = {}): SecretRule => ({
  ...{ kind, hints: hints.split(" "), follow: 0, pattern, ...more },
})

/** Those whose beginning is not fixed, or that follow text which stays. */
export const PLACED_RULES: readonly SecretRule[] = [
  rule("aws", "bedrock-api-key-", /bedrock-api-key-([\w+/=%-]{40,})/g),
  rule("aws", "x-amz-s", /X-Amz-S(?:ignature|ecurity-Token)=([\w%/+=-]{40,})/g),
  rule("azure", "0q~ 1q~ 2q~ 3q~ 4q~ 5q~ 6q~ 7q~ 8q~ 9q~", /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g),
  rule("azure", "accountkey sharedaccesskey", /(?:Account|SharedAccess)Key=([A-Za-z0-9+/%]{40,}={0,2})/g),
  rule("azure", "sig=", /[?&;]sig=([\w%+/=-]{40,})/g),
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
    /hooks\.slack\.com\\{0,2}\/(?:services|workflows|triggers)\\{0,2}\/([\w+/\\]{20,})/g,
  ),
  rule("teams", "webhook.office.com", /webhook\.office\.com\\{0,2}\/webhookb2\\{0,2}\/([\w@/\\-]{60,})/g),
  rule("openai", "t3blbkfj", /sk-[\w-]{16,100}T3BlbkFJ[\w-]{16,100}/g, { rest: /[\w-]*/y }),
  // Many model gateways copied the prefix; a body of words is not a key ("sk-learn-compatible-estimators").
  rule(
    "api-key",
    "sk-",
    /sk-(?:[a-z]{2,10}-){0,2}(?:v1-)?(?=[A-Za-z_-]{0,60}\d)(?=[\d_-]{0,60}[A-Za-z])[A-Za-z0-9_]{32,200}/g,
    { rest: /[A-Za-z0-9_]*/y },
  ),
  rule("twilio", "sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf", /SK[0-9a-f]{32}(?![A-Za-z0-9])/g, {
    follow: 31,
  }),
  rule("telegram", ":aa", /\d{8,10}:(AA[\w-]{33})(?![\w-])/g),
  rule("discord", "discord", /[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g),
  rule(
    "discord",
    "discord",
    /discord(?:app)?\.com\\{0,2}\/api\\{0,2}\/webhooks\\{0,2}\/\d{15,22}\\{0,2}\/([\w-]{50,})/g,
  ),
  rule(
    "jwt",
    "eyj",
    /(?:^|[^\w-]|\\[nrt]|\[[\d;]{0,9}m)(eyJ[\w-]{10,}\.(?:[\w-]{16,})?\.[\w-]{10,}(?:\.[\w-]{10,}\.[\w-]{10,})?)/g,
  ),
  rule("jwt", '"kty', /\\{0,3}"(?:d|p|q|dp|dq|qi|k)\\{0,3}"[ \t]{0,4}:\s{0,4}\\{0,3}"([\w-]{22,})/g),
  rule(
    "mailchimp",
    "-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9",
    /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([0-9a-f]{32}-us\d{1,2})(?![A-Za-z0-9])/g,
  ),
  rule("maxmind", "_mmk", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z\d]{6}_[A-Za-z\d]{29}_mmk)(?![A-Za-z\d])/g),
  rule("terraform", ".atlasv1.", /(?:^|[^A-Za-z\d]|\\[nrt]|\[[\d;]{0,9}m)([A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,})/g),
]

export const SECRET_RULES: readonly SecretRule[] = [
  ...formatRules(OWN_FORMATS.formats),
  ...formatRules(GITLEAKS_FORMATS.formats),
  ...PLACED_RULES,
]
