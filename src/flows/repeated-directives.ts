// A rule that the user types is offered to the model once. What the user has to say again in a second session, even in other words, becomes a fact
// with both turns as its evidence. If that is unclear, the model is reminded of the earlier sentence.
import type { App } from "../app.ts"
import { placeFor } from "../intake/fact-place.ts"
import { trustedFacts } from "../intake/known-facts.ts"
import { saveOrRetryLater } from "../intake/retry-later.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { within } from "../model/deadline.ts"
import type { Candidate } from "../model/fact.ts"
import { sha256 } from "../model/sha256.ts"
import { offerLine, recalledLine, repeatedLines } from "../prompt/remember-lines.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import type { ClassifiedMessage } from "../requests/classify-message.ts"
import {
  isInsisting,
  isSaidIn,
  keptWishes,
  mayBeWishes,
  mayRecall,
  recalledWishes,
} from "../requests/recalled-wishes.ts"
import { clearerWish, saidBefore } from "../requests/said-again.ts"
import { isStanding, sameDirectives } from "../requests/same-directive.ts"
import { earlierTold } from "../session/evidence.ts"
import { type LiveSession, updateSession } from "../session/live-session.ts"
import type { TypedDirective } from "../store/tables/typed-directives.ts"
import type { CleanText } from "../text/known-clean.ts"
import { contentKey } from "../text/matching.ts"
import { ownLines } from "../text/pasted-text.ts"
import { toolsOf } from "./tools-of.ts"

/** A longer message is a document: its rules belong to a task. */
const MAX_TYPED = 1500
const MAX_DIRECTIVES = 5

export interface TypedMessage {
  readonly text: CleanText
  readonly messageID: string | undefined
  /** What the session had heard before this message. */
  readonly known: readonly string[]
}

type Repeated = Readonly<Record<"own" | "first", TypedDirective>>

type Heard = Pick<ClassifiedMessage, "directives" | "corrections" | "maybe" | "facts" | "negated">

/** Returns lines with what the model should know about it. */
export async function heedDirectives(
  app: App,
  session: LiveSession,
  said: Heard,
  { text, messageID, known }: TypedMessage,
): Promise<string[]> {
  const typed = [...said.directives, ...said.corrections].slice(0, MAX_DIRECTIVES).filter(isStanding)
  const isAsked = said.facts.length + said.negated.length > 0
  const [wishes, kept, recalling] = isAsked ? [[], [], []] : [mayBeWishes(text), keptWishes(text), mayRecall(text)]
  if (!app.config.capture || messageID === undefined || typed.length + recalling.length === 0) return []
  if (ownLines(text).join("\n").length > MAX_TYPED) return []
  const others = app.store.typedDirectives.ofOthers(app.project.name, session.id)
  const keep = (words: string, kind: TypedDirective["kind"]) => {
    const within = contentKey(text) === contentKey(words) ? "" : sha256(text)
    const own = { session: session.id, message: messageID, text: pieceOf(text, words), kind, within }
    app.store.typedDirectives.add(app.project.name, own, app.clock.now())
    return own
  }
  const rules = others.filter(({ kind }) => kind === "rule")
  const found = typed
    .filter((words) => sameDirectives(words, trustedFacts(app)).length === 0)
    .map((words) => {
      const own = keep(words, "rule")
      const same = sameDirectives(words, rules)
      return { own, words, first: same.find(({ within }) => own.within === "" || within !== own.within) }
    })
  const asRules = found.flatMap(({ own, first }) => (first ? [{ own, first }] : []))
  const again =
    asRules.length > 0 ? [] : wishes.flatMap((wish) => firstWish(app, keep(wish, "wish"), notOf(text, others)))
  for (const wish of kept) if (!typed.some((words) => wish.includes(words))) keep(wish, "wish")
  const repeated = [...asRules, ...again]
  // What may be a request to remember reaches the model as that.
  const recalled = repeated.length + said.maybe.length > 0 ? [] : recall(app, session, recalling, others)
  const told = new Set([...known, ...said.maybe].map(contentKey))
  const isOffered = ({ words, first }: (typeof found)[number]) =>
    !first && said.directives.some((one) => one === words) && !told.has(contentKey(words))
  const offered = recalled.length > 0 ? [] : found.filter(isOffered).map(({ words }) => words)
  const isHeeded = repeated.length + said.maybe.length + recalled.length + offered.length > 0
  const insisted = isHeeded ? [] : wishes.filter((wish) => isInsisting(wish) && !isInFacts(app, [wish]))
  const tools = toolsOf(app, session)
  return [
    ...(await keepRepeated(app, repeated)),
    ...recalledLine(recalled, tools),
    ...offerLine([...offered, ...insisted], tools),
  ]
}

/** The same message sent again does not count as a repetition. */
function notOf(text: string, others: readonly TypedDirective[]): TypedDirective[] {
  const [whole, key] = [sha256(text), contentKey(text)]
  return others.filter((one) => one.within !== whole && contentKey(one.text) !== key)
}

/** The last sentence of an earlier session that this one repeats, unless memory already says so. */
function firstWish(app: App, own: TypedDirective, others: readonly TypedDirective[]): Repeated[] {
  const first = saidBefore(own.text, others)
  return first && !isInFacts(app, [own.text, first.text]) ? [{ own, first }] : []
}

const MAX_RECALLED = 2

/** What the user said in earlier sessions and may be repeating now, each told once per session. It counts as the user's words here too. */
function recall(
  app: App,
  session: LiveSession,
  wishes: readonly string[],
  others: readonly TypedDirective[],
): CleanText[] {
  const candidates = wishes.flatMap((wish) => recalledWishes(wish, others).map(({ text }) => ({ wish, text })))
  const earlier = candidates
    .filter(({ wish, text }) => !session.evidence.earlier.includes(text) && !isInFacts(app, [wish, text]))
    .map(({ text }) => text)
  const texts = [...new Set(earlier)].slice(0, MAX_RECALLED)
  if (texts.length > 0) updateSession(session, { evidence: earlierTold(session.evidence, texts) })
  return texts.map((text) => cleanText(text).text)
}

function isInFacts(app: App, wishes: readonly string[]): boolean {
  const facts = trustedFacts(app)
  return wishes.some((wish) => isSaidIn(wish, facts))
}

async function keepRepeated(app: App, repeated: readonly Repeated[]): Promise<string[]> {
  if (repeated.length === 0) return []
  const saving = saveOrRetryLater(
    app,
    repeated.map((one) => candidateOf(app, one)),
    { seen: sawNothing },
  )
  // Also settled if writing was put off: it is tried again later.
  app.store.typedDirectives.settle(
    app.project.name,
    repeated.flatMap(({ own, first }) => [own, first]),
  )
  const taken = await within(app.config.saveWaitMs, saving)
  return Array.isArray(taken) ? repeatedLines(taken) : []
}

function candidateOf(app: App, { own, first }: Repeated): Candidate {
  // Texts from the database are not typed as clean.
  const said = { text: cleanText(clearerWish(own.text, first.text)).text, said: "user" } as const
  const evidence = [own, first].map(({ session, message }) => `${session}/${message}`).join(", ")
  return { ...said, ...placeFor(app, said), source: "explicit", evidence }
}
