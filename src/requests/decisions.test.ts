import { describe, expect, test } from "bun:test"
import { userDecisions as stated } from "../../test/bed/requests.ts"
import { withoutFences } from "../text/fenced-code.ts"
import { assistantDecisions } from "./decisions.ts"

const marked = (text: string) => assistantDecisions(withoutFences(text.split("\n")))

describe("what an assistant marks", () => {
  test.each<[string, string[]]>([
    ["[Decision: use pnpm]", ["use pnpm"]],
    ["done [Decision: a over b] and [decision:  second one ]", ["a over b", "second one"]],
    ["[DECISION:x]", ["x"]],
    ["[Decision: index `list[0]` first] rest]", ["index `list[0]` first"]],
    ["[Decision: keep `]` as it is] after", ["keep `]` as it is"]],
    ["[Decision: use [1] and [the docs](x) too]", ["use [1] and [the docs](x) too"]],
    ["[[Decision: nested in a bracket]]", ["nested in a bracket"]],
    ["[Decision: outer [Decision: inner] end]", ["outer [Decision: inner] end"]],
    ["[Decision: over\ntwo lines]", ["over\ntwo lines"]],
    ["[Decision: 用 pnpm 而不是 npm]", ["用 pnpm 而不是 npm"]],
    ["[Decision: never closed", []],
    ["[Decision: never closed\n\n[Decision: closed]", ["closed"]],
    ["[Decision: lost [Decision: closed]", ["closed"]],
    ["```\n[Decision: in code]\n```", []],
    ["~~~md\n[Decision: in code]\n~~~\n[Decision: out]", ["out"]],
    ["```\n[Decision: fence never closed]", []],
    ["write `[Decision: …]` for one", []],
    ["[Decisions: plural]", []],
    ["Decision: no bracket", []],
    ["] [ ]", []],
    ["", []],
  ])("%p", (text, expected) => {
    expect(marked(text)).toEqual(expected)
  })
})

describe("what a user states", () => {
  test.each([
    "We decided to use Postgres.",
    "I decided to drop Windows support",
    "We've decided to go without an ORM",
    "I've finally decided to rewrite the parser",
    "We decided not to use Redis.",
    "After the review, we decided to keep the old API",
    "decided to use tabs",
    "It was decided to freeze the schema",
    "I think we have decided to move to ESM",
    "we'll use pnpm",
    "We’ll use bun:sqlite for this",
    "We will use `node:sqlite` on Node",
    "ok, we'll just use JSON",
    "We'll go with option B",
    "Let's use TypeScript",
    "let's go with the second proposal",
    "Lets use zod here",
    "Alright, let’s just use fetch",
    "Let us use one queue",
    "I chose Hono over Express",
    "We chose SQLite over Postgres because it is one file",
    "Chose tabs over spaces.",
    "Please choose clarity over speed",
    "we choose boring over new",
    "We're going with Tailwind",
    "We are going with a monorepo",
    "Going with yarn instead of npm",
    "I'm going with REST instead of GraphQL",
    "We are not using Redis, we'll use Postgres",
    "**We decided to use ruff.**",
    "let's use Redis if it is there",
    "我们决定用 Postgres",
    "最终决定采用微服务架构。",
    "已经决定迁移到 ESM",
    "我们用 pnpm",
    "就用 SQLite 吧",
    "那就用第二个方案",
    "我們決定使用 Rust",
    "我們用 Docker 部署",
    "データベースはPostgresにする",
    "テストはVitestにします。",
    "pnpmを使うことにした",
    "Honoに決めた！",
    "フレームワークはReactに決めました",
    "案Bを採用します",
    "この設計を採用。",
    "Postgres를 쓰기로 결정했다",
    "배포는 도커로 결정했습니다.",
    "그럼 Postgres로 하자",
    "두 번째 방법으로 하자.",
    "결정: 모노레포를 쓴다",
  ])("%p", (text) => {
    expect(stated(text)).toEqual([text.replace(/^\*\*(.*)\*\*$/, "$1")])
  })

  test.each([
    "Should we use Postgres?",
    "should we go with the second option",
    "Did we decide? We decided to use X, right?",
    "have we decided to use X",
    "What if we decided to use Rust",
    "If we decided to use Rust, what would change?",
    "If the tests pass, we'll use Bun",
    "Unless it breaks we'll use Bun",
    "I wonder if we'll use Bun",
    "not sure whether we'll use Bun",
    "We haven't decided to use Redis",
    "We have not decided to move yet",
    "We never decided to support Windows",
    "I don't think we'll use GraphQL",
    "They decided to use Oracle",
    "He decided to leave",
    "The vendor decided to change the API",
    "The compiler decided to inline this",
    "They looked at it and decided to use Oracle",
    "She chose Vue over React",
    "They're going with Java instead of Kotlin",
    "When we decided to use Redis, it got slow",
    "before we decided to use Redis it was fast",
    "the library we decided to use is slow",
    "Maybe we'll use Bun",
    "Perhaps we'll go with B",
    "you can choose speed over size",
    "Users choose price over quality",
    "how to choose one over the other",
    "I chose to start over again",
    "let's not use Redis",
    "let's see",
    "what we'll use is open",
    'He said "we\'ll use Oracle"',
    "The doc says “we decided to use Oracle”.",
    "> we decided to use Oracle",
    "```\nwe decided to use Oracle\n```",
    "`let's use x`",
    "2026-01-02 10:11:12 we will use port 80",
    "[12:00:01] let's use cache",
    "Error: we will use defaults",
    "// we decided to use a map here",
    "we use Postgres",
    "他们决定用 Oracle",
    "还没决定用什么",
    "如果决定用 Redis 就要改配置",
    "我们用的是 Postgres 吗？",
    "我们用户很多",
    "我们用过 Redis",
    "由你决定",
    "这是决定性因素",
    "要不要就用 SQLite？",
    "我們還沒決定",
    "どれにする？",
    "Postgresにするか迷っている",
    "もしPostgresに決めたら教えて",
    "大文字にする",
    "キャッシュを無効にする",
    "動くようにする",
    "彼らはOracleに決めた",
    "まだ採用していない",
    "採用担当に連絡して",
    "아직 결정하지 않았다",
    "어떻게 결정할까?",
    "그들이 Oracle로 결정했다",
    "Postgres로 할까요?",
    "그가 Oracle로 하자고 했다",
    "결정권은 팀장에게 있다",
  ])("not %p", (text) => {
    expect(stated(text)).toEqual([])
  })

  test("one sentence of several, whole", () => {
    expect(stated("Thanks. We'll use `pnpm` for this, e.g. in CI. Can you set it up?")).toEqual([
      "We'll use `pnpm` for this, e.g. in CI.",
    ])
  })

  test("a long sentence is kept from where it decides", () => {
    const [found] = stated(`${"the old code has many parts and more, ".repeat(10)}so we decided to use Rust`)
    expect(found).toBe("we decided to use Rust")
  })
})
