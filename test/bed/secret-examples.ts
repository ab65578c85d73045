// For each rule of secrets a text with such a secret and one without. They are put together at load time: a scanner of this very file shall
// not find them. What is a line of a table is made from that line.
import { GITLEAKS_FORMATS } from "../../src/redaction/gitleaks-formats.ts"
import { OWN_FORMATS } from "../../src/redaction/own-formats.ts"
import { formatRules, PLACED_RULES, type SecretRule } from "../../src/redaction/secret-rules.ts"

const letters = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"
const alnum = (length: number) => letters.repeat(Math.ceil(length / 32)).slice(0, length)
const upper = (length: number) =>
  alnum(length)
    .toUpperCase()
    .replace(/[0189]/g, "Q")
const digits = "83051947260"
const hex = (length: number) => "9f3a07be5c61d284".repeat(Math.ceil(length / 16)).slice(0, length)

const PLACED: readonly (readonly [hints: string, positive: string, negative: string])[] = [
  ["bedrock-api-key-", `bedrock-api-key-${alnum(60)}`, "bedrock-api-key-x"],
  ["x-amz-s", `X-Amz-Signature=${hex(64)}`, "X-Amz-Signature=x"],
  ["0q~ 1q~ 2q~ 3q~ 4q~ 5q~ 6q~ 7q~ 8q~ 9q~", `${alnum(3)}8Q~${alnum(34)}`, "a8Q~short"],
  ["accountkey sharedaccesskey", `AccountKey=${alnum(86)}==`, "AccountKey=x"],
  ["sig=", `https://a.blob.core.windows.net/c?sp=r&sig=${alnum(43)}%3D`, "?sig=1"],
  ["azdo", `${alnum(76)}AZDO${alnum(4)}`, "AZDO board"],
  ["jqqj9", `${alnum(52)}JQQJ9${alnum(27)}`, "JQQJ9"],
  ["azse azca azfu acdb apim +asb +aeh +ast +amc +acr +aba +aiot", `${alnum(52)}AzSe${alnum(8)}`, "AzSearch"],
  [
    "hooks.slack.com",
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${alnum(24)}`,
    "https://hooks.slack.com/services/",
  ],
  [
    "webhook.office.com",
    `https://a.webhook.office.com/webhookb2/${hex(36)}@${hex(36)}/IncomingWebhook/${hex(32)}`,
    "webhook.office.com/x",
  ],
  ["t3blbkfj", `sk-${alnum(20)}T3BlbkFJ${alnum(20)}`, "T3BlbkFJ"],
  ["sk-", `sk-or-v1-${hex(64)}`, "sk-learn-compatible-estimators-of-any-kind"],
  ["sk0 sk1 sk2 sk3 sk4 sk5 sk6 sk7 sk8 sk9 ska skb skc skd ske skf", `SK${hex(32)}`, "SKELETON"],
  [":aa", `8305194726:AA${alnum(33)}`, "12345678:AAA"],
  ["discord", `discord M${alnum(23)}.${alnum(6)}.${alnum(38)}`, "discord.Message.content"],
  ["discord", `https://discord.com/api/webhooks/123456789012345678/${alnum(68)}`, "discord.com/api/webhooks/1/x"],
  ["eyj", `eyJ${alnum(33)}.eyJ${alnum(40)}.${alnum(43)}`, "eyJhbGciOiJIUzI1NiJ9"],
  ['"kty', `{"kty":"EC","d":"${alnum(43)}"}`, `{"kty":"EC","x":"short"}`],
  ["-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9", `${hex(32)}-us12`, "en-us1"],
  ["_mmk", `${alnum(6)}_${alnum(29)}_mmk`, "a_mmk"],
  [".atlasv1.", `${alnum(14)}.atlasv1.${alnum(64)}`, ".atlasv1."],
]

export interface RuleExample extends Pick<SecretRule, "kind" | "hints" | "pattern"> {
  readonly positive: string
  readonly negative: string
}

/** One without an example fails whatever test is about to use it. */
const placed = PLACED_RULES.map((rule, at): RuleExample => {
  const [hints, positive, negative] = PLACED[at] ?? ["", "", ""]
  if (hints !== rule.hints.join(" "))
    throw new Error(`no example for the secrets that begin like ${rule.hints.join(" ")}`)
  return { kind: rule.kind, hints: rule.hints, pattern: rule.pattern, positive, negative }
})

const LETTERS: Readonly<Record<string, string>> = {
  D: digits,
  H: hex(16),
  L: alnum(32).toLowerCase(),
  T: alnum(32).replace(/\d/g, ""),
  U: upper(32),
}

function exampleOf(body: string): string {
  return body.replace(/([A-Z])(\d+)(?:\+|-\d+)?|V/g, (_all, letter: string | undefined, least: string) =>
    letter
      ? (LETTERS[letter] ?? alnum(32)).repeat(Number(least)).slice(0, Number(least))
      : `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`,
  )
}

/** Every body of a line, behind each of its beginnings in turn. */
const listed = [OWN_FORMATS.formats, GITLEAKS_FORMATS.formats].flatMap((table) =>
  formatRules(table).flatMap((rule, at): RuleExample[] => {
    const [, beginnings = "", ...bodies] = (table.trim().split("\n")[at] as string).split(/ +/)
    const begins = beginnings.split(",")
    return Array.from({ length: Math.max(begins.length, bodies.length) }, (_, i) => {
      const begin = begins[i % begins.length] as string
      const body = bodies[i % bodies.length] as string
      const { kind, hints, pattern } = rule
      return { kind, hints, pattern, positive: begin + exampleOf(body), negative: `${begin}a` }
    })
  }),
)

export const RULE_EXAMPLES: readonly RuleExample[] = [...placed, ...listed]
