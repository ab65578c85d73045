import { describe, expect, test } from "bun:test"
import { clean } from "../../test/bed/facts.ts"
import { type ClassifySettings, classifyMessage } from "./classify-message.ts"

/** All that a message comes to, by kind. */
function kinds(text: string, settings: ClassifySettings = {}): string[] {
  const { facts, bare, ...rest } = classifyMessage(clean(text), settings)
  const others = Object.entries(rest).flatMap(([kind, texts]) => texts.map((one) => `${kind}: ${one}`))
  return [...facts.map((fact) => `fact: ${fact.text}`), ...(bare ? ["bare"] : []), ...others]
}

describe("a sentence is one thing", () => {
  test.each<[string, string[]]>([
    ["Remember that we deploy from the release branch only", ["fact: we deploy from the release branch only"]],
    ["Remember: never push on a Friday.", ["fact: never push on a Friday."]],
    ["From now on, always use pnpm", ["fact: always use pnpm"]],
    ["I prefer tabs instead of spaces", ["fact: I prefer tabs instead of spaces"]],
    [
      "remember:\n- never push on a Friday\n- we decided to use pnpm",
      ["fact: never push on a Friday", "fact: we decided to use pnpm"],
    ],
    ["Always remember this!", ["bare"]],
    ["Forget that we only use npm", ["forget: we only use npm"]],
    ["Never push on a Friday.", ["directives: Never push on a Friday."]],
    ["Never touch:\n- src/a\n- src/b\n\nFix the test.", ["directives: Never touch: src/a; src/b"]],
    ["What you must produce:", []],
    ["No, we use pnpm here", ["corrections: No, we use pnpm here"]],
    ["We decided to use pnpm instead of npm.", ["decisions: We decided to use pnpm instead of npm."]],
    ["Don't forget to always run the linter", ["fact: always run the linter"]],
    ["Don't forget to run the linter", ["todos: run the linter"]],
    ["Can you remember to run the linter?", ["todos: run the linter"]],
    ["For now remember that the server is down", ["todos: For now remember that the server is down"]],
    [
      "Please, for this session, remember that the port is 9999",
      ["todos: Please, for this session, remember that the port is 9999"],
    ],
    ["He said for now remember that the server is down", []],
    ["Should we always use pnpm?", []],
    ["The tests are green.", []],
    ["记住我们只用 pnpm，不要用 npm", ["fact: 我们只用 pnpm，不要用 npm"]],
  ])("%p", (text, expected) => expect(kinds(text)).toEqual(expected))
})

describe("what stands beside a clause that asks to remember or to forget is a thing of its own", () => {
  const port = "fact: the port is 5433"
  const rule = "directives: Never touch the migrations folder"
  test.each<[string, string[]]>([
    ["Never touch the migrations folder, and remember that the port is 5433", [port, rule]],
    ["Never touch the migrations folder - remember: the port is 5433", [port, rule]],
    ["Never touch the migrations folder (and remember that the port is 5433)", [port, rule]],
    ["Never touch the migrations folder and forget that we use npm", ["forget: we use npm", rule]],
    ["We decided to use pnpm, and remember that the port is 5433", [port, "decisions: We decided to use pnpm"]],
    ["TODO: bump zod, and remember that the port is 5433", [port, "todos: bump zod"]],
    ["No, use pnpm, and remember that the port is 5433", [port, "corrections: No, use pnpm"]],
    ["From now on always use tabs, and remember that the port is 5433", ["fact: From now on always use tabs", port]],
    [
      "Fass den Ordner niemals an, und merk dir, dass der Port 5433 ist",
      ["fact: der Port 5433 ist", "directives: Fass den Ordner niemals an"],
    ],
    ["千万不要改迁移文件夹，请记住端口是5433号", ["fact: 端口是5433号", "directives: 千万不要改迁移文件夹"]],
    // One thing all the same.
    [
      "Remember that the port is 5433, and never touch the migrations folder",
      ["fact: the port is 5433, and never touch the migrations folder"],
    ],
    ["Never push on a Friday, remember that", ["fact: Never push on a Friday"]],
    ["Always do this: remember that the port is 5433", [port]],
    ["I always forget, so remember that the port is 5433", [port]],
    ["Could you never mind that, and remember that the port is 5433?", [port]],
  ])("%p", (text, expected) => expect(kinds(text)).toEqual(expected))
})

test("a rule that asks for a nod is a rule", () => {
  expect(kinds("never push to main, ok?")).toEqual(["directives: never push to main"])
})

describe("amid other text a rule is nobody's", () => {
  test.each([
    "implement this\n\n3.2. Retries\n\nA client MUST NOT retry more than 3 times. Servers MUST send a Retry-After header.",
    "POST /v1/orders\n\nClients must always send a key. Keys must never be reused.\n\nwrite the client",
    "Our principles\n\n- Always measure first\n- Never optimise without data\n\nturn these into a page",
    "You are Ava. Always be kind. Never promise refunds.\n\nimprove this prompt",
    "the docs say you must always call close() and never reuse the handle.",
    "How to deploy:\n1. Always run the tests\n2. Never skip the smoke test\n\nscript this",
  ])("%p", (text) => expect(kinds(text)).toEqual([]))
})

test("what is not to be remembered is not kept as a rule either", () => {
  expect(kinds("Don't remember that my key is in the drawer")).toEqual(["negated: my key is in the drawer"])
})

test("each sentence of a message is taken by itself", () => {
  expect(kinds("Remember that CI runs on Node 22. Never skip a test. TODO: bump zod. We'll use pnpm.")).toEqual([
    "fact: CI runs on Node 22.",
    "todos: bump zod.",
    "decisions: We'll use pnpm.",
    "directives: Never skip a test.",
  ])
})

test("where requests are not acted on, a rule that asks to be remembered is a rule", () => {
  expect(kinds("Remember that we never deploy from a feature branch", { requests: false })).toEqual([
    "directives: Remember that we never deploy from a feature branch",
  ])
})

test("a rule does not say that something private was in it", () => {
  expect(kinds("Never use <private>the old key</private> here.")).toEqual(["directives: Never use here."])
})

test("a short list of rules that is all of the message is the user's own", () => {
  const directives = (text: string) => classifyMessage(clean(text)).directives.map(String)
  const list = "- always run make lint before you commit\n- never push to main"
  expect(directives(`Rules for this repo:\n${list}`)).toHaveLength(2)
  expect(directives("1. never push to main\n2. use pnpm, not npm")).toHaveLength(2)
  expect(directives(`look at this:\n\n${list}\n\nwhat do they want?`)).toEqual([])
})

test("a heading alone, a test's output and a paste hold no rule", () => {
  const texts = [
    "Never do this:",
    "FAIL src/push.test.ts\n  ✗ never pushes to main\n  ● always returns 3\n    expected: never",
    "here is the output:\n  ✓ should never retry twice (3 ms)\n  ✓ always closes the file",
    "look at this:\n> never push to main, always open a PR",
    "what do you think?\n\nFrom: Ann <ann@corp.example>\nSubject: rules\n\nHi,\nnever push to main please.\nBest, Ann",
  ]
  expect(texts.flatMap((text) => kinds(text))).toEqual([])
})

test("to delete something in a file is no wish to forget", () => {
  const forget = (text: string) => classifyMessage(clean(text)).forget.map(String)
  expect(forget("delete the entry about lodash in CHANGELOG.md")).toEqual([])
  expect(forget("forget the note about lodash")).toEqual(["lodash"])
  const ofPrograms = [
    "fix the leak: delete the buffer from memory",
    "Fix the leak: free the buffer and remove it from memory",
    "remove the old cache from memory",
    "drop the parsed rows from the memory",
  ]
  expect(ofPrograms.filter((text) => forget(text).length > 0)).toEqual([])
  expect(forget("delete the port of the buffer from your memory")).toEqual(["the port of the buffer"])
  expect(forget("delete the buffer from your memory")).toEqual(["the buffer"])
  expect(forget("remove the npm rule from memory")).toEqual(["the npm rule"])
})
