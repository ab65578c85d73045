// Redaction reads whatever a tool prints, and nothing can interrupt it, so none of its patterns may take more than linear time. Quadratic
// code would run for minutes on such texts and be ended by the test's own deadline.
import { expect, test } from "bun:test"
import { RULE_EXAMPLES } from "../../test/bed/secret-examples.ts"
import { CREDENTIAL_HINTS } from "./credentials.ts"
import { withoutPrivateText } from "./private-text.ts"
import { redact } from "./redact.ts"
import { LABEL_HINTS } from "./secret-labels.ts"
import { SECRET_RULES } from "./secret-rules.ts"

const MB = 1_000_000
const fill = (unit: string, size = MB) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
const hints = [...SECRET_RULES.flatMap((rule) => rule.hints), ...LABEL_HINTS, ...CREDENTIAL_HINTS]
const units = [
  ...["a", "0", "f", "=", ":", '"', "\\", "%", "%2", "%41", "%0A", " ", "\n", "\r\n", "-", "_", ".", "é", "密", "😀"],
  ...[
    "[REDACTED",
    "[REDACTED:a]",
    "password:",
    "password=",
    'password="',
    "token='",
    "token:token ",
    "token: a1",
    "secret is ",
  ],
  ...[
    "://",
    "://a:",
    "://a:b@",
    "://aaaaaaaaaaaaaaaaaaaaaaaa",
    "Authorization: ",
    "Bearer ",
    "bearer a",
    "basic a",
    "cookie: a=b;",
  ],
  ...[
    "curl ",
    "curl -u ",
    "mysql -p",
    "docker login ",
    "密码",
    "密码：",
    "--password ",
    "<private>",
    "<private ",
    "</private>",
  ],
  ...[
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\n",
  ],
  ...[
    "MIIEvQIBADANBgkqhkiG\n-----END PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhkiG\\n",
    "PRIVATE KEY",
  ],
  ...[
    "eyJ",
    ".eyJ",
    " eyJaaaaaaaaaa.",
    "sk-a1",
    "aghp_",
    "axoxb-a",
    "ghs_1_eyJ",
    "MAAAAAAAAAAAAAAAAAAAAAAAAA",
    "Private-Lines: 1\nabcd\n",
    "password: |\n  x ",
    "passphrase: |\n  two words\n  ",
    "curl -u 'a:",
    "curl \\\n",
    "mysql -p'\"'\"",
    "password is\n",
    "passphrase of a b c d:\n x",
    "${PASSWORD:-",
    "user:pass | ",
    "a:@tcp(",
    "=a:",
    "jdbc:oracle:thin:a/",
    "jdbc:oracle:thin:a/b",
    "« ",
    'mysql -p"\\"',
    "cGFzc3dvcmQ6IGh1bnRlcjIK",
    "cGFzc3dvcmQ6IGh1bnRlcjIKcGFzc3dvcmQ6IGh1bnRlcjIK\n",
  ],
]

test.each([...new Set([...units, ...hints])])("much of %p", (unit) => {
  const text = fill(unit, units.includes(unit) ? MB : MB / 10)
  const { text: left, found } = redact(text)
  expect(left === text).toBe(found.length === 0)
  expect(withoutPrivateText(text).startsWith("[private]")).toBe(/<.?private/.test(unit))
})

test.each(RULE_EXAMPLES.map(({ kind, positive }, i) => [`${kind} ${i}`, positive] as const))(
  "much of %s",
  (_name, positive) => {
    expect(redact(fill(`${positive}\n`, MB / 10)).found.length).toBeGreaterThan(0)
    redact(fill(`a${positive}`, MB / 10))
  },
)

const LETTERS = "qK7bX2mVz9RtL4wHs8DnJ5cYf3GpA6eU"

test.each([
  ...[
    "https://",
    "https://a:",
    "Bearer ",
    "Basic ",
    "curl -u ",
    "curl -u a:",
    "mysql -p",
    "docker login -p ",
    "cookie: ",
  ],
  ...[
    "cookie: a=",
    "creds: a / ",
    "password=",
    'password="',
    "password: “",
    "密码「",
    'token: \\"',
    "?sig=",
    "AccountKey=",
  ],
  ...["ghp_", "xghp_", "xoxb-", "axoxb-", "ghs_1_eyJ", "aghs_1_eyJ", "glpat-", "sk.eyJ", "fm2_", "sk-", "eyJ", ".eyJ"],
  ...[
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "Private-Lines: 1\n",
    "%41",
    "password%3D",
    ".",
    "@",
    "&",
  ],
])("values without an end behind %p, one and many, one in another", (begin) => {
  redact(`${begin}${fill(LETTERS)}`)
  redact(`${fill("curl ", 400)}${begin}${fill(LETTERS)} as the API key`)
  redact(fill(`${begin}${LETTERS}`))
  redact(fill(`${begin}${LETTERS}&${LETTERS.repeat(9)}`))
  redact(fill(`${begin}${LETTERS} `))
  redact(fill(begin, MB / 2) + fill(LETTERS, MB / 2))
})

test("every finder at once, next to a run that none of them knows", () => {
  const text = `${hints.join(" ")} ${fill("aA1")}`
  expect(redact(text).text.length).toBeGreaterThan(MB / 2)
})
