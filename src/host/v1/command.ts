// Commands. In OpenCode 1.18 a command is always a model turn: its template, which may come from any repository, becomes a message of the user's.
// So the parts of that message are marked with what the user did type; the host stores the mark with them. In Cairn's own, such as `/memory-flush`, nobody
// says anything: the work is done here and the turn is kept as small as possible.

import { field, fieldAt, listAt, recordAt, textAt } from "../../model/fields.ts"
import { noticeText } from "../../model/notice.ts"
import type { Change } from "../guard.ts"
import { answerCommand, OWN_COMMANDS } from "../own-commands.ts"
import type { Runtime } from "../runtime.ts"
import { ASK_AGENT } from "./ask.ts"
import type { Services } from "./services.ts"

/** Goes into the host's configuration. */
export function addCommands(settings: { command?: unknown; agent?: unknown }): void {
  const own = Object.entries(OWN_COMMANDS).map(([name, { description }]) => {
    return [name, { description, template: "Answer only: ok" }] as const
  })
  settings.command = { ...Object.fromEntries(own), ...recordAt(settings, "command") }
  const ask = { mode: "subagent", hidden: true, permission: { "*": "deny" }, prompt: "Answer briefly." }
  settings.agent = { [ASK_AGENT]: ask, ...recordAt(settings, "agent") }
}

export function beforeCommand(runtime: Runtime, services: Services) {
  return async (input: unknown, output: unknown): Promise<Change | undefined> => {
    const parts = listAt(output, "parts")
    if (!parts) runtime.features.off("commands", "command.execute.before hands over no parts")
    const sessionID = textAt(input, "sessionID")
    const typed = textAt(input, "arguments") ?? ""
    const answer =
      sessionID && !services.isOwn(sessionID)
        ? await answerCommand(await runtime.moments(), sessionID, textAt(input, "command") ?? "", typed)
        : undefined
    return () => {
      if (answer?.text) say(parts?.find(isWords), noticeText(answer))
      parts?.forEach((part) => void mark(part, answer ? { typed: "", isAnswer: true } : { typed }))
    }
  }
}

/** Replaces the template, for the user to read: the message is on the screen. */
function say(part: unknown, answer: string): void {
  if (typeof field(part, "text") !== "string") return
  ;(part as { text: string }).text = `${answer.replace(/\.$/, "")}. (Answer only: ok)`
}

/** `isAnswer`: the words are Cairn's, in answer to a command of its own; nobody asked for anything with them. */
function mark(part: unknown, cairn: { readonly typed: string; readonly isAnswer?: true }): void {
  if (!isWords(part)) return
  ;(part as { metadata?: unknown }).metadata = { ...recordAt(part, "metadata"), cairn }
}

/** What the user typed after the name of the command whose message these parts are; undefined if they are not a command's. */
export function argumentsIn(parts: readonly unknown[]): string | undefined {
  for (const part of parts) {
    const typed = field(field(field(part, "metadata"), "cairn"), "typed")
    if (typeof typed === "string") return typed
  }
  return undefined
}

function isAnswer(part: unknown): boolean {
  return fieldAt(part, "metadata", "cairn", "isAnswer") === true
}

/** A shorter one may well be in the template too. */
const LEAST_ARGUMENTS = 20

/** What a part of a command's message says in addition to what the user typed. */
export function templateIn(part: unknown, typed: string): string {
  const text = textAt(part, "text") ?? textAt(part, "prompt") ?? ""
  const own = typed.trim()
  return own.length < LEAST_ARGUMENTS ? text : text.replaceAll(own, "\n")
}

/** Everything a command's message says in addition; undefined if the parts are not a command's, or of Cairn's own. */
export function templatesIn(parts: readonly unknown[]): string | undefined {
  const typed = argumentsIn(parts)
  if (typed === undefined || parts.some(isAnswer)) return undefined
  return parts
    .filter(isWords)
    .map((part) => templateIn(part, typed))
    .join("\n")
}

/** A command for a subagent is a part of a separate kind. */
export function isWords(part: unknown): boolean {
  const type = field(part, "type")
  return type === "text" || type === "subtask"
}
