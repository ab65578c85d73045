import { expect, test } from "bun:test"
import { withEntry } from "./host-config.ts"
import { editBetween, textBefore } from "./setup-record.ts"

test("an edit is taken back exactly, and only from the very text that it made", () => {
  const pairs: [string | undefined, string][] = [
    [undefined, '{ "plugin": ["a"] }\n'],
    ["", '{ "plugin": ["a"] }\n'],
    ['{ "plugin": [] }', '{ "plugin": ["a"] }'],
    ['{"plugin":["a","a"]}', '{"plugin":["a","a","a"]}'],
    ["aaa", "aaaa"],
    ["é😀\r\n", "é😀x\r\n"],
    ["same", "same"],
  ]
  const wrong = pairs.filter(([before, after]) => {
    const edit = editBetween("f", before, after)
    return textBefore(after, [edit]) !== (before ?? "absent") || textBefore(`${after} `, [edit]) !== undefined
  })
  expect(wrong).toEqual([])
})

test("of several edits all are taken back, or none", () => {
  const edits = [editBetween("f", "one", "one two"), editBetween("f", "one two", "one 2")]
  expect(textBefore("one 2", edits)).toBe("one")
  expect(textBefore("one two", edits)).toBeUndefined()
  expect(textBefore("one 2", [])).toBeUndefined()
})

test("of a file on one line too only the entry is kept", () => {
  const secret = '"apiKey": "sk-secret", "a": [1,2 , 3]'
  const texts = [
    `{ "plugin": [], ${secret} }`,
    `{ ${secret}, "plugin": ["a"], "other": "tulip" }`,
    `{${secret}}`,
    `{ ${secret},\n"plugin":[ "a" ,], "other": "tulip" }`,
  ]
  const edits = texts.map((text) => editBetween("f", text, withEntry({ file: "f", text }, "cairn")))
  expect(edits.map(({ took, put }) => took + put).filter((one) => /secret|tulip|3/.test(one))).toEqual([])
})

test("no more of the file is kept than what changed", () => {
  const before = '{\n  "apiKey": "sk-secret",\n  "plugin": ["a"],\n  "other": "tulip"\n}\n'
  const edit = editBetween("f", before, before.replace('["a"]', '["a", "b"]'))
  expect(JSON.stringify(edit)).not.toMatch(/secret|tulip/)
})
