// Where the words of a waiting note came from: the call of its session whose answer contains them, according to OpenCode's record. A person needs
// that to decide; "ses_…/msg_…" tells nobody anything.
import type { App } from "../app.ts"
import { readsStrangers } from "../facts/trust/strangers.ts"
import { messageOf } from "../model/errors.ts"
import type { PastView } from "../past/past.ts"
import type { PastCall } from "../past/past-session.ts"
import { termsOf } from "../search/search-terms.ts"
import { localMinute } from "../text/local-time.ts"
import { oneLine } from "../text/text.ts"
import type { WaitingNote } from "./waiting-notes.ts"

/** Only calls before the end of the turn in which it was saved. */
const MESSAGES = 60
/** This share of the note's terms means that it came from there. */
const ENOUGH = 0.6
const MAX_SHOWN = 120

type Call = ReturnType<typeof callsBefore>[number]

/** In plain words; undefined if OpenCode does not tell. */
export async function originOfWords(
  app: App,
  note: Pick<WaitingNote, "evidence" | "description" | "body">,
): Promise<string | undefined> {
  const [session, message] = note.evidence?.split("/") ?? []
  if (!session?.startsWith("ses_") || !message) return undefined
  try {
    return await app.past.look(undefined, (view) =>
      saidWhere(app, callsBefore(view, session, message), `${note.description}\n${note.body}`),
    )
  } catch (error) {
    app.log.info("words-origin", { session, why: messageOf(error) })
    return undefined
  }
}

/** Calls up to the end of the turn that the message began, newest first. */
function callsBefore(view: PastView, id: string, message: string) {
  const session = view.session(id)
  const places = view.places(session)
  const asked = places.findIndex((place) => place.id === message)
  const next = places.findIndex((place, at) => at > asked && place.role === "user")
  const end = asked < 0 ? places.length : next < 0 ? places.length : next
  return places
    .slice(Math.max(0, end - MESSAGES), end)
    .flatMap((place) => view.message(session, place, "ends") ?? [])
    .flatMap(({ parts, at }) => parts.flatMap((part) => (part.kind === "tool" ? [{ call: part.call, at }] : [])))
    .reverse()
}

function saidWhere(app: App, calls: readonly Call[], words: string): string | undefined {
  const wanted = [...termsOf(words).words.keys()]
  const read = calls.filter(({ call }) => !call.tool.startsWith("memory"))
  const share = ({ call }: Call) => {
    const said = termsOf(call.output).words
    return wanted.filter((term) => said.has(term)).length / Math.max(1, wanted.length)
  }
  const best = read.map((one) => ({ one, share: share(one) })).sort((a, b) => b.share - a.share)[0]
  if (best && best.share >= ENOUGH) return `${described(best.one.call)}, ${localMinute(best.one.at)}`
  const strange = read.find(({ call }) => readsStrangers(call.tool, call.args, app.config.trustedTools) !== undefined)
  return (
    strange &&
    `not word for word from anything that was read; the session had read ${described(strange.call)}, ${localMinute(strange.at)}`
  )
}

function described({ tool, args }: PastCall): string {
  const given = (...names: string[]) => names.map((name) => args[name]).find((value) => typeof value === "string")
  const page = given("url", "query")
  const file = given("filePath", "path", "file")
  const command = given("command")
  const shown = (what: string, value: unknown) => `${what} ${oneLine(String(value), MAX_SHOWN)}`
  if (page !== undefined) return shown(given("url") ? "the page" : "a search for", page)
  if (file !== undefined) return shown("the file", file)
  return command === undefined ? `an answer of the tool ${tool}` : shown("the command", command)
}
