// The OpenAI-compatible wire format: POST /v1/chat/completions.
import {
  type Conversation,
  cacheControlOf,
  isObject,
  type Json,
  objects,
  type SentCall,
  type SentMessage,
  textsOf,
} from "./recording.ts"
import { type Answer, argumentText, fullUsage } from "./reply.ts"

export function readOpenAi(body: Json): Conversation {
  const all = objects(body.messages)
  const isSystem = (message: Json) => message.role === "system" || message.role === "developer"
  return {
    systemBlocks: all
      .filter(isSystem)
      .map((message) => ({ text: textsOf(message.content).join("\n"), ...cacheControlOf(message) })),
    messages: all.filter((message) => !isSystem(message)).map(readMessage),
    tools: objects(body.tools).map((tool) => {
      const fn = isObject(tool.function) ? tool.function : {}
      const schema = isObject(fn.parameters) ? fn.parameters : {}
      return { name: String(fn.name), description: String(fn.description ?? ""), schema, ...cacheControlOf(tool) }
    }),
    toolResults: Object.fromEntries(
      all
        .filter((message) => message.role === "tool")
        .map((message) => [String(message.tool_call_id), textsOf(message.content).join("\n")]),
    ),
  }
}

function readMessage(message: Json): SentMessage {
  const texts = textsOf(message.content)
  const calls = objects(message.tool_calls).map((call): SentCall => {
    const fn = isObject(call.function) ? call.function : {}
    return { id: String(call.id), name: String(fn.name), args: String(fn.arguments ?? "") }
  })
  return { role: String(message.role), text: texts.join("\n"), texts, calls, json: message }
}

export function openAiBody(answer: Answer, model: string, callID: (i: number) => string): Json {
  const calls = answer.calls.map((call, i) => ({ ...wireCall(call, i, callID), index: undefined }))
  const message = { role: "assistant", content: answer.text || null, ...(calls.length ? { tool_calls: calls } : {}) }
  return {
    id: callID(0),
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage: wireUsage(answer),
  }
}

/** The events of a streamed answer, each the text after `data: `. */
export function openAiEvents(answer: Answer, model: string, callID: (i: number) => string): string[] {
  const chunk = (delta: Json, finish: string | null = null, usage?: Json) =>
    JSON.stringify({
      id: callID(0),
      object: "chat.completion.chunk",
      created: 0,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : {}),
    })
  return [
    chunk({ role: "assistant", content: "" }),
    ...(answer.text ? [chunk({ content: answer.text })] : []),
    ...answer.calls.map((call, i) => chunk({ tool_calls: [wireCall(call, i, callID)] })),
    chunk({}, finishReason(answer), wireUsage(answer)),
    "[DONE]",
  ]
}

export const openAiOverflow = {
  error: {
    message: "This model's maximum context length is 200000 tokens. Please reduce the length of the messages.",
    type: "invalid_request_error",
    code: "context_length_exceeded",
  },
}

function wireCall(call: Answer["calls"][number], index: number, callID: (i: number) => string) {
  const fn = { name: call.name, arguments: argumentText(call) }
  return { index, id: call.id ?? callID(index), type: "function", function: fn }
}

function finishReason(answer: Answer): string {
  return answer.calls.length ? "tool_calls" : "stop"
}

function wireUsage(answer: Answer): Json {
  const usage = fullUsage(answer.usage)
  const prompt = usage.input + usage.cacheRead
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
  }
}
