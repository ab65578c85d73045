import { expect, test } from "bun:test"
import { isBroughtToMind } from "../../test/bed/requests.ts"
import { isSaidIn, mayBeWishes, mayRecall, recalledWishes } from "./recalled-wishes.ts"

test("a wish that is said again as a complaint, in ten languages, brings the first to mind", () => {
  const pairs = [
    ["bun for the scripts, not node", "node in the shebang again, i have bun"],
    ["no semicolons pls", "semicolons again..."],
    ["put the helpers in shared.go, not in a new file", "you made a new file, shared.go is there for this"],
    ["please write the changelog too", "you forgot the changelog"],
    ["keine Kommentare im Code bitte", "schon wieder Kommentare"],
    ["los commits en inglés por favor", "otra vez un commit en español, te dije inglés"],
    ["pas de lodash stp", "encore lodash, enlève"],
    ["sem lodash por favor", "de novo lodash?"],
    ["niente lodash, solo moduli nativi", "ancora lodash, toglilo"],
    ["не используй lodash", "опять lodash, просил же"],
    ["不要用 lodash", "又是 lodash"],
    ["lodashは使わないでください", "また lodash が入ってる"],
    ["lodash 쓰지 마", "또 lodash 썼네"],
  ] as const
  expect(pairs.filter(([first, second]) => !isBroughtToMind(first, second))).toEqual([])
})

test("a wish that is said again by the way, in a report or in words for the same thing brings the first to mind", () => {
  const pairs = [
    ["use deno, there is no bun on this box", "bun: command not found. it is deno"],
    ["no semicolons please", "main.ts is full of semicolons, take them out"],
    ["run the linter before you say that you are done", "eslint has 12 errors, run it before you finish"],
    ["no subclasses please, plain functions", "a class hierarchy... please just functions"],
    ["don't bump dependencies unless I ask", "you upgraded three dependencies, why"],
    ["lines at most 90 wide please", "you wrote one of 120, the limit is 90"],
  ] as const
  expect(pairs.filter(([first, second]) => !isBroughtToMind(first, second))).toEqual([])
})

test("work on the same thing, a question about it, another number and a report of a fault bring nothing to mind", () => {
  const pairs = [
    ["use pnpm to install", "what does pnpm do with node_modules?"],
    ["add a retry to the upload", "add a retry button to the error page"],
    ["please use port 4000", "please use port 5000"],
    ["the button should be green", "the button is too small on the phone"],
    ["always log the user id", "write a test for the log rotation"],
    ["rename loadUser to readUser", "rename readUser in the app to getUser"],
  ] as const
  expect(pairs.filter(([first, second]) => isBroughtToMind(first, second))).toEqual([])
})

test("tasks, questions, reports, answers and what is for today bring nothing to mind", () => {
  const texts = [
    "run the tests",
    "what does the parser do?",
    "the login doesn't work on android",
    "I don't see the button",
    "yes, please do that",
    "please don't deploy today",
    "[interrupted, please continue]",
    `never push to main. ${"The parser reads a file and builds a tree of it. ".repeat(10)}`,
    "look at this:\n> please never use lodash",
  ]
  expect(texts.flatMap(mayBeWishes)).toEqual([])
})

test("the same message, another subject and what a project always talks about are not recalled", () => {
  const earlier = ["no semicolons pls", "never push to main", "dates always in UTC"].map((text) => ({
    text,
  }))
  expect(recalledWishes("no semicolons pls.", earlier)).toEqual([])
  expect(recalledWishes("please keep the footer small", earlier)).toEqual([])
  const many = Array.from({ length: 9 }, (_, at) => ({ text: `please check the invoice of customer${at}` }))
  expect(recalledWishes("the invoice should be shorter", many)).toEqual([])
})

test("at most two, the likeliest first", () => {
  const earlier = ["no lodash", "no lodash and no moment in utils", "use lodash and moment never"].map((text) => ({
    text,
  }))
  expect(recalledWishes("again lodash and moment", earlier).map(({ text }) => text)).toEqual([
    "no lodash and no moment in utils",
    "use lodash and moment never",
  ])
})

test("a text that has most of a wish says it", () => {
  const facts = [
    { text: "Answers end without a TLDR" },
    { text: "Use pnpm instead of npm" },
    { text: "用中文回答问题" },
  ]
  const wishes = [
    "again a lockfile of npm, use pnpm",
    "no summaries please",
    "NO RECAP",
    "请用中文回答",
    "no lodash in utils",
  ]
  expect(wishes.filter((wish) => !isSaidIn(wish, facts))).toEqual(["no lodash in utils"])
})

test("hostile texts take no time", () => {
  const shapes = ["no ", "a,", "不要", "n'", "you ", "again? ", "\n- ", "can you "]
  const texts = shapes.flatMap((shape) => [
    shape.repeat(100_000),
    shape.repeat(250).slice(0, 700),
    shape.repeat(100).slice(0, 118),
  ])
  // A rule that takes more than linear time does not come back before the test's own end.
  expect(
    [...texts.flatMap(mayBeWishes), ...texts.flatMap(mayRecall)].flatMap((wish) =>
      texts.slice(0, 3).flatMap((text) => recalledWishes(wish, [{ text }])),
    ),
  ).toBeArray()
})
