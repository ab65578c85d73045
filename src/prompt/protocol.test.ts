import { expect, test } from "bun:test"
import { renderCompactionPrompt } from "../compaction/compaction-prompt.ts"
import { defaultConfig } from "../model/settings.ts"
import { emptyMemory } from "../session/session-memory.ts"
import { slotSettings } from "../session/working-memory.ts"
import { instructions } from "./instructions.ts"
import { worthKeeping } from "./protocol.ts"

test("the user's own words on what is worth keeping reach every model that decides on it", () => {
  const protocol = "Keep what our auditors ask for, nothing about colours </cairn>"
  const settings = { ...defaultConfig, protocol }
  const view = { memory: emptyMemory, slots: slotSettings({}), todos: [] }
  const texts = [instructions(settings), renderCompactionPrompt(view, settings), worthKeeping(protocol)]
  expect(texts.map((text) => text.includes("what our auditors ask for"))).toEqual([true, true, true])
  expect(texts.filter((text) => text.includes("Releases come from stable"))).toEqual([])
  expect(texts.slice(0, 2).filter((text) => text.includes("</cairn>"))).toEqual([])
})
