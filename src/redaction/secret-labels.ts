// The words that people and programs write before a secret, in seven languages. What counts as a value after them differs: a password may be any
// word, a token is made by a machine, a bare "key" is more often the key of a map.
import { GITLEAKS_FORMATS } from "./gitleaks-formats.ts"

/** password: any word is one. weak: only what nobody would write for anything else. phrase: several words are. token: letters and digits in a mixture. key: only what looks random. name: that, or a digest. pin: four to eight digits. */
export type Strength = "password" | "weak" | "phrase" | "token" | "key" | "name" | "pin"

export interface Label {
  readonly kind: string
  readonly strength: Strength
  /** Lower-case literals; every text with such a label contains one of them. Without them, all the words are beyond ASCII. */
  readonly hints?: readonly string[]
  /** Few alternatives each: only then is the host's engine fast. */
  readonly words: RegExp
  /** Beginnings of the label: one of them must come before the word; or none of them may. */
  readonly after?: readonly string[]
  readonly notAfter?: readonly string[]
  /** Only as a word of its own: "auth" but not "oauth". */
  readonly whole?: boolean
}

const OPENERS =
  "api access account admin app client consumer deploy encryption hmac jwt license master root service shared signing ssh storage subscription unseal webhook".split(
    " ",
  )
/** Keys and tokens that unlock nothing: of a map, a table, a page of results, a style sheet; and those made to be shown. */
const HARMLESS =
  "public publickey publishable primary foreign partition sort cache index idempotency translation i18n object map dict query page next continuation cursor design eos bos pad stop sync row unique hash lock dedupe group routing object s3 file bucket range join".split(
    " ",
  )

const VENDORS = GITLEAKS_FORMATS.vendors.split(" ")

export const LABELS: readonly Label[] = [
  {
    kind: "password",
    strength: "password",
    hints: ["passw", "passcode"],
    words: /pass(?:word|code|wd|wort)/gi,
  },
  { kind: "password", strength: "phrase", hints: ["passphrase"], words: /passphrase/gi },
  {
    ...{ kind: "password", strength: "phrase", words: /phrases? secrètes?|frase (?:secreta|de contraseña|de paso)/gi },
    hints: ["phrase secr", "phrases secr", "frase secreta", "frase de"],
  },
  { kind: "password", strength: "password", hints: ["pwd", "pswd"], words: /ps?wd/gi },
  { kind: "password", strength: "password", hints: ["pw:", "pw="], words: /pw(?=[:=])/gi, whole: true },
  { kind: "password", strength: "weak", hints: [" pw", "pw "], words: /pw(?= )/gi, whole: true },
  { kind: "password", strength: "password", hints: ["_pass", "-pass"], words: /[_-]pass/gi },
  {
    kind: "password",
    strength: "weak",
    hints: ["clave", "mdp"],
    words: /clave(?! (?:de )?(?:la )?api)|mdp/gi,
    whole: true,
  },
  {
    ...{ kind: "password", strength: "weak", words: /pass(?=["']?[:=]| ["'`]| (?:is|was|[:=]) )/gi, whole: true },
    // "pass" alone is in every report of tests.
    hints: [
      "pass:",
      "pass=",
      "pass is ",
      "pass was ",
      "pass : ",
      "pass = ",
      'pass"',
      "pass'",
      'pass "',
      "pass '",
      "pass `",
    ],
  },
  {
    kind: "password",
    strength: "password",
    hints: ["kennwort", "contrasena", "de passe", "wachtwoord", "senha", "parola", "salasana"],
    words: /kennwort|contrasena|mots? de passe|wachtwoord|senha|parola|salasana/gi,
  },
  {
    kind: "password",
    strength: "password",
    words:
      /密[码碼]|口令|パスワード|パスフレーズ|비밀번호|패스워드|암호|[Cc]ontrase(?:ñ|n\u0303)a|[Пп]ароль|[Ll]ösenord|[Hh]asło|[Şş]ifre|סיסמה|كلمة (?:المرور|السر)/g,
  },
  // "the login is ann / …"
  {
    kind: "password",
    strength: "weak",
    hints: ["login", "log-in", "log in", "cred", "zugang", "identifiants", "acceso"],
    words: /(?:log[- ]?in|cred(?:ential)?s?|zugang|identifiants|acceso)[^\n/|]{1,80} [/|](?= )/gi,
    whole: true,
  },
  { kind: "pin", strength: "pin", hints: ["pin"], words: /PIN|[Pp]in[ -]?code/g, whole: true },
  {
    kind: "pin",
    strength: "pin",
    hints: ["pin is", "pin was", "pin for", "pin of", "pin es", "pin vom", "pin de", "pin du"],
    words: /(?<!gpio )pin(?= (?:is|was|ist|lautet|es|est|for|of|für|vom|del|de|du) )/gi,
    whole: true,
  },
  {
    kind: "pin",
    strength: "pin",
    hints: ["otp", "verification code"],
    words: /OTP|verification code/gi,
    whole: true,
  },
  { kind: "pin", strength: "pin", words: /PIN ?(?:码|碼|コード|번호)|验证码|驗證碼|暗証番号|認証コード|인증번호/g },
  {
    ...{ kind: "private-key", strength: "token", words: /(?:private|secret)[ _.-]?key/gi },
    // "key" alone is in every other output.
    hints: ["private", "secret"].flatMap((word) => ["", " ", "_", ".", "-"].map((sign) => `${word}${sign}key`)),
  },
  { kind: "private-key", strength: "token", words: /私[钥鑰]|秘密鍵|(?:비밀|개인) ?키|[Cc]lé (?:privée|secrète)/g },
  { kind: "private-key", strength: "token", hints: ["clave"], words: /clave (?:privada|secreta)/gi },
  { kind: "api-key", strength: "token", hints: ["key"], words: /key/gi, after: OPENERS },
  { kind: "api-key", strength: "token", hints: ["clave"], words: /clave (?:de )?(?:la )?api/gi },
  { kind: "api-key", strength: "token", words: /API[ -]?(?:キー|키|密[钥鑰]|Schlüssel)|[Cc]lé (?:d['’ ])?API/g },
  { kind: "token", strength: "token", hints: ["token"], words: /token/gi, notAfter: HARMLESS },
  { kind: "token", strength: "token", hints: ["jeton"], words: /jeton/gi, whole: true },
  { kind: "token", strength: "token", words: /令牌|トークン|토큰/g },
  { kind: "secret", strength: "token", hints: ["secret"], words: /secreto?/gi },
  { kind: "secret", strength: "token", hints: ["cred"], words: /cred(?:ential)?s?/gi, whole: true },
  { kind: "secret", strength: "token", hints: ["geheimnis"], words: /geheimnis/gi },
  { kind: "secret", strength: "token", words: /[密秘][钥鑰]|凭[证据]|憑證|シークレット|시크릿|Zugangsschlüssel/g },
  { kind: "auth", strength: "token", hints: ["auth"], words: /auth(?:orization)?/gi, whole: true },
  { kind: "auth", strength: "token", hints: ["jwt"], words: /jwt/gi, whole: true },
  {
    kind: "cookie",
    strength: "key",
    hints: ["sessionid=", "sessid="],
    words: /(?:sessionid|PHPSESSID|JSESSIONID)(?==)/g,
  },
  { kind: "cookie", strength: "key", hints: ["connect.sid"], words: /connect\.sid(?==)/g },
  { kind: "key", strength: "name", hints: ["_key"], words: /_key/gi, notAfter: HARMLESS },
  { kind: "key", strength: "name", hints: ["?key=", "&key="], words: /[?&]key(?==)/gi },
  { kind: "token", strength: "token", hints: ["_pat=", "_pat:"], words: /_PAT(?=[:=])/g },
  // One pattern each: the engine takes longer for one of them all than for everything else.
  ...VENDORS.map(
    (vendor): Label => ({
      ...{ kind: "api-key", strength: "name", hints: [vendor], words: new RegExp(vendor, "gi") },
    }),
  ),
]

export const LABEL_HINTS: readonly string[] = [...new Set(LABELS.flatMap(({ hints }) => hints ?? []))]

/** What may follow the word and still be its label: SECRET_KEY_BASE, TOKEN_PROD, password2, "the token value". */
export const LABEL_TAIL =
  /(?:[ _.-]?(?:key|value|string|base|prod|production|live|staging|dev|test|\d{1,2}(?=[\s:="'_.)\]-]|$))(?![A-Za-z\d])){0,2}/iy
