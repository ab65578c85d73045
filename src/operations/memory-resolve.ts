import { contentOf, readWords } from "../facts/fact-words.ts"
import { isHandMade } from "../intake/by-hand.ts"
import { conflictAt, resolveConflict } from "../intake/resolve-conflict.ts"
import { CairnError } from "../model/errors.ts"
import type { Fact } from "../model/fact.ts"
import { parseNotePath } from "../model/note-path.ts"
import { evidenceNow } from "../session/live-session.ts"
import { doubtOfTurn } from "./doubtful-deed.ts"
import { type Ask, type Operation, operation, textArg } from "./operation.ts"

interface Resolved {
  readonly kept: readonly string[]
  readonly archived?: string | undefined
}

export const memoryResolve: Operation = operation({
  name: "memory_resolve",
  summary: "Settle two contradicting facts as the user said: keep one and drop the other, or both hold.",
  effect: "keep",
  access: "both",
  input: {
    keep: textArg(300).optional().describe("path"),
    drop: textArg(300).optional(),
    both: textArg(700).optional().describe("two paths"),
  },
  async run(ask, { keep, drop, both }): Promise<Resolved> {
    const named = both === undefined ? [keep, drop] : both.split(/[\s,]+/)
    const [one, other, ...more] = named.filter((path): path is string => path !== undefined && path !== "")
    if (!one || !other || more.length > 0)
      throw new CairnError("bad_arguments", "two facts are needed", "give keep and drop, or both with two paths")
    const pair = conflictAt(ask.app, [parseNotePath(one).path, parseNotePath(other).path])
    if (!pair)
      throw new CairnError(
        "no_conflict",
        "these two do not contradict each other now",
        "_CONFLICTS.md lists those that do",
      )
    const holds = both === undefined ? "first" : "both"
    refuseUnlessSaid(ask, pair, holds)
    const by = { said: ask.by === "person" ? "user" : "assistant", evidence: evidenceNow(ask.session) } as const
    await resolveConflict(ask.app, pair, holds, by)
    return holds === "both" ? { kept: [one, other] } : { kept: [one], archived: other }
  },
  toText: ({ kept, archived }) =>
    archived === undefined ? `Both hold: ${kept.join(", ")}` : `Kept ${kept.join(", ")}; ${archived} is in the archive`,
})

/** An agent carries out what the user has said in this session; it never chooses. */
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
  const turns = ask.session?.parent === null ? ask.session.evidence.userTurns : []
  if (doubtOfTurn(ask) === undefined && turns.some((turn) => settles(turn, pair, holds))) return
  const edited = info && isHandMade(ask.app, info) ? " (one was edited by hand)" : ""
  throw new CairnError(
    "needs_user",
    `the user has not said which holds${edited}`,
    "ask the user, and call it again after the answer",
  )
}

const BOTH = /\b(?:both|each|beide|ambos|les deux|entrambi)\b|両方|둘 다|都|两个/iu

/** Whether a message names what tells the two apart, or says that both hold. */
function settles(turn: string, [one, other]: readonly [Fact, Fact], holds: "first" | "both"): boolean {
  if (holds === "both") return BOTH.test(turn)
  const said = contentOf(readWords(turn))
  const [a, b] = [contentOf(readWords(one.text)), contentOf(readWords(other.text))]
  const telling = [...a].filter((word) => !b.has(word)).concat([...b].filter((word) => !a.has(word)))
  return telling.some((word) => said.has(word))
}
