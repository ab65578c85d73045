import { expect, test } from "bun:test"
import fc from "fast-check"
import { percentView } from "./redact.ts"

test("a text without encoding needs no view", () => {
  expect(percentView("100 % of %s")).toBeUndefined()
  expect(percentView("caf%C3%A9")).toBeUndefined()
})

test("every character of the view knows its place", () => {
  const part = fc.constantFrom("a", "%41", "%2F", "%0A", "%", "é", "%C3")
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const view = percentView(parts.join(""))
      if (!view) return
      let at = 0
      const expected = parts.flatMap((one) => {
        const starts = /^%(?:41|2F|0A)$/.test(one) ? [at] : [...one].map((_, i) => at + i)
        at += one.length
        return starts
      })
      expect([...view.text].map((_, i) => view.at(i))).toEqual(expected)
    }),
  )
})
