import { expect, test } from "bun:test"
import { HIDDEN, mayHideText } from "./hidden-text.ts"
import { CODES } from "./terminal-codes.ts"

test("a text that needs no closer look has nothing that is not seen", () => {
  const failures: string[] = []
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code)
    const isUnseen = character.replace(HIDDEN, "") === "" || character === "\r" || !character.isWellFormed()
    const mayBegin = character === "\x1b" || character.replace(CODES, "") === ""
    if (!mayHideText(character) && (isUnseen || mayBegin)) failures.push(code.toString(16))
  }
  expect(failures).toEqual([])
  expect(
    ["plain → ├── größe 漢字 한글 – “x”", "a\u200bb", "a\u00adb", "a\x1b[31mb", "\ud800"].map(mayHideText),
  ).toEqual([false, true, true, true, true])
})
