import { expect, test } from "bun:test"
import { answerIn } from "./plain-answer.ts"

test("a message that is nothing but an answer", () => {
  const yes = ["yes", "Yes.", "yes, please", "Yep, that's right!", "ja, genau", "sí", "да", "是的", "はい", "네"]
  const no = ["no", "No, thanks.", "nope", "that's wrong", "nein", "нет", "不是", "いいえ", "아니요"]
  const neither = ["", "yes, and run the tests", "ok", "sure, go on", "no idea", "yes?", "yes but only here", "not now"]
  expect(yes.filter((text) => answerIn(text) !== "yes")).toEqual([])
  expect(no.filter((text) => answerIn(text) !== "no")).toEqual([])
  expect(neither.filter((text) => answerIn(text) !== undefined)).toEqual([])
})
