// What the tools add to every request, counted on the JSON that a real OpenCode sends to the model.
import { estimateTokenCount } from "tokenx"
import { startHost } from "../test/bed/host.ts"
import { startModel } from "../test/bed/model-server.ts"
import { type Api, isObject, type Json, objects } from "../test/bed/recording.ts"
import { builtPlugin } from "./plugins.ts"
import { OWN_TOOL } from "./request-blocks.ts"
import { count, ratio } from "./spread.ts"
import type { Figure, Row } from "./table.ts"

const MOST_TOKENS = 2000

interface SentSchema {
  readonly name: string
  readonly chars: number
  readonly tokens: number
}

export async function toolsFigure(): Promise<Figure> {
  const openai = await sentTools("openai")
  const anthropic = await sentTools("anthropic")
  const ours = (tools: readonly SentSchema[]) => tools.filter(({ name }) => OWN_TOOL.test(name))
  const theirs = (tools: readonly SentSchema[]) => tools.filter(({ name }) => !OWN_TOOL.test(name))
  const sum = (tools: readonly SentSchema[], key: "chars" | "tokens") => tools.reduce((all, tool) => all + tool[key], 0)
  const total = (api: string, tools: readonly SentSchema[]): Row => {
    const [own, host] = [sum(ours(tools), "tokens"), sum(theirs(tools), "tokens")]
    return {
      what: `all ${ours(tools).length} tools, ${api} format`,
      cairn: `${count(own)} tokens, ${count(sum(ours(tools), "chars"))} characters`,
      baseline: `OpenCode's own ${theirs(tools).length} tools: ${count(host)} tokens`,
      ratio: ratio(own, host),
      target: { text: `at most ${count(MOST_TOKENS)} tokens`, met: own <= MOST_TOKENS },
    }
  }
  const single = ours(openai).map(({ name, tokens }): Row => {
    const other = anthropic.find((tool) => tool.name === name)
    return { what: name, cairn: `${tokens} tokens OpenAI, ${other?.tokens} Anthropic` }
  })
  return {
    title: "6. The size of the tools' schemas",
    about: "From a request recorded on OpenCode 1.18, each tool's JSON as the model receives it, tokens by tokenx.",
    rows: [total("OpenAI", openai), total("Anthropic", anthropic), ...single],
  }
}

async function sentTools(api: Api): Promise<SentSchema[]> {
  const model = await startModel()
  const host = await startHost({ model, api, plugin: builtPlugin() })
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
