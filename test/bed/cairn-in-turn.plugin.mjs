// Cairn for a host that serves one story after another: the settings of the story at hand are those of the process, and nothing has been told yet.
import { readFileSync } from "node:fs"
import cairn from "../../dist/server.js"

function beginStory() {
  const { CAIRN_STORY_ENV: file, CAIRN_HOME: before } = process.env
  const story = JSON.parse(readFileSync(file, "utf8"))
  if (story.CAIRN_HOME === before) return
  for (const name of Object.keys(process.env)) if (name.startsWith("CAIRN_")) delete process.env[name]
  Object.assign(process.env, story, { CAIRN_STORY_ENV: file })
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (/^opencode-cairn\..*\.told$/.test(key.description ?? "")) delete globalThis[key]
}

export default {
  id: cairn.id,
  server(input, options) {
    beginStory()
    return cairn.server(input, options)
  },
  setup(ctx) {
    beginStory()
    return cairn.setup(ctx)
  },
}
