// Do the hosts still hand over what the adapters were built for? A story is told to each real host, and the shape of what a plugin gets is
// compared with the recording in test/fixtures. CAIRN_RECORD=1 writes the recordings again.
import { afterAll, expect, test } from "bun:test"
import { readFileSync, writeFileSync } from "node:fs"
import { stopAll } from "../bed/host.ts"
import { parseRecording, type RecordedCall, recordStory } from "../bed/recording-story.ts"

afterAll(stopAll)

/** `hook: path type` of every field, lists taken together. */
function shapeOf(calls: readonly RecordedCall[]): string[] {
  const found = new Set<string>()
  const walk = (at: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(`${at}[]`, item)
    else if (value !== null && typeof value === "object")
      for (const [key, item] of Object.entries(value)) walk(`${at}.${key}`, item)
    else found.add(`${at} ${value === null ? "null" : typeof value}`)
  }
  for (const { hook, args } of calls) {
    const event = (args[0] as { event?: { type?: string }; type?: string } | undefined) ?? {}
    const type = hook === "event" ? ` ${event.event?.type ?? event.type}` : ""
    for (const [index, arg] of args.entries()) walk(`${hook}${type}(${index})`, arg)
  }
  return [...found].sort()
}

test.each(["1.18", "2.0"] as const)("OpenCode %s still passes to hooks what was recorded", async (version) => {
  const fixture = `test/fixtures/recorded/opencode-${version}.jsonl`
  const calls = await recordStory(version)
  if (process.env.CAIRN_RECORD) writeFileSync(fixture, `${calls.map((call) => JSON.stringify(call)).join("\n")}\n`)
  const known = shapeOf(parseRecording(readFileSync(fixture, "utf8")))
  expect(shapeOf(calls).filter((field) => !known.includes(field))).toEqual([])
  expect(known.filter((field) => !shapeOf(calls).includes(field))).toEqual([])
})
