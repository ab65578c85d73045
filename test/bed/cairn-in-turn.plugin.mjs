// Cairn for a host that serves one story after another: the settings of the story at hand are those of the process, and nothing has been told yet.
import { readFileSync } from "node:fs"
import cairn from "../../dist/server.js"

/** The story of each directory, by its memory. A host may start a directory again after its story (OpenCode 1 does, for a title that comes late). */
const storyOf = new Map()

/** False if the directory belongs to a story that is over: that one's Cairn must not write into the memory of the story at hand. */
function beginStory(directory) {
  const { CAIRN_STORY_ENV: file, CAIRN_HOME: before } = process.env
  const story = JSON.parse(readFileSync(file, "utf8"))
  if (!storyOf.has(directory)) storyOf.set(directory, story.CAIRN_HOME)
  if (storyOf.get(directory) !== story.CAIRN_HOME) return false
  if (story.CAIRN_HOME === before) return true
  for (const name of Object.keys(process.env)) if (name.startsWith("CAIRN_")) delete process.env[name]
  Object.assign(process.env, story, { CAIRN_STORY_ENV: file })
  for (const key of Object.getOwnPropertySymbols(globalThis))
    if (/^opencode-cairn\..*\.told$/.test(key.description ?? "")) delete globalThis[key]
  return true
}

export default {
  id: cairn.id,
  async server(input, options) {
    return beginStory(input.directory) ? cairn.server(input, options) : {}
  },
  async setup(ctx) {
    return beginStory(ctx.location.directory) ? cairn.setup(ctx) : undefined
  },
}
