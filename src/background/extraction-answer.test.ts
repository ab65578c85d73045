import { describe, expect, test } from "bun:test"
import { clean } from "../../test/bed/facts.ts"
import { readExtraction } from "./extraction-answer.ts"
import { jsonArrayIn } from "./json-array.ts"
import { missingValues, valuesIn } from "./kept-values.ts"
import { messagesToMine, type Spoken } from "./mined-messages.ts"

const spoken = (n: number, role: Spoken["role"], text: string): Spoken => ({
  id: `msg_${String(n).padStart(4, "0")}`,
  role,
  at: n * 1000,
  text: clean(text),
})

describe("the list in an answer", () => {
  test("is found alone, in prose, in a fence, as a field", () => {
    const found: [string, unknown[]][] = [
      ["[]", []],
      ['Sure! [{"a":1}] done', [{ a: 1 }]],
      ["no array", []],
      ["[1,2", []],
      ['{"memories":[{"a":1}]}', [{ a: 1 }]],
      ['as in [1]:\n```json\n[{"a":"b ] c"}]\n```', [{ a: "b ] c" }]],
      ['[{"a":"\\"]"}]', [{ a: '"]' }]],
    ]
    expect(found.map(([answer]) => jsonArrayIn(answer))).toEqual(found.map(([, list]) => list))
  })

  test("takes linear time on hostile answers", () => {
    const hostile = ["[", '["', "[]", '[{"a":', "\\", '"', "[1,"].map((piece) => piece.repeat(300_000))
    expect(hostile.map((answer) => jsonArrayIn(answer).length <= 50_000)).toEqual(hostile.map(() => true))
  })
})

describe("which messages are mined", () => {
  const steps = Array.from({ length: 100 }, (_, n) => spoken(n + 10, "assistant", `step ${n} of the work is done`))

  test("at most forty, and the user's last three among them", () => {
    const users = [1, 2, 3, 4].map((n) => spoken(n, "user", `the importer of region ${n} runs before the export`))
    const chosen = messagesToMine([...users, ...steps], undefined)
    expect(chosen).toHaveLength(40)
    expect(chosen.slice(0, 3).map(({ id }) => id)).toEqual(users.slice(1).map(({ id }) => id))
  })

  test("what is forbidden in a few everyday words says something, assent and errands do not", () => {
    const isMined = (text: string) => messagesToMine([spoken(1, "user", text)], undefined).length > 0
    expect(["dont push without asking me", "never commit without tests"].map(isMined)).toEqual([true, true])
    expect(["ok go on", "yes please", "it does not work", "no, that is not it", "thanks"].filter(isMined)).toEqual([])
  })

  test("without room for what the user typed there is nothing to look through", () => {
    const typed = spoken(1, "user", "Deploys go through the small proxy since the summer. ".repeat(20))
    expect(messagesToMine([typed, spoken(2, "assistant", "done, the proxy is in use")], undefined, 300)).toEqual([])
  })

  test("at most so many characters, and long reports are shortened", () => {
    const user = spoken(1, "user", "the importer runs before the export of invoices")
    const long = Array.from({ length: 60 }, (_, n) => spoken(n + 2, "assistant", `${n} ${"words ".repeat(2000)}`))
    const size = messagesToMine([user, ...long], undefined).reduce((sum, { text }) => sum + text.length, 0)
    expect(size).toBeLessThanOrEqual(24_000)
    expect(messagesToMine([user, ...long], undefined)[0]).toEqual(user)
  })

  test("those after the watermark, in a copy by their times, and none without a word of the user's", () => {
    const [one, two] = [
      spoken(1, "user", "we deploy on fridays from stable"),
      spoken(2, "user", "and we tag on mondays"),
    ]
    const mined = (through: string, at: number) => messagesToMine([one, two], { through, at }).map(({ id }) => id)
    expect(mined(one.id, one.at)).toEqual([two.id])
    expect(mined("msg_of_the_original", one.at)).toEqual([two.id])
    expect(mined(two.id, two.at)).toEqual([])
    expect(
      messagesToMine([spoken(1, "user", "ok"), spoken(2, "assistant", "All is done now, look")], undefined),
    ).toEqual([])
  })
})

describe("a proposal", () => {
  const messages = [
    spoken(1, "user", "always answer me in Chinese"),
    spoken(2, "assistant", "The production host is ops@10.0.0.1."),
    spoken(3, "user", "api changed -> changelog entry"),
  ]
  const read = (item: object) => {
    const { proposals, refused } = readExtraction(JSON.stringify([item]), {
      messages,
      marks: 1,
      types: ["feedback", "reference"],
    })
    return String(refused[0]?.reason ?? proposals[0]?.action)
  }
  const wish = { action: "add", type: "feedback", text: "User wants answers in Chinese", evidence: ["m1"] }
  const cases: [object, string][] = [
    [wish, "add"],
    [{ ...wish, evidence: ["msg_0001"] }, "add"],
    [{ ...wish, evidence: "m1" }, "add"],
    [{ ...wish, evidence: ["m2"] }, "no_user_turn"],
    [{ ...wish, text: "The production host is ops@10.0.0.1", evidence: ["m3"] }, "no_user_turn"],
    [{ ...wish, text: "User expects a changelog entry when the api changed", evidence: ["m3"] }, "add"],
    [{ ...wish, evidence: ["m1", "m9"] }, "no_evidence"],
    [{ ...wish, evidence: [] }, "no_evidence"],
    [{ ...wish, type: "mood" }, "invalid_memory_type"],
    [{ ...wish, text: " " }, "not_one_statement"],
    [{ ...wish, text: "User wants tabs   " }, "too_short"],
    [{ ...wish, text: "User wants it in Chinese" }, "add"],
    [{ ...wish, type: "reference", text: "所有的回答总是要用中文来写。" }, "add"],
    [
      { ...wish, text: `User wants answers in Chinese, ${"and in no other language ".repeat(10)}` },
      "not_one_statement",
    ],
    [{ ...wish, action: "obey" }, "not_a_proposal"],
    [{ ...wish, action: "update" }, "invalid_memory_ref"],
    [{ ...wish, action: "update", of: "M2" }, "invalid_memory_ref"],
    [{ ...wish, action: "update", of: "M1" }, "update"],
    [{ action: "reinforce", of: "[M1]", evidence: ["m1"] }, "reinforce"],
    [{ ...wish, type: "reference", text: "The production host is ops@10.0.0.1", evidence: ["m2"] }, "add"],
    // A lesson of the agent's. The user's words may sound like one.
    [{ ...wish, type: "reference", text: "Locks must be freed after use", evidence: ["m2"] }, "general_knowledge"],
    [{ ...wish, type: "reference", text: "Locks must be freed by the janitor", evidence: ["m2"] }, "add"],
    [{ ...wish, type: "reference", text: "Answers must be in Chinese", evidence: ["m1"] }, "add"],
  ]
  test("names messages of this part, a type, and one statement", () => {
    expect(cases.map(([item]) => read(item))).toEqual(cases.map(([, reason]) => reason))
  })

  test("that adds something replaces nothing", () => {
    const answer = JSON.stringify([{ ...wish, of: "M1" }])
    const { proposals } = readExtraction(answer, { messages, marks: 1, types: ["feedback"] })
    expect(proposals.map(({ action, of }) => [action, of])).toEqual([["add", undefined]])
  })
})

test("a list is found behind prose that numbers messages in brackets", () => {
  const cited = Array.from({ length: 30 }, (_, at) => `[m${at + 1}]`).join(", ")
  expect(jsonArrayIn(`I read ${cited}.\n[{"action": "none"}]`)).toEqual([{ action: "none" }])
})

test("the values of a text are its numbers, paths, addresses and quotations", () => {
  const text = 'Run `make lint` on 10.0.0.1:8080, see https://a.example/x?y=1 and src/app/main.ts ("the entry"), v2.3.'
  const values = ["make lint", "https://a.example/x?y=1", "src/app/main.ts", "the entry", "2.3"]
  expect(values.filter((value) => !valuesIn(text).has(value))).toEqual([])
  expect(missingValues([text], text)).toEqual([])
  expect(missingValues(["It listens on port 8123"], "It listens on port 81234")).toEqual(["8123"])
  expect(missingValues(["The file is config/app.yml"], "The file is config/app.yaml")).toEqual(["config/app.yml"])
})
