// A model to which the hosts give a tool for patches: they go by its name.
import type { Host } from "./host.ts"
import type { ModelServer } from "./model-server.ts"

const PATCHER = "gpt-5-bed"

/** More keys for opencode.json, so that the host knows the model. */
export function patcherConfig(model: ModelServer) {
  const limit = { context: 200_000, output: 8_000 }
  const models = Object.fromEntries(["main", "small", PATCHER].map((name) => [name, { name, tool_call: true, limit }]))
  const options = { baseURL: model.url, apiKey: "none" }
  return { provider: { bed: { name: "Bed", npm: "@ai-sdk/openai-compatible", options, models } } }
}

/** A turn of that model's. */
export async function promptPatcher(host: Host, session: string, text: string): Promise<void> {
  if (host.version === "1.18") {
    const body = { parts: [{ type: "text", text }], model: { providerID: "bed", modelID: PATCHER } }
    await host.http.post(`/session/${session}/message`, body, { directory: host.project })
    await host.waitIdle(session)
  } else {
    await host.http.post(`/api/session/${session}/model`, { model: { providerID: "bed", id: PATCHER } })
    await host.prompt(session, text)
  }
}
