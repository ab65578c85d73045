// Takes secrets out of a text before its first byte is written anywhere. It runs on every tool output, so a single pass decides which finders have
// anything to look for; a tool may print anything, so none of them takes more than linear time.
import { CREDENTIAL_HINTS, credentials } from "./credentials.ts"
import { labelledSecrets } from "./labelled-secrets.ts"
import { literalScan } from "./literal-scan.ts"
import { isMade, madeWords } from "./made-words.ts"
import { secretsNear } from "./near-places.ts"
import { percentView } from "./percent-view.ts"
import { privateKeys } from "./private-key.ts"
import { LABEL_HINTS } from "./secret-labels.ts"
import { countsOf, marked } from "./secret-marks.ts"
import { SECRET_RULES, type SecretRule } from "./secret-rules.ts"
import { joinSpans, type SecretSpan } from "./secret-span.ts"

export interface Redacted {
  readonly text: string
  /** Sorted by kind. */
  readonly found: readonly { readonly kind: string; readonly count: number }[]
}

const PRIVATE_KEY_HINTS = ["private key", "private+key", "private-lines"]
const hintsIn = literalScan([
  ...new Set([
    ...SECRET_RULES.flatMap(({ hints }) => hints),
    ...CREDENTIAL_HINTS,
    ...LABEL_HINTS,
    ...PRIVATE_KEY_HINTS,
  ]),
])

const RULES_BY_HINT = new Map<string, SecretRule[]>()
for (const rule of SECRET_RULES)
  for (const hint of rule.hints) RULES_BY_HINT.set(hint, [...(RULES_BY_HINT.get(hint) ?? []), rule])

/** Text after a mark can end up next to a label; a second round settles that, and a third is seldom needed. */
const MOST_ROUNDS = 4

/** `first` is what is already known to be in it. */
export function redact(text: string, first = secretsIn(text)): Redacted {
  if (first.length === 0) return { text, found: [] }
  const kinds: string[] = []
  let current = text
  let spans: readonly SecretSpan[] = first
  for (let round = 1; spans.length > 0; round++) {
    for (const { kind } of spans) kinds.push(kind)
    const next = marked(current, spans)
    current = next.text
    spans = round < MOST_ROUNDS ? secretsNear(current, next.places, secretsIn) : []
  }
  return { text: current, found: countsOf(kinds) }
}

export function redactText(text: string): string {
  return redact(text).text
}

/** In order and without overlap. */
export function secretsIn(text: string): SecretSpan[] {
  const decoded = percentView(text)
  if (!decoded) return joinSpans(plainSecrets(text), text)
  const inside = secretsNear(decoded.text, decoded.places, plainSecrets).map(({ start, end, kind }) => ({
    start: decoded.at(start),
    end: decoded.at(end - 1) + encodedLength(text, decoded.at(end - 1)),
    kind,
  }))
  return joinSpans([...inside, ...plainSecrets(text)], text)
}

function encodedLength(text: string, at: number): number {
  return /^%[\da-f]{2}/i.test(text.slice(at, at + 3)) ? 3 : 1
}

/** The finder that knows most about a secret comes first. */
function plainSecrets(text: string): SecretSpan[] {
  const hints = hintsIn(text)
  const spans = PRIVATE_KEY_HINTS.some((hint) => hints.has(hint)) ? privateKeys(text) : []
  for (const rule of rulesFor(hints)) spans.push(...matches(rule, text))
  return [...spans, ...credentials(text, hints), ...labelledSecrets(text, hints), ...madeWords(text)]
}

function rulesFor(hints: ReadonlySet<string>): readonly SecretRule[] {
  const wanted = new Set([...hints].flatMap((hint) => RULES_BY_HINT.get(hint) ?? []))
  return wanted.size > 1 ? SECRET_RULES.filter((rule) => wanted.has(rule)) : [...wanted]
}

function matches({ kind, pattern, made }: SecretRule, text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const secret = match[1] ?? match[0]
    const start = match.index + match[0].lastIndexOf(secret)
    if (startsAfresh(text, start) && (!made || isMade(secret))) spans.push({ start, end: start + secret.length, kind })
    else pattern.lastIndex = match.index + 1
  }
  return spans
}

/** Not inside a longer word. The letter of an escaped line end (\n) or of a terminal's colour code is not part of a word. */
function startsAfresh(text: string, at: number): boolean {
  if (!/[A-Za-z\d]/.test(text.charAt(at - 1))) return true
  const before = text.slice(Math.max(0, at - 12), at)
  return /\\[nrtbf]$|\x1b\[[\d;]{0,9}m$/.test(before)
}
