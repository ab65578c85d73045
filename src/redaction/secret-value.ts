// Whether the text next to a label is a secret or a stand-in for one: a placeholder, a reference, a type, an expression. Source code says
// "password" all day long and almost never means one.
import { wordSet } from "../text/word-set.ts"
import { isDigest, isUuid, isWordy, looksRandom, mixesDigits } from "./entropy.ts"
import { isMade } from "./made-words.ts"
import type { Strength } from "./secret-labels.ts"
import { isAssignedPassword, isJumble, isTypedPassword } from "./typed-password.ts"

/**
 * How the value is joined to its label. tight: "label=value", as in a shell or a .env file. loose: with spaces, as in code and prose. said:
 * by a verb. argument: after a bracket. cell: in the next column of a table. listed: after a comma. beside: by a blank. near: by nothing.
 */
export type Joint = "tight" | "loose" | "said" | "argument" | "cell" | "listed" | "beside" | "near"

export interface SecretCandidate {
  readonly value: string
  readonly quoted: boolean
  readonly joint: Joint
  /** What follows the value, to the end of the line. */
  readonly after: string
  /** The label is written in capitals, as environment variables are. */
  readonly env: boolean
}

export function isSecret(candidate: SecretCandidate, strength: Strength): boolean {
  const { value, quoted, joint } = candidate
  if (strength === "pin") return /^\d{4,8}$/.test(value)
  if (needsRandom(candidate, strength) && !(looksRandom(value, 20) && (/^[\da-f-]+$/i.test(value) || isMade(value))))
    return false
  if (!isTyped(candidate, strength)) return false
  if (!(quoted && isJumble(value)) && (isPlaceholder(value) || isReference(value))) return false
  if (value.startsWith("-----BEGIN")) return true
  if (!quoted && isCode(candidate)) return false
  if (needsRandom(candidate, strength)) return takesDigests(candidate, strength) || !(isDigest(value) || isUuid(value))
  if (joint === "argument" || joint === "cell") return value.length >= 6 && mixesDigits(value) && !isWordy(value)
  if (strength === "weak") return isTypedPassword(value)
  if (strength === "password" || strength === "phrase") return isPassword(candidate)
  return isToken(value)
}

/** For a value without quotes, up to the next blank: not judged by what code would have there, but by what only a password has. */
export function isTypedSecret(
  { value, joint, env }: Pick<SecretCandidate, "value" | "joint" | "env">,
  strength: Strength,
): boolean {
  if (["pin", "key", "name"].includes(strength) || ["near", "listed", "argument"].includes(joint)) return false
  if (joint === "beside" && strength === "token") return false
  const isAssigned = env && joint === "tight" && strength !== "token" && strength !== "weak"
  if (!(isAssigned ? isAssignedPassword(value) : isTypedPassword(value))) return false
  return isJumble(value) || !(isPlaceholder(value) || isReference(value))
}

/** Most things that look like a digest are one. */
function takesDigests({ joint, env }: SecretCandidate, strength: Strength): boolean {
  if (strength === "name") return joint !== "beside" && joint !== "near"
  return joint === "beside" ? strength === "token" : env && joint !== "near"
}

/**
 * Neither the label nor the way it is joined proves a secret. A bare word in brackets is a parameter or an aside, and a quoted one after a bar is a
 * member of a union type.
 */
function needsRandom({ joint, quoted }: SecretCandidate, strength: Strength): boolean {
  if (joint === "argument") return !quoted
  if (joint === "cell") return quoted
  return strength === "key" || strength === "name" || joint === "near" || joint === "beside" || joint === "listed"
}

/** Only characters that secrets are typed in. Blanks only where a sentence would be out of place: in a quoted environment variable. */
function isTyped({ value, quoted, joint, env }: SecretCandidate, strength: Strength): boolean {
  if (/^[^\s\p{C}]+$/u.test(value)) return !isWordBeyondAscii(value)
  const may = strength === "phrase" ? quoted : strength === "password" && quoted && env && joint === "tight"
  return may && !/pass(?:word|phrase)/i.test(value) && !/[\t\r\n\p{C}]/u.test(value)
}

/** A translation of the label, or a sentence in a script without blanks. */
function isWordBeyondAscii(value: string): boolean {
  if (!/[^\x20-\x7e]/.test(value)) return false
  return !/[\dA-Za-z]/.test(value) || /^(?:contrase|mot[ _-]?de|lösen|hasło|şifre)/i.test(value)
}

/** What documentation and tutorials write instead, and the passwords that everybody knows. */
const WELL_KNOWN = wordSet(
  `secret secrets sekrit s3cr3t notasecret topsecret postgres mysql mariadb redis mongo rabbitmq root admin administrator guest test testing
   foo bar baz qux foobar demo default pass passwd pwd password1 password123 token123 mytoken abc abcd 1234 12345 123456 12345678 123456789`,
)

export function isPlaceholder(value: string): boolean {
  if (/^(.)\1*$/s.test(value) || (/^[\x00-\x7f]+$/.test(value) && /^[\Wx_]+$/i.test(value))) return true
  // A format, a colour, a number in code, a name for the thing itself.
  if (/^%[sd]|^#[\da-f]{3,8}$|^0x[\da-f]+[ul]*$|^[a-z_-]*passw(?:or)?d$/i.test(value)) return true
  if (/^[<{[(]|\$\{|\{\{|\$\(|\{[a-z_]\w*\}|^\$[A-Za-z_]\w*$|^%(?:[a-z]$|\(|\w+%$)|<[a-z][\w -]*>/i.test(value))
    return true
  if (
    /(?:^|[^a-z])(?:your|example|sample|dummy|placeholder|change[_-]?me|replace|insert|redacted|masked|hidden|todo|x{3,})(?![a-z])/i.test(
      value,
    )
  )
    return true
  return /^(?:my|your|the|some|test|user|db|new|old|current|admin|root)?[-_ ]?(?:passw(?:or)?d|passwort|kennwort|token|api[-_]?key)s?$/i.test(
    value,
  )
}

/** A place where the secret is kept, not the secret: a path, an address, a variable. */
function isReference(value: string): boolean {
  return (
    /^[a-z][a-z\d_-]*(?:\/[a-z\d_-]+){2,}$/.test(value) ||
    /^(?:~|\.{1,2})?\/|^[A-Za-z]:\\|^[a-z][a-z\d+.-]*:\/\/|^(?:file|env|arn|op|vault|ref|keyring|secretref):/i.test(
      value,
    ) ||
    /(?:process|import\.meta|os|deno|bun)\.env|environ|getenv|^(?:secrets?|vars?|env|self|this|config|cfg|settings|options|opts|args|params|props|req|request|res|response|ctx|context|user|data|local|module|input|state|form|body|event|std|ENV)[.[:]/i.test(
      value,
    )
  )
}

const NO_VALUE = wordSet(
  `string str text number int integer bool boolean any unknown object null none nil undefined void never true false optional required
   bytes bytearray buffer char varchar uuid hash array list dict map set field input hidden yes no on off empty missing invalid wrong
   incorrect expired forgotten unset default await async new function lambda return typeof const let var self this type static readonly
   public private protected final option options flag argument arguments field prompt not is are was must should can cannot will if else for and or the a an of in to from with basic bearer
   oauth oauth2 sha1 sha256 sha512 md5 base64 utf8 utf16 ed25519 x509 hs256 rs256 es256 es6 http2 ipv4 ipv6 obligatoire requis erforderlich
   obligatorio obligatoria requerido requerida falsch vergessen oublié inválida inválido ungültig benötigt manquant неверный обязателен`,
)

/** Only code has such values without quotes. */
function isCode({ value, joint, after }: SecretCandidate): boolean {
  if (NO_VALUE.has(value.toLowerCase().replace(/[.:?!*]+$/, ""))) return true
  if (/^[([{]/.test(after) || /^\s*(?:=>|\?\?|\|\||&&)/.test(after)) return true
  const name = /^[&*!@]?[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[?!:]?$/.test(value)
  if (!name || looksRandom(value)) return joint === "loose" && /^[&*!@#][A-Za-z_]+$/.test(value)
  if (/[.:>]/.test(value)) return true
  // A bare word that is followed by more code, or an identifier of several words, is a name.
  return /^\s*[,;)}\]]/.test(after) && joint === "loose"
    ? !mixesDigits(value)
    : /^[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+$|^_?[A-Z][A-Z_]+$/.test(value)
}

function isPassword({ value, quoted, joint, after }: SecretCandidate): boolean {
  if (NO_VALUE.has(value.toLowerCase()) || (quoted && WELL_KNOWN.has(value.toLowerCase()))) return false
  if (/^\d+$/.test(value)) return value.length >= 4
  if (mixesDigits(value) || /\d/.test(value) || looksRandom(value)) return value.length >= 4
  if (joint === "said") return quoted && value.length >= 4
  if (!quoted && /^\p{Lu}\p{Ll}+$/u.test(value) && /^(?: \p{L}+){2}/u.test(after)) return false
  if (quoted || joint === "tight") return value.length >= 4
  return value.length >= 4 && /^\s*(?:$|[，。、；,.;]|#)/.test(after)
}

/** Made-up and test keys are short words behind a real prefix. */
const VENDOR_PREFIX = /^(?:[prs]k|gh[oprsu]|xox[a-z])[-_]/

function isToken(value: string): boolean {
  if (NO_VALUE.has(value.toLowerCase()) || value.length < 6) return false
  if (/^\d{12,}$/.test(value)) return new Set(value).size > 4
  if (/^[\d.,:+-]+$/.test(value) || /^v?\d+(?:\.\d+)+/.test(value) || /^(?:md5|sha\d{1,3})[-:]/.test(value))
    return false
  return looksRandom(value) || (mixesDigits(value) && (!isWordy(value) || VENDOR_PREFIX.test(value)))
}
