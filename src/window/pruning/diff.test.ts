import { expect, test } from "bun:test"
import { prune } from "./prune.ts"

test("of a diff the files, the places and the changes stay before what stands around them", () => {
  const hunk = (file: string) => [
    `diff --git a/${file} b/${file}`,
    "index 1234567..89abcde 100644",
    `--- a/${file}`,
    `+++ b/${file}`,
    "@@ -10,30 +10,30 @@ export function run() {",
    ...Array.from({ length: 14 }, (_, at) => `   const before${at} = read(${at})`),
    "-  return first()",
    "+  return second()",
    ...Array.from({ length: 14 }, (_, at) => `   const after${at} = write(${at})`),
  ]
  const output = [...hunk("src/a.ts"), ...hunk("src/b.ts")].join("\n")
  const pruned = prune({ tool: "bash", args: { command: "git diff" }, output, mode: "hyper" })
  expect(pruned?.strategy).toBe("diff")
  expect(pruned?.text).toMatchInlineSnapshot(`
    "diff --git a/src/a.ts b/src/a.ts
    index 1234567..89abcde 100644
    --- a/src/a.ts
    +++ b/src/a.ts
    @@ -10,30 +10,30 @@ export function run() {
    [… 14 lines left out]
    -  return first()
    +  return second()
    [… 17 lines left out]
    +++ b/src/b.ts
    @@ -10,30 +10,30 @@ export function run() {
    [… 14 lines left out]
    -  return first()
    +  return second()
    [… 10 lines left out, like the one below]
       const after10 = write(10)
       const after11 = write(11)
       const after12 = write(12)
       const after13 = write(13)
    [names in the lines left out: a/src/b.ts]"
  `)
})
