// A request to the model. What a hook pushes is only for this request, so the prefix is pushed every time, last in the system text, and a cut is
// made every time. The compaction's request is an ordinary one: it must have the exact bytes of the turn before, or the whole cached prompt is
// missed.

import type { Cut, Moments } from "../../flows/contract.ts"
import { fieldAt, listAt, textAt } from "../../model/fields.ts"
import { RecentMap } from "../../model/recent-map.ts"
import type { Change } from "../guard.ts"
import type { WithoutRetired } from "../retired-places.ts"
import type { Runtime } from "../runtime.ts"
import {
  afterCut,
  type Conversation,
  checkpointFor,
  createReading,
  foreignTexts,
  saidIn,
  showTail,
  typedTexts,
} from "./conversation.ts"
import type { Instructions } from "./instructions.ts"
import type { Models } from "./models.ts"
import { withoutNotices } from "./notices.ts"
import { createRetiring, type MarkedMessages } from "./retire.ts"
import { toolOffer } from "./tools.ts"

interface Request {
  readonly sessionID: string
  readonly system: unknown[]
  readonly messages: unknown[]
  readonly purpose: "turn" | "compaction"
}

export function promptHooks(runtime: Runtime, models: Models, instructions: Instructions) {
  const offer = toolOffer(runtime)
  const conversations = new RecentMap<string, Conversation>()
  const cuts = createCuts()
  const retiring = createRetiring()
  const readConversation = createReading()

  async function build(event: unknown, purpose: Request["purpose"]): Promise<Change | undefined> {
    const sessionID = textAt(event, "sessionID")
    const system = listAt(event, "system")
    const given = listAt(event, "messages")
    if (!sessionID || !system || !given) {
      runtime.features.off("prefix", "the request hands over no session, system and messages")
      return undefined
    }
    const messages = withoutNotices(given, purpose)
    const moments = await runtime.moments()
    if (!moments) {
      return () => {
        offer(event, runtime.toolMode)
        put(given, messages)
      }
    }
    const request = { sessionID, system, messages, purpose }
    const model = await models.learn(sessionID, fieldAt(event, "model"))
    const lastCut = cuts.last(sessionID)
    const before = retiring.marked(sessionID, cuts.shown(request, lastCut))
    // Must come first: once the prompt is built, it is no longer known whether the model or the compaction has changed.
    const retired = await retiring.retired(moments, { sessionID, model, purpose }, before)
    const removed = retiring.without(sessionID, before, retired)
    const { prefix, cut, tools } = await ask(moments, request, model, before, removed)
    const shown = isSameCut(lastCut, cut) ? before : retiring.marked(sessionID, cuts.shown(request, cut))
    if (purpose === "turn") cuts.made(sessionID, cut && shown.messages !== messages ? cut.from : "")
    const { changed, places } = shown === before ? removed : retiring.without(sessionID, shown, retired)
    const isCarried = prefix !== undefined && instructions.areShown(sessionID, event)
    if (prefix !== undefined && purpose === "turn") await instructions.give(sessionID, prefix)
    const compaction = purpose === "compaction" ? await beginCompaction(moments, sessionID, shown.messages) : undefined
    return () => {
      if (compaction?.summary !== undefined) return summarise(event, compaction.summary)
      offer(event, tools ?? runtime.toolMode)
      if (prefix !== undefined && !isCarried) system.push({ type: "text", text: prefix })
      put(given, shown.messages, changed)
      if (purpose === "turn") retiring.placed(sessionID, event, places)
      for (const message of given) showTail(message)
      if (compaction?.context !== undefined) given.push(asUser(compaction.context))
    }
  }

  async function ask(
    moments: Moments,
    request: Request,
    model: string,
    shown: MarkedMessages,
    { shorter }: WithoutRetired,
  ) {
    const { sessionID, system, purpose } = request
    const conversation = readConversation(sessionID, shown.messages, shown.marks, { system, shorter })
    conversations.set(sessionID, conversation)
    const said = { sessionID, model, purpose, window: models.windowOf(model) }
    const built = await moments.promptBuilt({ ...said, ...textsOf(request, shown), ...conversation })
    cuts.answered(sessionID, built.cut)
    return built
  }

  /** Before the first request of a turn, so that a host which carries the prefix shows it from the start. */
  async function announce(sessionID: string): Promise<void> {
    const moments = instructions.isOffered ? await runtime.moments() : undefined
    const conversation = conversations.get(sessionID) ?? { tailed: [] }
    const model = models.lastOf(sessionID)
    const window = models.windowOf(model)
    const built = await moments?.promptBuilt({ sessionID, model, purpose: "turn", window, ...conversation })
    if (built?.prefix !== undefined) await instructions.give(sessionID, built.prefix)
  }

  return {
    announce,
    turn: (event: unknown) => build(event, "turn"),
    compaction: (event: unknown) => build(event, "compaction"),
  }
}

/** The host keeps its array. */
function put(given: unknown[], messages: readonly unknown[], changed: WithoutRetired["changed"] = new Map()): void {
  if (messages !== given) given.splice(0, given.length, ...messages)
  for (const [at, message] of changed) given[at] = message
}

/** In the model's place. */
function summarise(event: unknown, summary: string): void {
  ;(event as { result?: unknown }).result = { summary, metadata: { cairn: true } }
}

function asUser(text: string) {
  return { role: "user", content: [{ type: "text", text }] }
}

/** Computed later, and also for what is cut away: the model has read it. */
function textsOf(request: Request, shown: MarkedMessages) {
  const [messages, kept] = [[...request.messages], [...shown.messages]]
  const placeOf = (id: string) => kept.findIndex((message) => textAt(message, "id") === id)
  return {
    before: (message: string) => saidIn(kept.slice(0, Math.max(0, placeOf(message)))),
    foreign: () => foreignTexts(messages),
    typed: () => typedTexts(messages),
  }
}

function isSameCut(one: Cut | undefined, other: Cut | undefined): boolean {
  return one?.from === other?.from && one?.checkpoint === other?.checkpoint
}

/** What was cut from each session's request, so that the next one is described as it will be. */
function createCuts() {
  const answered = new RecentMap<string, Cut>()
  const made = new RecentMap<string, string>()
  return {
    last: (sessionID: string) => answered.get(sessionID),
    answered(sessionID: string, cut: Cut | undefined): void {
      if (cut) answered.set(sessionID, cut)
      else answered.delete(sessionID)
    },
    /** Where the last turn's request was cut. */
    made: (sessionID: string, from: string) => void made.set(sessionID, from),
    /** A compaction gets the conversation without its last turn; if that was all the cut had left, only the checkpoint remains. */
    shown({ sessionID, messages, purpose }: Request, cut: Cut | undefined): unknown[] {
      const isBehind = purpose === "compaction" && cut !== undefined && made.get(sessionID) === cut.from
      return afterCut(messages, cut) ?? (isBehind ? [checkpointFor(cut)] : messages)
    },
  }
}

function beginCompaction(moments: Moments, sessionID: string, messages: readonly unknown[]) {
  return moments.compactionBegun({ sessionID, conversation: saidIn(messages), takesSummary: true })
}
