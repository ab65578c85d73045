import { expect, test } from "bun:test"
import { plainLetters } from "./accents.ts"
import { plainFormOf } from "./plain-form.ts"

test("each place leads back to its letter, however long that became", () => {
  for (const text of ["plain", "Die Straße, groß und weiß", "œuvre ÆON ß", "İzmir’in ẞ ñ", "検索 ß 🦦ß🦦 x"]) {
    const { plain, placeOf } = plainFormOf(text)
    expect(plain).toBe(plainLetters(text.toLowerCase()))
    const letters = [...text]
    for (let at = 0; at <= letters.length; at++) {
      const before = letters.slice(0, at).join("")
      expect([text, placeOf(plainLetters(before.toLowerCase()).length)]).toEqual([text, before.length])
    }
  }
  expect("Straße".slice(plainFormOf("Straße").placeOf("stras".length))).toBe("ße")
})
