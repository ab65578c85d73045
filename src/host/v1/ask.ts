// OpenCode 1 answers only inside a session, so one is made for a question and removed after it. It is a child of the session that the question is
// about: only children are left out of the list of sessions, and of what `share: "auto"` uploads.
import type { PluginInput } from "@opencode-ai/plugin"
import type { Answered, Question } from "../../flows/contract.ts"
import { untilDeadline } from "../../model/deadline.ts"
import { fieldAt, listAt, numberAt, textAt } from "../../model/fields.ts"
import type { Change } from "../guard.ts"
import { textsIn } from "../result-content.ts"

/** The agent that answers Cairn's own questions: no tools, hidden from the user. */
export const ASK_AGENT = "cairn-ask"

const TITLE = "[cairn] "

/** Five facts take a few hundred; some models think before they answer. */
const MOST_ANSWER_TOKENS = 8000

/** A model that rambles would cost more than estimated. If the host sets no limit, its provider may not support one. */
export async function limitAnswer(
  { agent }: { readonly agent: unknown },
  output: { maxOutputTokens: number | undefined },
): Promise<Change | undefined> {
  const { maxOutputTokens: most } = output
  if (agent !== ASK_AGENT || most === undefined) return undefined
  return () => {
    output.maxOutputTokens = Math.min(most, MOST_ANSWER_TOKENS)
  }
}

/** Every copy of Cairn recognises such a session by its title and its metadata, whoever made it. */
export function isOwnQuestion(session: unknown): boolean {
  const hasTitle = textAt(session, "title")?.startsWith(TITLE) === true
  return hasTitle && textAt(session, "metadata", "cairn") !== undefined
}

export function meetQuestion(own: Set<string>, session: unknown): void {
  const id = textAt(session, "id")
  if (id && isOwnQuestion(session)) own.add(id)
}

export async function askInOwnSession(
  client: PluginInput["client"],
  own: Set<string>,
  { purpose, prompt, model, deadlineMs, about }: Question,
): Promise<Answered> {
  const [providerID = "", ...rest] = model.split("/")
  // The host accepts the metadata; its types do not know it.
  const made = { title: `${TITLE}${purpose}`, parentID: about, metadata: { cairn: purpose } }
  const session = (await untilDeadline(deadlineMs, client.session.create({ body: made }), undefined))?.data
  if (!session) throw new Error("the host made no session")
  const path = { id: session.id }
  own.add(session.id)
  const body = {
    agent: ASK_AGENT,
    model: { providerID, modelID: rest.join("/") },
    tools: { "*": false },
    parts: [{ type: "text" as const, text: prompt }],
  }
  try {
    const answer = await untilDeadline(deadlineMs, client.session.prompt({ path, body }), undefined)
    if (answer) return answerIn(answer.data)
    await tidied(client.session.abort({ path }))
    throw new Error(`no answer within ${deadlineMs} ms`)
  } finally {
    await tidied(client.session.delete({ path }))
  }
}

const TIDY_MS = 10_000

/** Leftovers are swept later: neither a failure nor a host that does not answer costs the answer. */
function tidied(work: Promise<unknown>): Promise<unknown> {
  const isOver = work.catch(() => undefined)
  return untilDeadline(TIDY_MS, isOver, undefined)
}

function answerIn(data: unknown): Answered {
  if (data === undefined) throw new Error("the host refused the question")
  const failure = fieldAt(data, "info", "error")
  if (failure) throw new Error(textAt(failure, "data", "message") ?? textAt(failure, "name") ?? "the model failed")
  const count = (...at: string[]) => numberAt(data, "info", "tokens", ...at) ?? 0
  const input = count("input") + count("cache", "read") + count("cache", "write")
  const output = count("output") + count("reasoning")
  return {
    text: textsIn(listAt(data, "parts") ?? []).join("\n"),
    ...(input + output > 0 && { tokens: { input, output } }),
    cost: numberAt(data, "info", "cost"),
  }
}
