import { contentOf, readWords } from "../facts/fact-words.ts"
import { typedStatements } from "../facts/trust/statement.ts"
import { isHandMade } from "../intake/by-hand.ts"
import { conflictAt, resolveConflict } from "../intake/resolve-conflict.ts"
import { conflictsShown, typedSinceShown } from "../intake/shown-conflicts.ts"
import { CairnError } from "../model/errors.ts"
import type { Fact } from "../model/fact.ts"
import { parseNotePath } from "../model/note-path.ts"
import { SCOPES } from "../model/scope.ts"
import { stemOf, stemSet } from "../text/words.ts"
import { saidBy } from "./note-access.ts"
import { type Ask, type Operation, operation, textArg } from "./operation.ts"
import { doubtOfTurn } from "./proposal.ts"

export const memoryResolve: Operation = operation({
  name: "memory_resolve",
  summary: "Settle two contradicting facts as the user said: one is true, or both.",
  effect: "keep",
  access: "both",
  input: {
    keep: textArg(300).optional().describe("path"),
    drop: textArg(300).optional(),
    both: textArg(700).optional().describe("two paths"),
  },
  async run(ask, { keep, drop, both }) {
    const named = both === undefined ? [keep, drop] : both.split(/[\s,]+/)
    const [one, other, ...more] = named.filter((path): path is string => path !== undefined && path !== "")
    if (!one || !other || more.length > 0)
      throw new CairnError("bad_arguments", "two facts are needed", "give keep and drop, or both with two paths")
    const paths = [parseNotePath(one).path, parseNotePath(other).path] as const
    await Promise.all(SCOPES.map((scope) => ask.app.scopeNotes(scope).refreshNow()))
    for (const path of paths) refuseMissing(ask, path)
    const pair = conflictAt(ask.app, paths)
    if (!pair)
      throw new CairnError(
        "no_conflict",
        "these two facts do not contradict each other",
        "_CONFLICTS.md lists those that do",
      )
    const holds = both === undefined ? "first" : "both"
    refuseUnlessSaid(ask, pair, holds)
    await resolveConflict(ask.app, pair, holds, saidBy(ask))
    return holds === "both" ? { kept: [one, other] } : { kept: [one], archived: other }
  },
  toText: ({ kept, archived }) =>
    archived === undefined
      ? `Both are true: ${kept.join(", ")}`
      : `Kept ${kept.join(", ")}; ${archived} is in the archive`,
})

function refuseMissing({ app }: Ask, path: string): void {
  if (SCOPES.some((scope) => app.scopeNotes(scope).index.get(path))) return
  throw new CairnError("note_not_found", `there is no note ${path}`, "_CONFLICTS.md lists the facts in question")
}

/** An agent carries out what the user has said since the contradiction was shown; it never chooses. */
function refuseUnlessSaid(ask: Ask, pair: readonly [Fact, Fact], holds: "first" | "both"): void {
  const [, other] = pair
  const info = ask.app.scopeNotes(other.scope).index.get(other.path)?.info
  if (info?.readonly)
    throw new CairnError(
      "note_readonly",
      `${other.path} is read-only`,
      "only the user can change that; write another note",
    )
  if (ask.by === "person" && !ask.isUnattended) return
  if (ask.by === "person")
    throw new CairnError(
      "needs_person",
      "which of two facts is true is yours to say, so this needs a terminal with you at it",
      "run it again without a pipe, in a terminal outside OpenCode",
    )
  const session = ask.session?.parent === null ? ask.session : undefined
  const typed = session ? typedSinceShown(ask.app, session, pair) : []
  const answer = typed.map((turn) => settles(turn, pair, holds)).find((said) => said !== undefined)
  if (doubtOfTurn(ask) === undefined && answer) return
  // From now on an answer counts.
  if (session) conflictsShown(ask.app, session, [pair])
  const edited = info && isHandMade(ask.app, info) ? " (one was edited by hand)" : ""
  throw new CairnError(
    "needs_user",
    `since the contradiction was shown, the user has not said which is right${edited}`,
    "ask the user which one is right, or whether both are, and call it again after the answer",
  )
}

const BOTH =
  /\b(?:both|each|beide|ambos|les deux|entrambi)\b|両方|둘 다|两个都|两者|都(?:对|是|正确|成立|保留|要|可以)/iu
const DROPS =
  /\b(?:forget|drop|remove|delete|discard|archive|outdated|obsolete|wrong|stale|vergiss|lösch\w*|olvida|borra|oublie|supprime)\b|忘|删|消して|삭제|잊/iu
/** "I don't know whether it is 5434" names a value and settles nothing. */
const UNSURE =
  /\b(?:know|sure|certain|whether|if|maybe|perhaps|might|could|guess|think so|weiß|ob|vielleicht|quizás|peut-être)\b|不知道|也许|分からない|모르/iu
/** What is left of an answer besides "both". */
const AGREES: ReadonlySet<string> = stemSet(
  "right true correct valid fine ok okay good hold keep stay apply yes stimmen richtig korrekt gelten correctos ciertos verdaderos vrais corrects justes veri giusti",
)

const CLAUSE_END = /[,.;:!?\n]+(?!\d)|\b(?:and|but|und|aber|pero|mais)\b/iu

/** Whether the message says that the first is right, or that both are; undefined if it asks, doubts or is about something else. */
function settles(turn: string, pair: readonly [Fact, Fact], holds: "first" | "both"): boolean | undefined {
  const [a, b] = pair.map(({ text }) => contentOf(readWords(text))) as [Set<string>, Set<string>]
  const statements = typedStatements(turn)
    .map(({ text }) => text)
    .filter((text) => !UNSURE.test(text))
  if (statements.some((text) => saysBoth(text, new Set([...a, ...b])))) return holds === "both"
  const favours = statements
    .flatMap((text) => text.split(CLAUSE_END))
    .flatMap((clause) => favouredIn(clause, a, b) ?? [])
  return favours.length === 0 ? undefined : holds === "first" && !favours.includes("other")
}

/** "Fix both tests" is a task: an answer agrees and says no more, or is about the two facts. */
function saysBoth(statement: string, ofPair: ReadonlySet<string>): boolean {
  const said = readWords(statement)
  if (!BOTH.test(statement) || DROPS.test(statement) || said.negated.size > 0) return false
  const words = [...contentOf(said)].filter((word) => !BOTH.test(word))
  return words.every((word) => AGREES.has(word)) || words.some((word) => ofPair.has(word))
}

/** Which of the two a clause supports, judged by the words that only one of them has. */
function favouredIn(clause: string, a: ReadonlySet<string>, b: ReadonlySet<string>): "first" | "other" | undefined {
  const said = readWords(clause)
  const negated = new Set([...said.negated].map(stemOf))
  const named = [...contentOf(said)]
  const [first, other] = [
    named.filter((word) => a.has(word) && !b.has(word)),
    named.filter((word) => b.has(word) && !a.has(word)),
  ]
  if (first.length + other.length === 0) return undefined
  if (first.length > 0 && other.length > 0) return first.some((word) => negated.has(word)) ? "other" : "first"
  const isTurnedDown = DROPS.test(clause) || [...first, ...other].some((word) => negated.has(word))
  return first.length > 0 === isTurnedDown ? "other" : "first"
}
