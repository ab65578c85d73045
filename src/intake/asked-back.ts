// Possible junk is on record, but in no note and no prompt, until the model insists or a later summary or save proposes it again, even in other
// words. A small model that looks through conversations proposes the same whenever it is said, so its proposals confirm none.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { contentOf, readWords } from "../facts/fact-words.ts"
import { doubtAbout, type GateReason } from "../facts/gate.ts"
import type { Judged } from "./judge.ts"
import { knownFacts } from "./known-facts.ts"

export function askedBack(app: App, judged: Judged): GateReason | undefined {
  const { candidate, verdict } = judged
  const doubt = verdict.reason === "approved" ? undefined : doubtAbout(candidate)
  if (doubt === undefined) return undefined
  if (candidate.source !== "extraction" && isProposedAgain(app, judged)) return undefined
  // What is already known is only repeated.
  return knownFacts(app, candidate.scope).facts.some((fact) => factId(fact.text) === judged.id) ? undefined : doubt
}

/** Share of the content words of both. */
const LEAST_COMMON = 0.7

function isProposedAgain(app: App, { candidate, id }: Judged): boolean {
  const words = contentOf(readWords(candidate.text))
  return app.store.outcomes.askedBack(app.project.name, candidate.scope).some(({ key, text, session, message }) => {
    // Repeating a call in the same turn says nothing new.
    if (`${session ?? ""}/${message ?? ""}` === candidate.evidence) return false
    return key === id || shareOf(words, contentOf(readWords(text))) >= LEAST_COMMON
  })
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length
  const numbers = (words: ReadonlySet<string>) =>
    [...words]
      .filter((word) => /\d/.test(word))
      .sort()
      .join(" ")
  return numbers(one) === numbers(other) ? common / Math.max(one.size, other.size, 1) : 0
}
