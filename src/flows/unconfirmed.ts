// Unconfirmed claims about the user, in a conversation: a few are shown, each for a few sessions, and asked about once. A plain yes or no counts
// only if the assistant's last words asked whether one of them is true: otherwise it is unclear what was answered.
import type { App } from "../app.ts"
import { factId } from "../facts/fact-id.ts"
import { type Claimed, confirmClaim, rejectClaim, unconfirmedClaims } from "../intake/claims.ts"
import { within } from "../model/deadline.ts"
import { toLog } from "../model/errors.ts"
import { asData } from "../prompt/escape.ts"
import type { UnconfirmedClaim } from "../prompt/unconfirmed-lines.ts"
import { answerIn } from "../requests/plain-answer.ts"
import type { LiveSession } from "../session/live-session.ts"
import { foldText } from "../text/fold.ts"
import { oneLine } from "../text/text.ts"
import { BLOT } from "../text/user-text.ts"
import { recordEvents } from "./session-events.ts"

const MAX_SHOWN = 3
const MAX_SESSIONS = 3

/** For a session's prefix; the same ones as long as nothing is said about them. */
export function claimsShown(app: App, { id: session }: LiveSession): (UnconfirmedClaim & { readonly id: string })[] {
  const claims = unconfirmedClaims(app)
  if (claims.length === 0) return []
  const shown = app.store.shownClaims.of(app.project.name)
  return claims
    .map(({ fact }) => {
      const id = factId(fact.text)
      const before = [...(shown.get(id) ?? [])].filter((other) => other !== session).length
      // The answer to memory_save has already asked.
      return { id, before, text: fact.text, isAsked: before === 0 && fact.source !== "manual" }
    })
    .filter(({ before }) => before < MAX_SESSIONS)
    .slice(0, MAX_SHOWN)
}

/** A prefix has shown them to this session. Marks of what is no longer a claim are dropped. */
export function markShown(app: App, session: LiveSession): void {
  if (session.parent !== null) return
  if (app.isComplete()) {
    const claims = new Set(unconfirmedClaims(app).map(({ fact }) => factId(fact.text)))
    const marked = [...app.store.shownClaims.of(app.project.name).keys()]
    app.store.shownClaims.forget(
      app.project.name,
      marked.filter((id) => !claims.has(id)),
    )
  }
  const ids = claimsShown(app, session).map(({ id }) => id)
  if (ids.length > 0) app.store.shownClaims.mark(app.project.name, session.id, ids)
}

/** More than a question about a fact needs. */
const MAX_SAID = 8000

/** The assistant has spoken: whether that ends by asking about a claim. On record, since the user may answer in another process. */
export function noticeQuestion(app: App, session: LiveSession, text: string): void {
  if (session.parent !== null) return
  const quoted = claimQuoted(unconfirmedClaims(app), text.slice(-MAX_SAID))
  const claim = quoted && factId(quoted.fact.text)
  if (claim !== app.journal.read(session.id).notes.asked) recordEvents(app, session, [{ kind: "asked", claim }])
}

/** The outcome of an answer, for the model. `asked` is the claim that the assistant's last words asked about. Never throws. */
export async function hearAnswer(
  app: App,
  session: LiveSession,
  said: { readonly text: string; readonly asked: string | undefined; readonly messageID: string | undefined },
): Promise<string[]> {
  const answer = said.asked === undefined ? undefined : answerIn(said.text)
  const claim = answer && (await claimWith(app, said.asked))
  if (!claim) return []
  const evidence = `${session.id}/${said.messageID ?? ""}`
  const work = answer === "yes" ? confirmClaim(app, claim, evidence) : rejectClaim(app, claim, evidence)
  const done = work.then(() => true, toLog(app, "unconfirmed", { note: claim.path }))
  if (!(await within(app.config.saveWaitMs, done))) return []
  return [
    `${answer === "yes" ? "Confirmed by the user, and in memory" : "Denied by the user, and removed"}: "${asData(oneLine(claim.fact.text, 200))}"`,
  ]
}

/** Another process may have saved it just now. */
async function claimWith(app: App, id: string | undefined): Promise<Claimed | undefined> {
  const known = () => unconfirmedClaims(app).find(({ fact }) => factId(fact.text) === id)
  if (!known()) await within(app.config.saveWaitMs, app.scopeNotes("project").refreshNow())
  return known()
}

/** The claim that the text ends by asking about; if there are two, it is unclear which is meant. */
function claimQuoted(claims: readonly Claimed[], text: string): Claimed | undefined {
  const paragraphs = text.trim().split(PARAGRAPH_END).slice(-MAX_PARAGRAPHS)
  const last = foldText(paragraphs.pop() ?? "")
  const quoted = claims.filter(({ fact }) => isAskedAbout(fact.text, last))
  return quoted.length === 1 && !paragraphs.some((one) => QUESTION_END.test(one)) ? quoted[0] : undefined
}

const PARAGRAPH_END = /\n[^\S\n]*\n\s*/
/** A question further up is forgotten by then. */
const MAX_PARAGRAPHS = 3
const QUESTION_END = /[?？؟](?![\p{L}\p{N}=&])/u
/** The end of a quotation or of a sentence. */
const AFTER_QUOTE = /^[.!]?(?:["'“”’»」』*_`?？]|\s*$)|^[.!?](?:\s|$)/
/** A yes to this would say the opposite, or something else. */
const OTHER_DEED =
  /\b(?:delet|remov|forget|drop|discard|eras|ignor|chang|replac|rewrit|undo|revert|lösch|entfern|vergess|borr|elimin|olvid|supprim|effac|oubli)|(?:删|刪|忘|削除|삭제)/u
/** Not every negation: "right, or no?" still asks. */
const TURNED = /\b(?:wrong|false|incorrect|outdated|no longer|not|falsch|nicht|falso|faux|pas)\b|n['’]t\b/
const ASKS_WHETHER =
  /\b(?:holds?|right|correct|true|accurate|so|confirm|agree|stimmt|richtig|korrekt|wahr|cierto|correcto|verdad|exact|vrai|correct[eo]|vero|giusto|certo)\b|(?:верно|правда|对|對|正确|正しい|맞)/u

/** Whether the only question of a paragraph is whether the claim is true. */
function isAskedAbout(claim: string, paragraph: string): boolean {
  const words = foldText(claim).replace(/[.!?]+$/, "")
  const at = paragraph.indexOf(words)
  const after = paragraph.slice(at + words.length)
  if (at < 0 || /[\p{L}\p{N}]$/u.test(paragraph.slice(0, at)) || !AFTER_QUOTE.test(after)) return false
  const [before, rest] = [paragraph.slice(0, at), after.replace(/^[.!](?=["'“”’»」』*_`])/, "")]
  const asked = `${before}${BLOT}${rest}`.split(QUESTION_END)
  if (asked.length !== 2 || OTHER_DEED.test(before + rest)) return false
  const question = (asked[0] ?? "").split(/[.!]\s+/).at(-1) ?? ""
  if (TURNED.test(question)) return false
  return question.includes(BLOT) || !/[\p{L}\p{N}]/u.test(rest) || ASKS_WHETHER.test(question)
}
