// A session's conversation as OpenCode has stored it: what was said in words, and separately what came in from outside, turn by turn. Tools'
// outputs are never shown to the model that looks for facts; its proposals are checked against them.
import type { App } from "../app.ts"
import { type Spoken, sinceWatermark, type Watermark } from "../background/mined-messages.ts"
import { type SaidOutside, saidOutside } from "../facts/trust/outside-text.ts"
import { seenText } from "../facts/trust/seen-text.ts"
import type { Seen } from "../facts/trust/trust.ts"
import { sawNothing } from "../intake/session-evidence.ts"
import { letOthersRun } from "../model/in-turns.ts"
import type { PastView } from "../past/past.ts"
import type { PastCall, PastMessage, PastSession } from "../past/past-session.ts"
import { cleanText, pieceOf } from "../redaction/clean-text.ts"
import { isTainting } from "../session/evidence.ts"
import { stripHidden } from "../text/hidden-text.ts"
import type { CleanText } from "../text/known-clean.ts"
import { ownLines, pastedTexts } from "../text/pasted-text.ts"
import type { ReadOwnCall } from "./by-verb.ts"

export interface SpokenSession {
  readonly spoken: readonly Spoken[]
  /** What a proposal from these messages is checked against. */
  seenFor(evidence: readonly Spoken[]): Seen
}

/** No more messages than this are read at once; the oldest are left out. */
const MAX_READ = 400

export async function readSpoken(
  app: App,
  { view, session }: { readonly view: PastView; readonly session: PastSession },
  watermark: Watermark | undefined,
  readOwnCall: ReadOwnCall,
): Promise<SpokenSession> {
  const { notes, heard } = app.journal.peek(session.id)
  const { origins } = notes
  const isHeard = new Set(heard)
  const spoken: Spoken[] = []
  const turnOf = new Map<string, number>()
  const outside: (SaidOutside & { readonly turn: number })[] = []
  const calls: PastCall[] = []
  let turn = 0
  const places = view.places(session)
  const fresh = new Set(sinceWatermark(places, watermark).map(({ id }) => id))
  const begun = places.findIndex(({ id }) => isHeard.has(id))
  const before = new Set(places.slice(0, begun < 0 ? places.length : begun).map(({ id }) => id))
  // What came in before the last search may be repeated now.
  for (const place of fresh.size === 0 ? [] : places.slice(-MAX_READ)) {
    // Lets the host do its own work in between.
    await letOthersRun()
    if (place.role === "summary") continue
    const message = view.message(session, place, "ends")
    if (!message) continue
    if (place.role === "user") turn++
    turnOf.set(place.id, turn)
    const isTheirs = before.has(place.id) || (place.role === "user" && !isHeard.has(place.id))
    const heard = hear(message, isTheirs)
    if (heard.text !== "" && fresh.has(place.id))
      spoken.push({ id: place.id, role: place.role, at: place.at, text: heard.text })
    for (const one of heard.outside) outside.push({ ...one, turn })
    for (const { tool, args, output, id } of heard.calls) {
      const own = readOwnCall(tool, args)
      const named = own ? { tool: own.verb, isOwn: true, handsOn: own.handsOn, origin: origins[id ?? ""] } : { tool }
      const said = saidOutside({ ...named, args, text: output }, app.config.trustedTools)
      if (said) outside.push({ ...said, turn })
    }
    calls.push(...heard.calls)
  }
  const texts = outside.map((one) => ({ turn: one.turn, seen: seenText(one) }))
  const userTurns = spoken.filter(({ role }) => role === "user").map(({ text }) => text)
  return {
    spoken,
    seenFor(evidence) {
      const turns = new Set(evidence.map(({ id }) => turnOf.get(id)))
      const tainted = texts.filter((one) => turns.has(one.turn) && isTainting(one.seen.kind))
      return {
        ...sawNothing,
        userTurns,
        named: evidence.filter(({ role }) => role === "user").map(({ text }) => text),
        outside: texts.map(({ seen }) => seen),
        readWeb: tainted.some(({ seen }) => seen.kind !== "quarantined"),
        readQuarantined: tainted.some(({ seen }) => seen.kind === "quarantined"),
        fetched: calls.flatMap(({ args }) => (typeof args.url === "string" ? [args.url] : [])),
        ran: calls.flatMap(({ args }) => (typeof args.command === "string" ? [args.command] : [])),
      }
    },
  }
}

/**
 * Only what was typed in a user's message counts as said; a paste and a command's template are somebody else's. So is a message that Cairn did not
 * hear, and all that was said before it came into the session: the session may have been imported.
 */
function hear(
  message: PastMessage,
  isTheirs: boolean,
): { text: CleanText; outside: readonly SaidOutside[]; calls: readonly PastCall[] } {
  const texts = message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []))
  const calls = message.parts.flatMap((part) => (part.kind === "tool" ? [part.call] : []))
  const { text } = cleanText("")
  const whole = pieceOf(texts[0] ?? text, stripHidden(texts.join("\n")).text)
  const isAssistant = message.role === "assistant"
  if (isTheirs && (isAssistant || message.isTyped))
    return { text, outside: [{ kind: "past-session", text: whole }], calls }
  if (isAssistant) return { text: whole, outside: [], calls }
  if (!message.isTyped) return { text, outside: [{ kind: "command", text: whole }], calls }
  const pasted = pastedTexts(whole).map((paste) => ({ kind: "paste", text: paste }) as const)
  return { text: pieceOf(whole, ownLines(whole).join("\n")), outside: pasted, calls }
}
