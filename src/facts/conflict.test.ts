import { describe, expect, test } from "bun:test"
import { conflictBetween } from "./conflict.ts"

const between = (one: string, other: string, type = "decision") =>
  conflictBetween({ type, text: one }, { type, text: other })

describe("facts that contradict each other", () => {
  test.each([
    ["number", "The request timeout is 30 seconds", "The request timeout is 60 seconds"],
    ["number", "The client retries 3 times", "The client retries 5 times"],
    ["number", "Keep 30 days of logs", "Keep 90 days of logs"],
    ["number", "The staging database is on port 5433", "The staging database is on port 5434"],
    ["number", "请求超时时间是30秒", "请求超时时间是60秒"],
    ["value", "The default branch is main", "The default branch is develop"],
    ["value", "User prefers tabs", "User prefers spaces"],
    ["value", "Use pnpm for installs", "Use npm for installs"],
    ["value", "Always answer in German", "Always answer in French"],
    ["value", "The database is Postgres", "the database is SQLite."],
    ["value", "默认分支是 main", "默认分支是 develop"],
    ["negation", "Use semicolons in TypeScript", "Never use semicolons in TypeScript"],
    ["negation", "Squash commits before merging", "Don't squash commits before merging"],
    ["negation", "Use pnpm, never npm", "Use npm, never pnpm"],
    ["negation", "提交前运行测试", "提交前不运行测试"],
  ])("%s: %s / %s", (kind, one, other) => {
    expect(between(one, other)).toBe(kind as "value")
    expect(between(other, one)).toBe(kind as "value")
  })
})

describe("facts that may both hold", () => {
  test.each([
    ["The project uses React", "The project uses Redux"],
    ["The API docs are in the wiki", "The CLI docs are in the wiki"],
    ["I prefer tabs in Python", "I prefer tabs in Go"],
    ["The user maintains the worker 6 on weekends", "The user maintains the worker 8 on weekends"],
    ["Port 3000 is for the web server", "Port 3001 is for the API"],
    ["Port 3000 is open", "Port 3001 is open"],
    ["Run the unit tests in Docker", "Run the linter before every push"],
    ["Use pnpm for installs", "use PNPM for installs!"],
    ["Use pnpm", "Use pnpm for installs in all packages of the workspace"],
    [
      "Parser supports 3 formats: HTML comment, Markdown section, legacy XML",
      "Parser supports 4 formats: plain text label, Markdown section, legacy section name, legacy XML",
    ],
  ])("%s / %s", (one, other) => expect(between(one, other)).toBeUndefined())

  test("of two types", () => {
    const project = { type: "project", text: "The default theme is dark" }
    expect(conflictBetween(project, { type: "feedback", text: "The default theme is light" })).toBeUndefined()
    // Unless a thing has one of them only.
    const user = { type: "user", text: "User prefers tabs" }
    expect(conflictBetween(user, { type: "feedback", text: "User prefers spaces" })).toBe("changed")
  })

  test("with two addresses", () => {
    expect(between("Docs are at https://a.example/1", "Docs are at https://a.example/2", "reference")).toBeUndefined()
  })
})
