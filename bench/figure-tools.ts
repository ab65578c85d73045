// What the tools add to every request, counted on the JSON that a real OpenCode sends to the model.
import { estimateTokenCount } from "tokenx"
import type { ToolMode } from "../src/model/tool-mode.ts"
import { startHost } from "../test/bed/host.ts"
import { startModel } from "../test/bed/model-server.ts"
import { type Api, isObject, type Json, objects } from "../test/bed/recording.ts"
import { builtPlugin } from "./plugins.ts"
import { OWN_TOOL } from "./request-blocks.ts"
import { count, ratio } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const MOST_TOKENS = { standard: 650, full: 3200, compact: 250 } as const

interface SentSchema {
  readonly name: string
  readonly chars: number
  readonly tokens: number
}

export async function toolsFigure(): Promise<Figure> {
  const standard = await sentTools("openai", "standard")
  const full = await sentTools("openai", "full")
  const rows = [
    totalOf("standard", "OpenAI", standard),
    totalOf("standard", "Anthropic", await sentTools("anthropic", "standard")),
    totalOf("full", "OpenAI", full),
    totalOf("compact", "OpenAI", await sentTools("openai", "compact")),
  ]
  const router = ours(standard).filter(({ name }) => name === "memory")
  const single = [...router, ...ours(full)].map(({ name, tokens }): Row => {
    const isDefault = ours(standard).some((tool) => tool.name === name)
    return { what: `${name}${isDefault ? ", by default" : ""}`, cairn: `${tokens} tokens` }
  })
  return {
    title: "6. The size of the tools' schemas",
    about:
      "From a request recorded on OpenCode 1.18, each tool's JSON as the model receives it, tokens by tokenx; single tools in OpenAI's format.",
    rows: [...rows, ...single],
  }
}

function totalOf(mode: ToolMode, api: string, tools: readonly SentSchema[]): Row {
  const host = tools.filter((tool) => !ours(tools).includes(tool))
  const [own, other] = [sumOf(ours(tools), "tokens"), sumOf(host, "tokens")]
  return {
    what: `${mode}: ${ours(tools).length} tools, ${api} format`,
    cairn: `${count(own)} tokens, ${count(sumOf(ours(tools), "chars"))} characters`,
    baseline: `OpenCode's own ${host.length} tools: ${count(other)} tokens`,
    ratio: ratio(own, other),
    target: { text: `at most ${count(MOST_TOKENS[mode])} tokens`, met: own <= MOST_TOKENS[mode] },
  }
}

function ours(tools: readonly SentSchema[]): SentSchema[] {
  return tools.filter(({ name }) => OWN_TOOL.test(name))
}

function sumOf(tools: readonly SentSchema[], key: "chars" | "tokens"): number {
  return tools.reduce((all, tool) => all + tool[key], 0)
}

async function sentTools(api: Api, mode: ToolMode): Promise<SentSchema[]> {
  const model = await startModel()
  const host = await startHost({ model, api, plugin: builtPlugin(), env: { CAIRN_TOOLS: mode } })
  await host.prompt(await host.createSession(), "hello")
  await host.stop()
  await model.close()
  const tools = objects(model.last.json.tools).map(({ cache_control, ...tool }) => tool as Json)
  return tools.map((tool) => {
    const text = JSON.stringify(tool)
    const { name } = isObject(tool.function) ? tool.function : tool
    return { name: String(name), chars: text.length, tokens: estimateTokenCount(text) }
  })
}
