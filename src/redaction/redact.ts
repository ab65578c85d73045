// Takes secrets out of a text before its first byte is written anywhere. It runs on every tool output, so a single pass decides which finders have
// anything to look for; a tool may print anything, so none of them takes more than linear time.
import { firstAfter } from "../text/binary-search.ts"
import { CREDENTIAL_HINTS, credentials } from "./credentials.ts"
import { encodedSecrets } from "./encoded-text.ts"
import { labelledSecrets } from "./labelled-secrets.ts"
import { literalScan } from "./literal-scan.ts"
import { isMade, madeWords } from "./made-words.ts"
import { privateKeys } from "./private-key.ts"
import { LABEL_HINTS } from "./secret-labels.ts"
import { SECRET_RULES, type SecretRule } from "./secret-rules.ts"
import { countsOf, endOf, joinSpans, marked, type SecretSpan } from "./secret-span.ts"

export interface Redacted {
  readonly text: string
  /** Sorted by kind. */
  readonly found: readonly { readonly kind: string; readonly count: number }[]
}

const PRIVATE_KEY_HINTS = ["private key", "private+key", "private-lines"]
const RULES_BY_HINT = new Map<string, SecretRule[]>()
for (const rule of SECRET_RULES)
  for (const hint of rule.hints) RULES_BY_HINT.set(hint, [...(RULES_BY_HINT.get(hint) ?? []), rule])

const HINTS_ALONE = new Set([...CREDENTIAL_HINTS, ...LABEL_HINTS, ...PRIVATE_KEY_HINTS])
const hintsIn = literalScan([...new Set([...RULES_BY_HINT.keys(), ...HINTS_ALONE])], (hint) =>
  HINTS_ALONE.has(hint) ? 0 : Math.min(...(RULES_BY_HINT.get(hint) ?? []).map(({ follow }) => follow)),
)

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
    spans =
      round < MOST_ROUNDS ? joinSpans(secretsNear(current, windowsNear(current, next.places), secretsIn), current) : []
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
  const inside = secretsNear(decoded.text, windowsOfRuns(decoded.text, decoded.places), plainSecrets).map(
    ({ start, end, kind }) => ({
      start: decoded.at(start),
      end: decoded.at(end - 1) + encodedLength(text, decoded.at(end - 1)),
      kind,
    }),
  )
  return joinSpans([...inside, ...plainSecrets(text)], text)
}

function encodedLength(text: string, at: number): number {
  return /^%[\da-f]{2}/i.test(text.slice(at, at + 3)) ? 3 : 1
}

/** The finder that knows most about a secret comes first. */
function plainSecrets(text: string): SecretSpan[] {
  return [...knownSecrets(text), ...madeWords(text), ...encodedSecrets(text, knownSecrets)]
}

function knownSecrets(text: string): SecretSpan[] {
  const hints = hintsIn(text)
  const spans = PRIVATE_KEY_HINTS.some((hint) => hints.has(hint)) ? privateKeys(text) : []
  for (const rule of rulesFor(hints)) spans.push(...matches(rule, text))
  return [...spans, ...credentials(text, hints), ...labelledSecrets(text, hints)]
}

function rulesFor(hints: ReadonlySet<string>): readonly SecretRule[] {
  const wanted = new Set([...hints].flatMap((hint) => RULES_BY_HINT.get(hint) ?? []))
  return wanted.size > 1 ? SECRET_RULES.filter((rule) => wanted.has(rule)) : [...wanted]
}

function matches({ kind, pattern, rest, made }: SecretRule, text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const secret = match[1] ?? match[0]
    const start = match.index + match[0].lastIndexOf(secret)
    if (startsAfresh(text, start) && (!made || isMade(secret))) {
      const end = rest ? endOf(rest, text, start + secret.length) : start + secret.length
      spans.push({ start, end, kind })
      pattern.lastIndex = Math.max(pattern.lastIndex, end)
    } else pattern.lastIndex = match.index + 1
  }
  return spans
}

/** Not inside a longer word. The letter of an escaped line end (\n) or of a terminal's colour code is not part of a word. */
function startsAfresh(text: string, at: number): boolean {
  if (!/[A-Za-z\d]/.test(text.charAt(at - 1))) return true
  const before = text.slice(Math.max(0, at - 12), at)
  return /\\[nrtbf]$|\x1b\[[\d;]{0,9}m$/.test(before)
}

/** More than the distance between a label and its value; doubled, because the surroundings are examined too. */
const NEAR = 2000

/**
 * Only near these places, which are in order, can there be something new: a mark was inserted there, or a character was encoded. Each is examined
 * with its surroundings, so that nothing is judged by half of itself.
 */
function secretsNear(text: string, windows: readonly Window[], find: (text: string) => readonly SecretSpan[]) {
  const size = windows.reduce((sum, { start, stop }) => sum + stop - start, 0)
  if (size >= text.length) return find(text)
  return windows.flatMap(({ from, to, start, stop }) => {
    const found = find(text.slice(start, stop)).map(({ kind, ...span }) => ({
      start: span.start + start,
      end: span.end + start,
      kind,
    }))
    return found.filter((span) => span.end > from && span.start < to)
  })
}

/** `from` and `to` are what may be new, `start` and `stop` what is examined. */
interface Window {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly stop: number
}

/** Those that meet are one: otherwise each place in a long run would have all of it examined. */
function windowsAround(
  places: readonly number[],
  startAt: (at: number) => number,
  stopAt: (at: number) => number,
): Window[] {
  const windows: Window[] = []
  for (const place of places) {
    const last = windows.at(-1)
    const to = place + NEAR
    const stop = last && last.stop >= to + NEAR ? last.stop : stopAt(to + NEAR)
    if (last && place <= last.stop) windows[windows.length - 1] = { ...last, to, stop }
    else windows.push({ from: place - NEAR, to, start: startAt(Math.max(0, place - 2 * NEAR)), stop })
  }
  return windows
}

/** For a text that was read as a whole already: only its labels may have come closer. */
function windowsNear(text: string, places: readonly number[]): Window[] {
  return windowsAround(
    places,
    (at) => at,
    (at) => Math.min(at, text.length),
  )
}

const ENDS_RUN = /[\s"'`]/
const ENDS_OF_RUNS = /[\s"'`]/g

/** To both ends of the runs of characters in which a window begins and ends: what is read for the first time may be a secret of any length. */
function windowsOfRuns(text: string, places: readonly number[]): Window[] {
  return windowsAround(
    places,
    (at) => {
      let start = at
      while (start > 0 && !ENDS_RUN.test(text.charAt(start - 1))) start--
      return start
    },
    (at) => {
      ENDS_OF_RUNS.lastIndex = at
      return ENDS_OF_RUNS.exec(text)?.index ?? text.length
    },
  )
}

const ENCODED = /%(?:0[AaDd9]|[2-7][\da-fA-F])/

/** A text after one URL decoding, undefined if nothing is encoded. Characters beyond ASCII stay as they are: no secret has them. */
export function percentView(text: string) {
  // The engine looks for a single sign many times faster than for a pattern.
  if (!text.includes("%") || !ENCODED.test(text)) return
  const starts: number[] = []
  const shifts: number[] = []
  let decoded = ""
  let from = 0
  for (const { index, 0: code } of text.matchAll(new RegExp(ENCODED, "g"))) {
    decoded += text.slice(from, index) + String.fromCharCode(Number.parseInt(code.slice(1), 16))
    from = index + code.length
    starts.push(decoded.length)
    shifts.push(from - decoded.length)
  }
  // `places` are after each character that was encoded; `at` is where a character of the decoded text begins in the encoded one.
  return {
    text: decoded + text.slice(from),
    places: starts,
    at: (index: number) => index + (shifts[firstAfter(starts, index) - 1] ?? 0),
  }
}
