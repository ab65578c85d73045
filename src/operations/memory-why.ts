// Why something is remembered or not, and why it is in the prompt or not: from the note as it is and from the record of outcomes.
import type { App } from "../app.ts"
import { everyFactId } from "../facts/fact-id.ts"
import { matchingFacts } from "../facts/match-fact.ts"
import { knownFacts } from "../intake/known-facts.ts"
import { CairnError, toLog } from "../model/errors.ts"
import type { NoteInfo } from "../model/note.ts"
import { notePathIn } from "../model/note-path.ts"
import { SCOPES, type ScopeName } from "../model/scope.ts"
import { asData } from "../prompt/escape.ts"
import { isByHand, messageAbout } from "../store/git/commit-message.ts"
import type { OutcomeQuestion, OutcomeRecord } from "../store/tables/outcomes.ts"
import { utcDay } from "../text/local-time.ts"
import { oneLine } from "../text/text.ts"
import { argumentFor, asCommands } from "./audience.ts"
import { explainReason, QUOTATION, quarantineWords, unconfirmedWords } from "./fact-reasons.ts"
import { isOwnWaiting, type NoteData, noteData } from "./note-access.ts"
import { type Audience, arg, type Operation, operation, textArg } from "./operation.ts"
import { placeInPrompt } from "./place-in-prompt.ts"

interface Why {
  readonly notes: readonly { readonly note: NoteData; readonly shown: string }[]
  readonly outcomes: readonly OutcomeRecord[]
  /** Notes that existed once, and what was last done to each. */
  readonly gone: readonly { readonly path: string; readonly scope: ScopeName; readonly how?: string | undefined }[]
  /** Everything here was done by the session that asks. */
  readonly isOwn: boolean
}

const MOST_OUTCOMES = 10

export const memoryWhy: Operation = operation({
  name: "memory_why",
  summary: "Explain a note or fact: its origin, what became of it, why it is shown or not.",
  effect: "read",
  access: "both",
  takesSentence: true,
  input: { about: textArg(500, 1).describe("path, or words of it"), scope: arg.scope },
  async run(ask, { about, scope }): Promise<Why> {
    const { app, session } = ask
    const scopes = scope ? [scope] : SCOPES
    await Promise.all(scopes.map((name) => app.scopeNotes(name).refreshNow()))
    const path = notePathIn(about)?.path
    const named = path === undefined ? [] : scopes.flatMap((name) => app.scopeNotes(name).index.get(path)?.info ?? [])
    const known = (name: (typeof SCOPES)[number]) => Object.values(knownFacts(app, name)).flat()
    const meant = named.length > 0 ? [] : matchingFacts(about, scopes.flatMap(known))
    const notes = [...named, ...meant.flatMap((fact) => app.scopeNotes(fact.scope).index.get(fact.path)?.info ?? [])]
    const outcomes = recordsOf(app, about, path, notes).filter((one) => scope === undefined || one.scope === scope)
    const gone = notes.length > 0 ? [] : await goneNotes(app, path, scopes, outcomes)
    if (notes.length + outcomes.length + gone.length === 0)
      throw new CairnError(
        "nothing_known",
        `nothing is on record about "${oneLine(about, 80)}"`,
        "memory_tree lists every note",
      )
    const isOwn =
      notes.every((info) => !info.quarantined || isOwnWaiting(ask, { info })) &&
      outcomes.every((one) => session && one.session === session.id)
    const shown = notes.map((info) => ({ note: noteData(info), shown: placeInPrompt(app, info) }))
    return { notes: shown, outcomes, gone, isOwn }
  },
  origin: ({ notes, outcomes, isOwn }) =>
    isDoubtful(notes, outcomes) ? (isOwn ? "foreign" : "quarantined") : "trusted",
  toText: ({ notes, outcomes, gone }, audience) =>
    [
      ...(audience === "agent" && isDoubtful(notes, outcomes) ? [QUOTATION] : []),
      ...notes.map((one) => noteText(one, audience)),
      ...gone.map(({ path, scope, how }) => `${path} (${scope} scope) is gone${how === undefined ? "" : `: ${how}`}`),
      ...(outcomes.length > 0
        ? [["What happened, newest first:", ...outcomes.map((one) => outcomeLine(one, audience))].join("\n")]
        : []),
    ].join("\n\n"),
})

/** What nobody vouches for is only quoted here: it waits in quarantine, or was refused before anybody looked at it. */
function isDoubtful(notes: Why["notes"], outcomes: Why["outcomes"]): boolean {
  const trusted = new Set(notes.filter(({ note }) => !note.quarantined).map(({ note }) => note.path))
  const isVouchedFor = ({ said, path, into }: OutcomeRecord) => said === "user" || trusted.has(path ?? into ?? "")
  return notes.some(({ note }) => note.quarantined) || !outcomes.every(isVouchedFor)
}

/** By path if there is one, and by what a fact says, which a move does not change; otherwise by the words. */
function recordsOf(app: App, about: string, path: string | undefined, notes: readonly NoteInfo[]): OutcomeRecord[] {
  const ask = (question: OutcomeQuestion) => app.store.outcomes.about(question, app.project.name, MOST_OUTCOMES)
  const paths = notes.length > 0 ? notes.map((note) => note.path) : path === undefined ? [] : [path]
  const said = notes.flatMap(({ fact }) => (fact ? everyFactId(fact.text, [fact.type]) : []))
  const found = [...paths.flatMap((one) => ask({ path: one })), ...said.flatMap((key) => ask({ key }))]
  const all = found.length > 0 ? found : ask({ text: about })
  const distinct = new Map(all.map((record) => [JSON.stringify(record), record]))
  return [...distinct.values()].sort((a, b) => b.at - a.at).slice(0, MOST_OUTCOMES)
}

const MOST_GONE = 3

/** For notes that are gone: history knows who deleted them and when. */
async function goneNotes(
  app: App,
  path: string | undefined,
  scopes: readonly ScopeName[],
  outcomes: readonly OutcomeRecord[],
): Promise<Why["gone"]> {
  const asked = path === undefined ? [] : scopes.map((scope) => ({ scope, path }))
  const recorded = outcomes.flatMap(({ scope, path: own, into }) => ({ scope, path: own ?? into ?? "" }))
  const places = new Map([...recorded, ...asked].map((place) => [JSON.stringify(place), place]))
  const missing = [...places.values()].filter(
    ({ scope, path: own }) => own !== "" && !app.scopeNotes(scope).index.get(own),
  )
  const gone = await Promise.all(
    missing
      .slice(0, MOST_GONE)
      .map(async (place) => ({ ...place, how: await lastChange(app, place).catch(toLog(app, "why")) })),
  )
  return gone.filter(({ how, ...place }) => how !== undefined || recorded.some((one) => one.path === place.path))
}

/** Undefined if history cannot tell. */
async function lastChange(app: App, { scope, path }: { scope: ScopeName; path: string }): Promise<string | undefined> {
  await app.store.history?.flush()
  const paths = [[...app.scope(scope).folder, path].join("/")]
  const [last] = (await app.store.history?.list({ limit: 1, paths })) ?? []
  if (!last) return undefined
  const isHand = last.files.every((file) => isByHand(last.message, file))
  const what = isHand ? "deleted by hand" : messageAbout(last.message, last.files)
  return `${what}, ${last.date.slice(0, 16).replace("T", " ")} (commit ${last.hash.slice(0, 10)})`
}

function noteText({ note: info, shown }: Why["notes"][number], audience: Audience): string {
  const { fact } = info
  const head = [`${info.path} (${info.scope} scope): ${asData(oneLine(info.description, 260))}`]
  if (fact) {
    const { count, last } = fact.reinforced
    head.push(
      [
        `type ${fact.type}`,
        `source ${fact.source}`,
        fact.trust,
        fact.importance !== "normal" && `importance ${fact.importance}`,
        `since ${utcDay(fact.created)}`,
        fact.updated !== fact.created && `updated ${utcDay(fact.updated)}`,
        count > 0 &&
          `confirmed ${count === 1 ? "once" : `${count} times`}${last === undefined ? "" : `, last ${utcDay(last)}`}`,
        fact.evidence && `from ${asData(oneLine(fact.evidence, MAX_EVIDENCE))}`,
      ]
        .filter(Boolean)
        .join(" · "),
    )
    if (fact.conflicts) head.push(`contradicts ${fact.conflicts.join(", ")}`)
    head.push(...evidencePointers(fact.evidence, audience))
  }
  return [...head, waitingWords(info, shown, audience)].join("\n")
}

/** Ids are the host's, which takes any. */
const MAX_EVIDENCE = 200
const EVIDENCE = /(ses_[\w-]{1,80})\/(msg_[\w-]{1,80})/g

function evidencePointers(evidence: string | undefined, audience: Audience): string[] {
  const name = (argument: string) => argumentFor(audience, argument)
  const verb = audience === "agent" ? "memory_messages" : asCommands("memory_messages").replaceAll('"', "")
  return [...(evidence ?? "").matchAll(EVIDENCE)].map(
    ([, session, message]) =>
      `read where it was said: ${verb} ${name("sessionId")} ${session} ${name("messageId")} ${message}`,
  )
}

function waitingWords({ quarantined, fact }: NoteInfo, shown: string, audience: Audience): string {
  if (!quarantined) return shown
  return `${shown}; ${fact?.trust === "unconfirmed" ? unconfirmedWords(audience) : quarantineWords(audience)}`
}

function outcomeLine(record: OutcomeRecord, audience: Audience): string {
  const { at, outcome, reason, source, said, session, message, text, ...about } = record
  const where = [session, message].filter((id) => id !== undefined).join("/")
  const from = where === "" ? "" : ` in ${asData(oneLine(where, MAX_EVIDENCE))}`
  const place = [
    about.path,
    about.into && `into ${about.into}`,
    about.supersedes?.length && `in place of ${about.supersedes.join(", ")}`,
    about.conflicts?.length && `against ${about.conflicts.join(", ")}`,
  ].filter(Boolean)
  const who = `${said === "user" && audience === "person" ? "you" : `the ${said}`}${from}`
  const by = outcome === "deleted" ? `by ${who}` : `${source}, said by ${who}`
  return `- ${utcDay(at)} ${outcome} (${reason}: ${explainReason(reason, audience)}) ${place.join(", ")}; ${by}: "${asData(oneLine(text, 120))}"`
}
