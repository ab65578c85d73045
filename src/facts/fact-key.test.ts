import { describe, expect, test } from "bun:test"
import { classKey, exactKey, foldFact, identityKey } from "./fact-key.ts"

describe("the exact key", () => {
  test.each([
    ["Use pnpm, not npm!", "use PNPM — not npm"],
    ["Use `pnpm` here", "Use “pnpm” here."],
    ["ＡＰＩ　docs", "api docs"],
    ["a\n b\t c", "a b c"],
    ["Straße e\u0301", "STRASSE É".replace("SS", "ß")],
  ])("%j is %j", (one, other) => expect(foldFact(one)).toBe(foldFact(other)))

  test.each([
    ["The offset is -1", "The offset is 1"],
    ["The limit is 5%", "The limit is 5"],
    ["Write scripts in C#", "Write scripts in C"],
    ["Write scripts in C++", "Write scripts in C"],
    ["Guards use a != b", "Guards use a = b"],
    ["Version 1.2", "Version 12"],
  ])("%j is not %j", (one, other) => expect(foldFact(one)).not.toBe(foldFact(other)))

  test("types stand apart", () => expect(exactKey("user", "x")).not.toBe(exactKey("project", "x")))
})

describe("the identity key", () => {
  test.each([
    ["Docs live at https://Example.com/docs/memory/#section", "reference:url:https://example.com/docs/memory"],
    ["Docs (see https://example.com/a).", "reference:url:https://example.com/a"],
    ["Dashboard: https://g.example.com:3000/d/abc?orgId=1", "reference:url:https://g.example.com:3000/d/abc?orgId=1"],
    ["Config path is `.opencode/opencode.json`.", "reference:path:.opencode/opencode.json"],
    ["The schema is in db/schema.sql", "reference:path:db/schema.sql"],
    ["The schema lives in ./db/ and is generated", "reference:path:./db"],
    ["Config: vite.config.ts at root", "reference:path:vite.config.ts"],
    ["迁移脚本位于 db/migrations/init.sql", "reference:path:db/migrations/init.sql"],
  ])("%s", (text, expected) => expect(identityKey("reference", text)).toBe(expected))

  test.each([
    "package.json pins zod to 4.2.1",
    "The scripts in package.json run on Node 22",
    "Note: package.json must have its keys sorted",
    "https://g.example.com/d/abc needs the VPN and a second factor",
    "The service uses Node.js with Express",
    "The runtime is: Node.js",
    "Access is: read/write",
    "The version is: 1.2.3",
    "Nothing that has an address",
  ])("only names or has none: %s", (text) => expect(identityKey("project", text)).toBeUndefined())

  test("only of things: decisions and wishes are told apart by their words", () => {
    for (const type of ["decision", "feedback", "user", "incident"])
      expect(identityKey(type, "Docs: https://example.com/a")).toBeUndefined()
    expect(classKey("decision", "Docs: https://example.com/a")).toBe("decision:docs https example com a")
  })
})
