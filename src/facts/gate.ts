// Which candidates are worth a note. A guard looks at how a text is built, never for a word that a good fact should have: facts are as various
// as projects, and a gate that wants certain words keeps out most of them. What is refused is refused for the first reason that holds.
import type { Candidate } from "../model/fact.ts"
import { MAX_FACT } from "../model/fact-text.ts"
import { MARK } from "../redaction/secret-span.ts"
import { stripHidden } from "../text/hidden-text.ts"
import { widthOf } from "../text/script.ts"
import { foldFact } from "./fact-key.ts"
import { isInjection } from "./injection.ts"
import { SNAPSHOT_GUARDS } from "./snapshots.ts"

/** In the order in which they are tried. */
export const GATE_REASONS = [
  "empty",
  "too_short",
  "too_long",
  "progress_snapshot",
  "raw_error",
  "stack_trace",
  "commit_or_ci_snapshot",
  "path_heavy",
  "temporary_status",
  "active_file_snapshot",
  "code_signature",
  "unresolved_question",
  "transient_bug_state",
  "deployment_snapshot",
  "in_instructions",
  "secret_only",
  "injection",
] as const
export type GateReason = (typeof GATE_REASONS)[number]

/** What a user asks for in so many words is kept, however it is built. */
const FOR_EXPLICIT = new Set<GateReason>(["empty", "secret_only", "injection"])

const LEAST = 20
const LEAST_REFERENCE = 12

/** Of the instruction files that the host puts into every prompt, as `foldInstructions` makes it. */
export type Instructions = string

export function foldInstructions(texts: readonly string[]): Instructions {
  return ` ${texts.map(foldFact).join(" \n ")} `
}

/** Secrets are marks by now, which is how one is seen. */
export function gate(candidate: Candidate, instructions: Instructions = ""): GateReason | undefined {
  const text = stripHidden(candidate.text).text.trim()
  const guards = guardsOf(candidate, instructions)
  return GATE_REASONS.find((reason) => {
    if (candidate.source === "explicit" && !FOR_EXPLICIT.has(reason)) return false
    return guards[reason](text)
  })
}

type Guard = (text: string) => boolean

function guardsOf({ type, text: written, detail }: Candidate, instructions: Instructions): Record<GateReason, Guard> {
  return {
    ...SNAPSHOT_GUARDS,
    empty: (text) => !/[\p{L}\p{N}]/u.test(text),
    too_short: (text) => widthOf(text) < (type === "reference" ? LEAST_REFERENCE : LEAST),
    too_long: (text) => text.length > MAX_FACT,
    in_instructions: (text) => instructions.includes(` ${foldFact(text)} `),
    secret_only: isSecretOnly,
    // With what nobody can see, which is where instructions are hidden.
    injection: () => isInjection(`${written}\n${detail ?? ""}`),
  }
}

const PRIVATE = /\[private\]/gi
/** What people write around a secret without saying anything else. */
const AROUND =
  /\b(?:the|my|our|your|this|that|a|an|is|are|was|as|for|to|of|and|it|its|here|please|use|set|remember|new|current|secret|secrets|password|passwd|pwd|passphrase|token|api|access|private|public|client|auth|key|keys|credential|credentials|login|pin|code|bearer|authorization|export|env|value)\b|密[码碼]|口令|密[钥鑰]|令牌|我的|是|为|為|パスワード|トークン|キー|は|です|私の|비밀번호|암호|토큰|키|는|은|이다|입니다|내|contraseña|clave|mi|es|la|el|mot\sde\spasse|mon|est|le|passwort|kennwort|mein|ist|das/giu

/** `GITHUB_TOKEN=` says no more than "the token". */
const VARIABLE = /\b\w{0,40}(?:token|secret|key|passw(?:or)?d|pwd|credentials?)\w{0,40}\s{0,4}[=:]/gi

function isSecretOnly(text: string): boolean {
  const without = text.replace(MARK, " ").replace(PRIVATE, " ")
  if (without === text) return false
  return !/[\p{L}\p{N}]{2}/u.test(without.replace(VARIABLE, " ").replace(AROUND, " "))
}
