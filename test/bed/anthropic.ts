// The Anthropic wire format: POST /v1/messages.
import {
  type Conversation,
  cacheControlOf,
  isObject,
  type Json,
  objects,
  type SentMessage,
  textsOf,
} from "./recording.ts"
import { type Answer, argumentText, fullUsage } from "./reply.ts"

export function readAnthropic(body: Json): Conversation {
  const messages = objects(body.messages)
  const system = typeof body.system === "string" ? [{ text: body.system }] : objects(body.system)
  return {
    systemBlocks: system.map((block) => ({ text: String(block.text ?? ""), ...cacheControlOf(block) })),
    messages: messages.map(readMessage),
    tools: objects(body.tools).map((tool) => ({
      name: String(tool.name),
      description: String(tool.description ?? ""),
      schema: isObject(tool.input_schema) ? tool.input_schema : {},
      ...cacheControlOf(tool),
    })),
    toolResults: Object.fromEntries(
      messages
        .flatMap((message) => objects(message.content))
        .filter((part) => part.type === "tool_result")
        .map((part) => [String(part.tool_use_id), textsOf(part.content).join("\n")]),
    ),
  }
}

function readMessage(message: Json): SentMessage {
  const texts = textsOf(message.content)
  const calls = objects(message.content)
    .filter((part) => part.type === "tool_use")
    .map((part) => ({ id: String(part.id), name: String(part.name), args: JSON.stringify(part.input) }))
  return { role: String(message.role), text: texts.join("\n"), texts, calls, json: message }
}

export function anthropicBody(answer: Answer, model: string, callID: (i: number) => string): Json {
  const text = answer.text ? [{ type: "text", text: answer.text }] : []
  const calls = answer.calls.map((call, i) => ({
    type: "tool_use",
    id: call.id ?? callID(i),
    name: call.name,
    input: typeof call.args === "string" ? {} : call.args,
  }))
  return { ...envelope(answer, model, callID), content: [...text, ...calls], stop_reason: stopReason(answer) }
}

/** The events of a streamed answer, each the text after `data: `; the event's name is its `type`. */
export function anthropicEvents(answer: Answer, model: string, callID: (i: number) => string): string[] {
  const blocks = [
    ...(answer.text
      ? [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text: answer.text } as Json }]
      : []),
    ...answer.calls.map((call, i) => ({
      start: { type: "tool_use", id: call.id ?? callID(i), name: call.name, input: {} },
      delta: { type: "input_json_delta", partial_json: argumentText(call) } as Json,
    })),
  ]
  const { output } = fullUsage(answer.usage)
  return [
    { type: "message_start", message: envelope(answer, model, callID) },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: output },
    },
    { type: "message_stop" },
  ].map((event) => JSON.stringify(event))
}

export const anthropicOverflow = {
  type: "error",
  error: { type: "invalid_request_error", message: "prompt is too long: 200001 tokens > 200000 maximum" },
}

function envelope(answer: Answer, model: string, callID: (i: number) => string): Json {
  const usage = fullUsage(answer.usage)
  return {
    id: callID(0),
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_read_input_tokens: usage.cacheRead,
      cache_creation_input_tokens: usage.cacheWrite,
    },
  }
}

function stopReason(answer: Answer): string {
  return answer.calls.length ? "tool_use" : "end_turn"
}
