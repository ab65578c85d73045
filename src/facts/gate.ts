// Which candidates are worth a note. The gate looks at how a text is built and never demands certain words: facts are as diverse as projects, so
// such a gate would keep out most of them. What was weighed with the words that it comes from is not judged by its form alone. Plain junk is refused. Likely junk is asked back, because the model has read the conversation and
// judges better. The first reason that applies is reported.
import type { Candidate } from "../model/fact.ts"
import { MAX_FACT } from "../model/fact-text.ts"
import { MARK } from "../redaction/secret-span.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { widthOf } from "../text/script.ts"
import { foldFact } from "./fact-key.ts"
import { isInjection } from "./injection.ts"
import { JUNK_REASONS, likelyJunk, plainJunk } from "./junk.ts"

/** In the order in which they are checked. */
const GATE_REASONS = [
  "empty",
  "too_short",
  "too_long",
  ...JUNK_REASONS,
  "in_instructions",
  "secret_only",
  "injection",
  "not_lasting",
] as const
export type GateReason = (typeof GATE_REASONS)[number]

/** Shorter texts are doubted: there is too little to judge. */
const LEAST = 20
const LEAST_REFERENCE = 12
/** And these are refused. */
const LEAST_OF_ALL = 8

/** The instruction files that the host puts into every prompt, folded by `foldInstructions`. */
export type FoldedInstructions = string

export function foldInstructions(texts: readonly string[]): FoldedInstructions {
  return ` ${texts.map(foldFact).join(" \n ")} `
}

/** Why it is refused. Secrets have been replaced with marks by now. What a user asked for, or kept in another memory, is not judged by its form. */
export function gate(candidate: Candidate, instructions: FoldedInstructions = ""): GateReason | undefined {
  const { source, moved, text: written, detail = "" } = candidate
  const text = shownText(candidate)
  if (!/[\p{L}\p{N}]/u.test(text)) return "empty"
  if (source !== "explicit" && !moved) {
    if (widthOf(text) < LEAST_OF_ALL) return "too_short"
    if (text.length > MAX_FACT) return "too_long"
    const junk = plainJunk(text)
    if (junk) return junk
    if (instructions.includes(` ${foldFact(text)} `)) return "in_instructions"
  }
  if (isSecretOnly(text)) return "secret_only"
  // Includes hidden characters, where instructions may be concealed.
  return isInjection(`${written}\n${detail}`) ? "injection" : undefined
}

/** Why it needs confirmation. A caller that insists is believed. */
export function doubtAbout(candidate: Candidate): GateReason | undefined {
  if (candidate.source === "explicit" || candidate.insists || candidate.moved) return undefined
  const text = shownText(candidate)
  const isShort = widthOf(text) < (candidate.type === "reference" ? LEAST_REFERENCE : LEAST)
  if (isShort) return "too_short"
  if (candidate.lasts !== undefined) return candidate.lasts ? undefined : "not_lasting"
  return likelyJunk(text, candidate.type)
}

function shownText({ text }: Candidate): string {
  return stripHidden(text).text.trim()
}

const HIDDEN = new RegExp(`${MARK.source}|\\[private\\]`, "gi")
/** A clause whose whole value is the secret: "the staging password is …", "TOKEN=…", "… is my key". */
const VALUE =
  /(?:[=:：]|是|[为為]|は|[은는]|(?<!\p{L})(?:is|are|was|as|to|ist|lautet|es|est|é|è|это|password|passphrase|passwort|token|secret|key|pin|contraseña|clave))[\s"'`]*\0[\s.!。"'`]*(?:です|だ|입니다|이다|이야|야)?[\s.!。]*$/iu
const VALUE_FIRST = /^[\s"'`]*\0[\s\0"'`]*(?:$|(?:is|ist|es|est|and|,)(?!\p{L})(?:\s+\p{L}+){0,6}[\s.!]*$)/iu
const MOST_AROUND = 8
/** The text says something besides the secret. */
const BESIDES = /[;,。，]\s?[\p{L}\p{N}]|[.!?]\s+\p{L}|\w\/\w|:\/\/|\s--?\w/u

function isSecretOnly(text: string): boolean {
  const marked = text.replace(HIDDEN, "\0").trim()
  if (!marked.includes("\0")) return false
  // Counted, not compared: `staging-db` is one word beside a secret.
  const around = marked.match(/[\p{L}\p{N}_-]+/gu) ?? []
  if (around.length > MOST_AROUND || BESIDES.test(marked)) return false
  return VALUE.test(marked) || VALUE_FIRST.test(marked) || around.length === 0
}
