// What people write to an agent, in ten languages, and what is to come of it: saved at once, told to the model, forgotten, or, for most
// sentences that have the word, nothing.
import { expect, test } from "bun:test"
import { missOf, requestCorpus } from "../../test/bed/request-corpus.ts"

const corpus = requestCorpus()

test.each([...new Set(corpus.map(({ language }) => language))])("what is asked for in %p", (language) => {
  expect(corpus.filter((one) => one.language === language).flatMap((one) => missOf(one) ?? [])).toEqual([])
})

test("every case is there once, and names what it is about", () => {
  const texts = corpus.map(({ text }) => text)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  expect(corpus.filter(({ expect: wanted, has }) => wanted === "save" && !has?.length)).toEqual([])
})
