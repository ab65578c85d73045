// What the operations on past sessions share: which sessions they may see, and whose words an answer shows.
import { basename } from "node:path"
import type { App } from "../app.ts"
import type { Origin } from "../facts/trust/outside-text.ts"
import { readsStrangers } from "../facts/trust/strangers.ts"
import { CairnError } from "../model/errors.ts"
import { inTurns } from "../model/in-turns.ts"
import type { Config } from "../model/settings.ts"
import { ROUTER } from "../model/tool-mode.ts"
import type { PastView } from "../past/past.ts"
import {
  type MessagePlace,
  type PastCall,
  type PastMessage,
  type PastSession,
  sessionWith,
} from "../past/past-session.ts"
import { wasPaused } from "../session/pause.ts"
import { type Ask, isOperation, textArg } from "./operation.ts"

export const LOOKS_BACK = {
  effect: "read",
  access: "both",
  needsNoMemory: true,
  offered: ({ pastSessions }: Config): boolean => pastSessions,
} as const

export const projectArg = textArg(200).optional().describe("this, all, or a name")
/** One of a few words; the error for any other lists them. */
export function choiceArg(choices: readonly string[]) {
  return textArg(20)
    .refine((word) => choices.includes(word), `expected ${choices.join(", ")}`)
    .optional()
}
export const sessionArg = textArg(200).optional().describe("default this")
/** At a terminal no session is "this one". */
export const namedSessionArg = textArg(200, 1)

export function lookBack<T>({ app, session }: Ask, work: (view: PastView) => T | Promise<T>): Promise<T> {
  return app.past.look(session?.id, work)
}

/** The session that is meant; a person at a terminal has no current one, so must name it. */
export function meantSession(ask: Ask, view: PastView, id: string | undefined): PastSession {
  const meant = sessionNamed(ask, id)
  if (meant === undefined)
    throw new CairnError(
      "bad_arguments",
      "which session do you mean?",
      "memory_sessions lists them; give the id of one",
    )
  const session = view.session(meant)
  if (!isKeptFrom(ask, view, session)) return session
  if (ask.by === "person")
    throw new CairnError(
      "paused_session",
      `memory was paused in session ${session.id}, so it is only shown at a terminal, not in a pipe`,
      "run it without the pipe, in a terminal outside OpenCode",
    )
  throw new CairnError(
    "paused_session",
    `the user has paused memory in session ${session.id}: no other session sees it`,
    "the user can read it at a terminal",
  )
}

const THIS = "this"

/** The id that was given. The session that asks is "this" one, as its project is. */
export function sessionNamed({ session }: Ask, given = THIS): string | undefined {
  const id = given.trim()
  return id === THIS ? session?.id : id
}

/**
 * Whether the session, or one that it worked for, was ever paused: then only these sessions see it, and a person at a terminal. A command without a
 * terminal may be an agent's.
 */
export function isKeptFrom({ app, by, isUnattended, session: asking }: Ask, view: PastView, session: PastSession) {
  if (by === "person" && !isUnattended) return false
  const line = view.lineOf(session)
  return !(asking && line.includes(asking.id)) && line.some((id) => wasPaused(app, id))
}

/** Reads session by session where one that is damaged must not take the others along; `faults` are then all that there are. */
export function sparing({ faults: before }: PastView) {
  const faults = [...before]
  function read<T>(look: () => T): T | undefined {
    try {
      return look()
    } catch (error) {
      if (!(error instanceof CairnError)) throw error
      if (!faults.some(({ message }) => message === error.message)) faults.push(error)
      return undefined
    }
  }
  return { faults, read }
}

export interface OwnedSession extends PastSession {
  /** Cairn's name for the project; undefined if it has none. */
  readonly project: string | undefined
  /** What a reader calls it: the project, or else the folder's last name. */
  readonly place: string
}

/** Tells where sessions belong. */
export async function ownersOf(app: App, sessions: readonly PastSession[]) {
  const owners = await app.store.projects.ofDirectories(sessions.map(({ directory }) => directory))
  const { name, checkout } = app.project
  const isHere = (directory: string) => directory === checkout.directory || directory === checkout.worktree
  return ({ directory }: PastSession): Pick<OwnedSession, "project" | "place"> => {
    const project = owners.get(directory) ?? (isHere(directory) ? name : undefined)
    return { project, place: project ?? (basename(directory) || directory) }
  }
}

/** The sessions of the project that is meant, newest first. One in a folder that Cairn does not know goes by that folder's name. */
export async function sessionsOf(app: App, view: PastView, project = "this"): Promise<OwnedSession[]> {
  const ownerOf = await ownersOf(app, view.sessions)
  const having = (key: "project" | "place", name: string) => view.sessions.filter((one) => ownerOf(one)[key] === name)
  const found = project === "all" ? view.sessions : having("project", project === "this" ? app.project.name : project)
  const meant = found.length > 0 || project === "this" ? found : having("place", project)
  if (meant.length > 0 || project === "this" || project === "all")
    return meant.map((session) => sessionWith(session, ownerOf(session)))
  const names = [...new Set(view.sessions.flatMap((session) => ownerOf(session).project ?? []))].sort()
  throw new CairnError(
    "no_such_project",
    `no session belongs to a project "${project.replace(/\s+/g, " ").slice(0, 60)}"`,
    names.length > 0 ? `the projects are ${names.join(", ")}` : "give all instead",
  )
}

/**
 * Tells which messages of the session are the user's own words: those that Cairn heard when they were sent. Of all others nobody knows who wrote
 * them: an import may have brought them, and a command's template looks the same.
 */
export function usersOwnIn(app: App, { id, parent }: PastSession): (message: PastMessage) => boolean {
  const heard = new Set(parent === undefined ? app.journal.peek(id).heard : [])
  return (message) => message.isTyped && heard.has(message.id)
}

export function isOwnTool(tool: string): boolean {
  return tool === ROUTER || isOperation(tool)
}

/** The first so many of the messages that say or did anything, how many places had to be looked at, and how many cannot be read. */
export async function messagesAt(
  view: PastView,
  session: PastSession,
  places: readonly MessagePlace[],
  most = Number.POSITIVE_INFINITY,
) {
  const messages: PastMessage[] = []
  let [damaged, looked] = [0, 0]
  await inTurns(places, (place) => {
    if (messages.length >= most) return
    looked++
    const message = view.message(session, place)
    if (!message) damaged++
    else if (message.parts.length > 0) messages.push(message)
  })
  return { messages, looked, damaged }
}

export function originOfMessages(app: App, messages: readonly PastMessage[]): Origin {
  const parts = messages.flatMap((message) => message.parts)
  return originOfCalls(
    app,
    parts.flatMap((part) => (part.kind === "tool" ? [part.call] : [])),
  )
}

/** Being shown a page counts as having read it. */
export function originOfCalls(app: App, calls: readonly PastCall[]): Origin {
  const isStrange = ({ tool, args }: PastCall) =>
    !isOwnTool(tool) && readsStrangers(tool, args, app.config.trustedTools) !== undefined
  return calls.some(isStrange) ? "past-web" : "past"
}
