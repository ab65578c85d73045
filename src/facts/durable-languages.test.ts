// The gate knows English best; a lasting fact in another language must not fare worse for it.
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { clean } from "../../test/bed/facts.ts"
import type { Candidate } from "../model/fact.ts"
import { doubtAbout, gate } from "./gate.ts"

const facts: { language: string; text: string }[] = readFileSync("test/corpus/durable-facts.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

const candidate = (text: string): Candidate => ({
  type: "project",
  text: clean(text),
  source: "manual",
  evidence: "ses_a/msg_1",
  said: "assistant",
})

test.each(["de", "es", "fr", "zh"])("of lasting facts in %s none is refused and few are asked back", (language) => {
  const own = facts.filter((fact) => fact.language === language).map(({ text }) => text)
  expect(own.filter((text) => gate(candidate(text)))).toEqual([])
  expect(own.filter((text) => doubtAbout(candidate(text))).length).toBeLessThanOrEqual(own.length / 5)
})
