import * as z from "zod"
import { CairnError } from "../model/errors.ts"
import { namedBy } from "../past/named-id.ts"
import type { PastView } from "../past/past.ts"
import { type MessagePlace, PAST_ROLES } from "../past/past-session.ts"
import { argumentFor, withoutGiven } from "./audience.ts"
import {
  type Ask,
  type Audience,
  argumentFault,
  countArg,
  type InputOf,
  MAX_TEXT,
  type Operation,
  operation,
  textArg,
} from "./operation.ts"
import { pageOf, quotedPage, ROOM, restPointer, sizeInAnswer } from "./page.ts"
import {
  choiceArg,
  LOOKS_BACK,
  lookBack,
  meantSession,
  messagesAt,
  namedSessionArg,
  originOfMessages,
  ownersOf,
  sessionArg,
  usersOwnIn,
} from "./past-access.ts"
import { bodyOf, gapLines, headOf, messageText, nameText, noneFound, pastRemark, titleText } from "./past-text.ts"

type Transcript = Awaited<ReturnType<typeof transcriptOf>>
type ReadMessage = Transcript["messages"][number]

const input = {
  sessionId: sessionArg,
  messageId: textArg(200).optional(),
  limit: countArg(1, 200).optional(),
  before: textArg(200).optional(),
  after: textArg(200).optional().describe("message id"),
  role: choiceArg(PAST_ROLES),
  showTools: z.boolean().optional(),
  maxLength: countArg(1, MAX_TEXT).optional(),
  offset: countArg(0, 10_000_000).optional(),
}

export const memoryMessages: Operation = operation({
  name: "memory_messages",
  summary: "Read messages of a session, by default the newest.",
  ...LOOKS_BACK,
  input,
  internal: ["bounds", "session.titleMark", "messages.message.mayHaveFailed"],
  personInput: { sessionId: namedSessionArg },
  words: ["sessionId"],
  ids: ["sessionId"],
  run: async (ask, wish) => {
    refuseOffsetAlone(ask, wish)
    return lookBack(ask, (view) => transcriptOf(ask, view, wish))
  },
  origin: ({ origin }) => origin,
  toText: (transcript, audience) =>
    transcript.offset === undefined || transcript.messages.length === 0
      ? transcriptText(transcript, audience)
      : wholeText(transcript, transcript.offset, audience),
})

/** It counts the lines of one message; of several it would say nothing. */
function refuseOffsetAlone({ by }: Ask, { messageId, offset }: InputOf<typeof input>): void {
  if (offset === undefined || messageId !== undefined) return
  const [one, before] = [argumentFor(by, "messageId"), argumentFor(by, "before")]
  const hint = `name it with ${one}; for older messages take ${before} and an id`
  throw argumentFault(by, "offset", "it is a line of one message, and no message is named", hint)
}

/** `from` and `to` are the positions of its first and last message among all; `offset` is the first line, if only one message was asked for. */
async function transcriptOf(ask: Ask, view: PastView, wish: InputOf<typeof input>) {
  const session = meantSession(ask, view, wish.sessionId)
  const { project, place } = (await ownersOf(ask.app, [session]))(session)
  const { places, damaged } = view.placesAndGaps(session)
  const isOne = wish.messageId !== undefined
  const showTools = wish.showTools ?? isOne
  // Read forwards from a message, not back from the end.
  const isForward = wish.after !== undefined
  const meant = placesMeant(places, wish)
  // A step that was broken off says nothing, and counts for nothing.
  const inOrder = isForward ? meant : meant.toReversed()
  const found = await messagesAt(view, session, inOrder, wish.limit ?? 50)
  const messages = isForward ? found.messages : found.messages.toReversed()
  const isUsersOwn = usersOwnIn(ask.app, session)
  const ends = [inOrder[0], inOrder[found.looked - 1]].map((place) => (place ? places.indexOf(place) : 0))
  return {
    ...{ session, showTools, isForward, all: places.length },
    elsewhere: project === ask.app.project.name ? undefined : place,
    bounds: (["role", "before", "after"] as const).filter((name) => wish[name] !== undefined),
    messages: messages.map((message) => ({ message, isOwn: isUsersOwn(message) })),
    from: Math.min(...ends),
    to: Math.max(...ends),
    maxLength: wish.maxLength ?? 2000,
    offset: isOne ? (wish.offset ?? 0) : undefined,
    gaps: gapLines(view.skipped + damaged + found.damaged, view.faults),
    origin: originOfMessages(ask.app, showTools ? messages : []),
  }
}

function placesMeant(
  places: readonly MessagePlace[],
  { messageId, before, after, role }: InputOf<typeof input>,
): MessagePlace[] {
  if (messageId !== undefined) return [places[indexOf(places, messageId)] as MessagePlace]
  const from = after === undefined ? 0 : indexOf(places, after) + 1
  const to = before === undefined ? places.length : indexOf(places, before)
  return places.slice(from, to).filter((place) => role === undefined || place.role === role)
}

function indexOf(places: readonly MessagePlace[], id: string): number {
  const place = namedBy(id.trim(), places, "message")
  if (place) return places.indexOf(place)
  throw new CairnError(
    "no_such_message",
    `there is no message "${id.slice(0, 60)}" in this session`,
    "call memory_messages without it: it shows each message with its id",
  )
}

function sessionHead({ session, elsewhere, all }: Transcript, audience: Audience): string {
  const where = elsewhere === undefined ? "" : ` in ${nameText(elsewhere)}`
  return `Session ${session.id} "${titleText(session)}"${where}, ${all === 1 ? "1 message" : `${all} messages`}. ${pastRemark(audience)}`
}

/** One message, as much of it as fits into an answer. */
function wholeText(transcript: Transcript, offset: number, audience: Audience): string {
  const [{ message, isOwn }] = transcript.messages as [ReadMessage]
  const head = headOf(message, { session: transcript.session, isOwn, audience })
  const page = quotedPage(bodyOf(message, transcript.showTools), offset)
  const text = page.to === page.from ? "(nothing there)" : page.text
  const shown = `${head}\n${text}${restPointer(page, audience)}`
  return [sessionHead(transcript, audience), shown, ...transcript.gaps].join("\n\n")
}

function transcriptText(transcript: Transcript, audience: Audience): string {
  const { messages, from, to, all, isForward, bounds, gaps } = transcript
  const name = (argument: string) => argumentFor(audience, argument)
  if (messages.length === 0) {
    const none =
      transcript.offset === undefined
        ? noneFound("messages", withoutGiven(audience, bounds))
        : `That message says nothing. Its neighbours: ${name("before")} or ${name("after")} and its id.`
    return [sessionHead(transcript, audience), none, ...gaps].join("\n")
  }
  const shown = fitting(isForward ? messages : messages.toReversed(), transcript, audience)
  const blocks = isForward ? shown : shown.toReversed()
  const left = messages.length - blocks.length
  const kept = isForward ? messages.slice(0, blocks.length) : messages.slice(left)
  const [first, last] = [kept[0]?.message.id, kept.at(-1)?.message.id]
  const isMoreBefore = from > 0 || (!isForward && left > 0)
  const isMoreAfter = to < all - 1 || (isForward && left > 0)
  return [
    sessionHead(transcript, audience),
    ...(isMoreBefore ? [`… earlier ones: ${name("before")} ${first}`] : []),
    ...blocks,
    ...(isMoreAfter ? [`… later ones: ${name("after")} ${last}`] : []),
    ...gaps,
  ].join("\n\n")
}

/** As many as fit into an answer, at least one. */
function fitting(messages: readonly ReadMessage[], { session, showTools, maxLength }: Transcript, audience: Audience) {
  const blocks: string[] = []
  let room = ROOM
  for (const { message, isOwn } of messages) {
    const hint = `${argumentFor(audience, "messageId")} ${message.id} shows all`
    const text = messageText(message, { session, isOwn, audience }, { showTools, maxLength, hint })
    const size = sizeInAnswer(text)
    if (size > room && blocks.length > 0) break
    blocks.push(size > room ? cutBlock(text, room, hint) : text)
    // With the blank line between two.
    room -= size + 2
  }
  return blocks
}

/** A single message that is too long for an answer. */
function cutBlock(text: string, room: number, hint: string): string {
  const { text: shown, to, rows } = pageOf(text, 0, undefined, { room })
  return `${shown}\n… (cut after ${to} of ${rows} lines; ${hint})`
}
