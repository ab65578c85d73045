import { expect, test } from "bun:test"
import { renderCompactionPrompt } from "../compaction/compaction-prompt.ts"
import { defaultConfig } from "../model/settings.ts"
import { emptyMemory } from "../session/session-memory.ts"
import { slotSettings } from "../session/working-memory.ts"
import { emptyInstructions, instructions } from "./instructions.ts"
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

test("the agent and the author of a summary are shown three facts worth keeping and three that are not, and asked for statements", () => {
  const view = { memory: emptyMemory, slots: slotSettings({}), todos: [] }
  const told = [instructions(defaultConfig), emptyInstructions(defaultConfig)]
  const texts = [...told, renderCompactionPrompt(view, defaultConfig), worthKeeping("")]
  const examples = ["Releases come from stable", "User reviews migrations", "No Kafka: nobody can run it"]
  const others = ["Fixed login", "42 tests pass", "Maybe the proxy"]
  expect(texts.map((text) => [...examples, ...others].filter((one) => !text.includes(one)))).toEqual([[], [], [], []])
  expect(texts.filter((text) => !text.includes("statement"))).toEqual([])
})
