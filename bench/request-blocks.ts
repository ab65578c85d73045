// A recorded request as the blocks that a prompt cache sees, and the same request as it would be with another memory or with none. From the
// Anthropic wire format, which shows where the host sets its cache marks.
import { isObject, type Json, objects, type RecordedRequest } from "../test/bed/recording.ts"
import type { Block } from "./cache-simulator.ts"

export const OWN_TOOL = /^(?:(?:core_|working_)?memory_|memory$)/
const TAIL = /\s*<cairn-news>[\s\S]*?<\/cairn-news>/g
const MEMORY = /<cairn>[\s\S]*<\/cairn>/

/** In the order in which the provider reads them. */
export function blocksOf({ json }: RecordedRequest): Block[] {
  return [
    ...objects(json.tools).map((tool) => block("tools", tool)),
    ...contents(json.system).map((part) => block("system", part)),
    ...objects(json.messages).flatMap(({ role, content }) =>
      contents(content).map((part) => block(String(role), part)),
    ),
  ]
}

function contents(content: unknown): Json[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : objects(content)
}

function block(role: string, { cache_control, ...part }: Json): Block {
  const text = typeof part.text === "string" ? part.text : JSON.stringify(part)
  return { role, text, mark: isObject(cache_control) }
}

/** What tails told, oldest first. */
export function tailsIn(blocks: readonly Block[]): string[] {
  return blocks.filter(({ role }) => role === "user").flatMap(({ text }) => text.match(TAIL) ?? [])
}

export function withoutTails(blocks: readonly Block[]): Block[] {
  return changed(blocks, (block) => (block.role === "user" ? block.text.replace(TAIL, "") : block.text))
}

/** With another text for the part of the system prompt that is Cairn's. */
export function withMemory(blocks: readonly Block[], memory: string): Block[] {
  return changed(blocks, ({ role, text }) => (role === "system" ? text.replace(MEMORY, () => memory) : text))
}

export function withoutCairn(blocks: readonly Block[]): Block[] {
  const isOwnTool = ({ role, text }: Block) => role === "tools" && OWN_TOOL.test(String(JSON.parse(text).name))
  return withoutTails(
    withMemory(
      blocks.filter((block) => !isOwnTool(block)),
      "",
    ),
  )
}

/** A block of which nothing is left goes, and its mark moves to the one before. */
function changed(blocks: readonly Block[], textOf: (block: Block) => string): Block[] {
  const kept: Block[] = []
  for (const block of blocks) {
    const text = textOf(block)
    const last = kept.at(-1)
    if (text.trim() !== "" || text === block.text) kept.push({ ...block, text })
    else if (block.mark && last?.role === block.role) kept.splice(-1, 1, { ...last, mark: true })
  }
  return kept
}
