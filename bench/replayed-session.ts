// Recorded sessions played again through the moments a host tells Cairn of: what it would have put into each request, and what it would have
// made of each tool's output. The recordings have no user message but the first, so one is added every few steps, as turns would have.

import { inWorktree } from "../src/commands/shell-files.ts"
import { namedByVerb } from "../src/flows/by-verb.ts"
import type { Moments, ToolEnded } from "../src/flows/contract.ts"
import { freshPrefix } from "../src/flows/fresh-prefix.ts"
import { momentsOf } from "../src/flows/moments.ts"
import type { FileTouch } from "../src/session/memory-event.ts"
import { readOwnCall } from "../src/surfaces/tools/route.ts"
import { noHost, type OpenedApp } from "../test/bed/opened-app.ts"
import { newSession } from "./hooks.ts"
import { exitOf } from "./recorded-sessions.ts"
import type { Step, Trajectory } from "./trajectories.ts"

export interface ReplayedSession {
  readonly messages: readonly Message[]
  readonly prompts: readonly Prompt[]
}

export interface Message {
  readonly role: "user" | "assistant" | "tool"
  /** As they are without Cairn. */
  readonly parts: readonly string[]
  /** What stands in their place where Cairn has shortened an output. */
  readonly pruned?: string | undefined
  /** What Cairn adds at the end. */
  readonly tail?: string | undefined
}

/** One request to the model, and what Cairn has for it. */
export interface Prompt {
  readonly at: number
  /** How many of the session's messages it shows. */
  readonly messages: number
  readonly prefix: string
  /** What the prefix would be if it were rendered now. */
  readonly anew: string
}

/** The time before a step. */
export type Pace = (step: number) => number

export interface Place {
  /** The folder in which the session was recorded. */
  readonly root: string
  /** Characters of a request that are neither conversation nor Cairn's. */
  readonly around: number
}

export const STEPS_PER_TURN = 5
const USER_GOES_ON = "Please go on."
const MODEL = "anthropic/claude"
/** Of 200,000 tokens OpenCode leaves 32,000 to the answer. */
const WINDOW = { context: 200_000, usable: 168_000 }
const CHARS_PER_TOKEN = 4

export async function replay(
  cairn: OpenedApp,
  { task, steps }: Trajectory,
  pace: Pace,
  { root, around }: Place,
): Promise<ReplayedSession> {
  const { project } = cairn.app
  const checkout = { ...project.checkout, worktree: root, directory: root }
  const app = { ...cairn.app, project: { ...project, checkout } }
  const moments = namedByVerb(momentsOf(app, noHost), readOwnCall)
  const sessionID = newSession()
  const messages: Message[] = []
  const prompts: Prompt[] = []
  const userSays = async (messageID: string, text: string) => {
    const { tail } = await moments.userSpoke({ sessionID, messageID, text, isFirst: messages.length === 0 })
    messages.push({ role: "user", parts: [text], tail })
  }
  for (const [at, step] of steps.entries()) {
    cairn.clock.time += pace(at)
    if (at % STEPS_PER_TURN === 0) await userSays(messageAt(at), at === 0 ? task : USER_GOES_ON)
    const turns = Array.from({ length: Math.floor(at / STEPS_PER_TURN) + 1 }, (_, turn) => turn * STEPS_PER_TURN)
    const { prefix = "" } = await moments.promptBuilt({
      sessionID,
      model: MODEL,
      purpose: "turn",
      answers: messageAt(turns.at(-1) ?? 0),
      tailed: turns.map(messageAt),
      window: WINDOW,
    })
    const anew = freshPrefix(app, app.sessions.get(sessionID)).render().text
    prompts.push({ at: cairn.clock.time, messages: messages.length, prefix, anew })
    const input = (around + prefix.length + charsOf(messages)) / CHARS_PER_TOKEN
    messages.push(...(await agentDoes(moments, { sessionID, step, at, input, root })))
  }
  return { messages, prompts }
}

/** The same requests at other times. */
export function atPace(session: ReplayedSession, pace: Pace): ReplayedSession {
  let time = 0
  const prompts = session.prompts.map((prompt, step) => {
    time += pace(step)
    return { ...prompt, at: time }
  })
  return { ...session, prompts }
}

/** All that a message says in a request. */
export function textsOf(message: Message, how: { readonly prunes: boolean; readonly tails: boolean }): string[] {
  const texts = how.prunes && message.pruned !== undefined ? [message.pruned] : message.parts
  return [...texts, ...(how.tails && message.tail !== undefined ? [message.tail] : [])]
}

function charsOf(messages: readonly Message[]): number {
  const texts = messages.flatMap((message) => textsOf(message, { prunes: true, tails: true }))
  return texts.reduce((chars, { length }) => chars + length, 0)
}

interface Doing {
  readonly sessionID: string
  readonly step: Step
  readonly at: number
  /** Tokens of the request that it answers. */
  readonly input: number
  readonly root: string
}

async function agentDoes(moments: Moments, { sessionID, step, at, input, root }: Doing): Promise<Message[]> {
  const text = step.text ?? ""
  if (text !== "") await moments.assistantSpoke({ sessionID, text })
  await moments.stepEnded({ sessionID, tokens: { input }, window: WINDOW })
  if (step.tool === null) return [{ role: "assistant", parts: [text] }]
  const call = JSON.stringify({ type: "tool_use", name: step.tool, input: step.input })
  const ended = { sessionID, callID: `call_${at}`, ok: true, ...endedTool(step, root) }
  const { output, append } = await moments.toolEnded(ended)
  return [
    { role: "assistant", parts: text === "" ? [call] : [text, call] },
    { role: "tool", parts: [ended.output], pruned: output, tail: append },
  ]
}

function messageAt(step: number): string {
  return `msg_${String(step).padStart(4, "0")}`
}

const OPENCODE_NAMES: Readonly<Record<string, string>> = {
  shell: "bash",
  file_edit: "edit",
  file_write: "write",
  file_read: "read",
  web_fetch: "webfetch",
}

type Ended = Pick<ToolEnded, "tool" | "args" | "output" | "exit" | "files">

function endedTool({ tool, input, output }: Step, root: string): Ended {
  const fields = (input ?? {}) as Record<string, unknown>
  const name = OPENCODE_NAMES[tool ?? ""] ?? "unknown"
  const command = [fields.command, fields.cmd].find((one) => typeof one === "string")
  const said = output ?? ""
  if (name === "bash" && command !== undefined) {
    const args = { command, ...(typeof fields.cwd === "string" && { workdir: fields.cwd }) }
    return { tool: name, args, output: said, exit: exitOf(command, said), files: [] }
  }
  return { tool: name, args: fields, output: said, files: filesOf(name, fields.path, root) }
}

function filesOf(tool: string, path: unknown, root: string): FileTouch[] {
  if (typeof path !== "string" || (tool !== "edit" && tool !== "write" && tool !== "read")) return []
  return [{ path: inWorktree(path, { root }), action: tool }]
}
