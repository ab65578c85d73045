// A rule that the user types is offered to the model once as something to keep. What the user has to say again in a second session, in other
// words too, need not be asked about: it becomes a fact, with both turns as its evidence.
import type { App } from "../app.ts"
import { placeFor } from "../intake/fact-place.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { saveOrRetryLater } from "../intake/retry-later.ts"
import { sawNothing } from "../intake/seen.ts"
import type { Candidate } from "../model/fact.ts"
import { SCOPES } from "../model/scope.ts"
import { sha256 } from "../model/sha256.ts"
import { within } from "../model/within.ts"
import { offerLine, repeatedLines } from "../prompt/remember-lines.ts"
import { type CleanText, cleanText } from "../redaction/clean-text.ts"
import type { ClassifiedMessage } from "../requests/classify-message.ts"
import { clearerDirective, isStanding, sameDirectives } from "../requests/same-directive.ts"
import type { LiveSession } from "../session/live-session.ts"
import type { TypedDirective } from "../store/tables/typed-directives.ts"
import { contentKey } from "../text/matching.ts"
import { ownLines } from "../text/pasted-text.ts"
import { toolsOf } from "./tools-of.ts"

/** A longer message is a document: its rules are those of a task. */
const MAX_TYPED = 1500
const MAX_DIRECTIVES = 5

export interface TypedMessage {
  readonly text: CleanText
  readonly messageID: string | undefined
  /** What the session had heard before. */
  readonly known: readonly string[]
}

/** Gives what the model should know of it, a line each. */
export async function heedDirectives(
  app: App,
  session: LiveSession,
  { directives, corrections, maybe }: Pick<ClassifiedMessage, "directives" | "corrections" | "maybe">,
  { text, messageID, known }: TypedMessage,
): Promise<string[]> {
  const typed = [...directives, ...corrections].slice(0, MAX_DIRECTIVES).filter(isStanding)
  if (!app.config.capture || messageID === undefined || typed.length === 0) return []
  if (ownLines(text).join("\n").length > MAX_TYPED) return []
  const { typedDirectives } = app.store
  const others = typedDirectives.ofOthers(app.project.name, session.id)
  const found = typed
    .filter((words) => !isKnownFact(app, words))
    .map((words) => {
      const own = { session: session.id, message: messageID, text: words, within: wholeOf(text, words) }
      typedDirectives.add(app.project.name, own, app.clock.now())
      return {
        own,
        words,
        first: sameDirectives(words, others).find((one) => own.within === "" || one.within !== own.within),
      }
    })
  const repeated = found.flatMap(({ own, first }) => (first ? [{ own, first }] : []))
  // What may be a request to remember is brought to the model's mind as that.
  const told = new Set([...known, ...maybe].map(contentKey))
  const offered = found.filter(
    ({ words, first }) => !first && directives.includes(words) && !told.has(contentKey(words)),
  )
  return [
    ...(await keepRepeated(app, repeated)),
    ...offerLine(
      offered.map(({ words }) => words),
      toolsOf(app, session),
    ),
  ]
}

interface Repeated {
  readonly own: TypedDirective
  readonly first: TypedDirective
}

function wholeOf(text: string, words: string): string {
  return contentKey(text) === contentKey(words) ? "" : sha256(text)
}

function isKnownFact(app: App, words: string): boolean {
  const facts = SCOPES.flatMap((scope) => knownFacts(app, scope).facts.filter(({ trust }) => trust === "trusted"))
  return sameDirectives(words, facts).length > 0
}

async function keepRepeated(app: App, repeated: readonly Repeated[]): Promise<string[]> {
  if (repeated.length === 0) return []
  const saving = saveOrRetryLater(
    app,
    repeated.map((one) => candidateOf(app, one)),
    { seen: sawNothing },
  )
  // Also what is put off is in good hands.
  app.store.typedDirectives.settle(
    app.project.name,
    repeated.flatMap(({ own, first }) => [own, first]),
  )
  const taken = await within(app.config.saveWaitMs, saving)
  return Array.isArray(taken) ? repeatedLines(taken) : []
}

function candidateOf(app: App, { own, first }: Repeated): Candidate {
  // From the database it comes as any text.
  const said = { text: cleanText(clearerDirective(own.text, first.text)).text, said: "user" } as const
  const evidence = [own, first].map(({ session, message }) => `${session}/${message}`).join(", ")
  return { ...said, ...placeFor(app, said), source: "explicit", evidence }
}
