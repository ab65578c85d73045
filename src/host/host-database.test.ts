import { expect, test } from "bun:test"
import { hostDatabase } from "./host-database.ts"

test("one database has one name, however the host is configured with it", () => {
  const usual = hostDatabase("opencode-1", {}, "/home/u")
  expect(usual).toMatch(/^[0-9a-f]{12}$/)
  expect(hostDatabase("opencode-1", { XDG_DATA_HOME: "/home/u/.local/share" }, "/elsewhere")).toBe(usual)
  expect(hostDatabase("opencode-1", { OPENCODE_DB: "opencode.db" }, "/home/u")).toBe(usual)
  expect(hostDatabase("opencode-1", { OPENCODE_DB: "/home/u/.local/share/opencode/opencode.db" }, "/x")).toBe(usual)
})

test("another generation, data folder, file or memory is another database", () => {
  const names = [
    hostDatabase("opencode-1", {}, "/home/u"),
    hostDatabase("opencode-2", {}, "/home/u"),
    hostDatabase("opencode-1", {}, "/home/v"),
    hostDatabase("opencode-1", { XDG_DATA_HOME: "/data" }, "/home/u"),
    hostDatabase("opencode-1", { OPENCODE_DB: "other.db" }, "/home/u"),
    hostDatabase("opencode-1", { OPENCODE_DB: ":memory:" }, "/home/u"),
  ]
  expect(new Set(names).size).toBe(names.length)
  expect(hostDatabase("opencode-1", { OPENCODE_DB: ":memory:" }, "/home/u")).toBe(names.at(-1)!)
})
