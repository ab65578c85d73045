import { expect, test } from "bun:test"
import { cleanText } from "../redaction/clean-text.ts"
import type { Spoken } from "./mined-messages.ts"
import { passingReason } from "./said-in-passing.ts"

const by = (role: Spoken["role"], text: string): Spoken => ({ id: text, role, at: 0, text: cleanText(text).text })
const user = (text: string) => by("user", text)
const agent = (text: string) => by("assistant", text)

const CASES: readonly (readonly [string, readonly Spoken[], ReturnType<typeof passingReason>])[] = [
  [
    "Redis is reached on port 6390",
    [user("use redis on 6390 just for this run, the other is taken")],
    "temporary_status",
  ],
  ["Retries are switched off", [user("switch retries off while we look for this. does it hang?")], "temporary_status"],
  [
    "The billing folder must not be edited",
    [user("leave billing alone till tomorrow, kim merges tonight")],
    "temporary_status",
  ],
  ["The queue must not be restarted", [user("bitte die queue heute nicht neu starten (queue)")], "temporary_status"],
  [
    "The limiter allows 40 calls a second",
    [agent("Perhaps the limiter allows 40 calls a second; I have no data sheet.")],
    "guess",
  ],
  ["The sensor needs 20 ms to settle", [agent("I'd assume the sensor needs 20 ms to settle, as most do.")], "guess"],
  // For good, whatever else the message says.
  ["Redis is reached on port 6390", [user("redis is on 6390. just for this run use the fast queue")], undefined],
  ["Never restart the queue by hand", [user("the incident today again: never restart the queue by hand")], undefined],
  [
    "The project stays on Node 18 until it leaves Lambda",
    [user("we stay on node 18 until we leave lambda")],
    undefined,
  ],
  ["Handlers return early", [user("i think we should return early in handlers")], undefined],
  [
    "The limiter allows 40 calls a second",
    [agent("Measured: the limiter allows 40 calls a second. Perhaps more at night.")],
    undefined,
  ],
  [
    "The limiter allows 40 calls a second",
    [agent("Perhaps the limiter allows 40 calls a second."), user("yes the limiter allows 40 calls a second")],
    undefined,
  ],
]

test("what was said for the moment or guessed is known by the sentence that it rests on", () => {
  const wrong = CASES.filter(([text, evidence, expected]) => passingReason(text, evidence) !== expected)
  expect(wrong.map(([text, evidence]) => [text, evidence.map((one) => one.text)])).toEqual([])
})
