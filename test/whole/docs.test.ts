// Docs that cannot lie: generated pages are current, everything a person can set or call is described, and links lead somewhere.
import { describe, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { generated } from "../../scripts/reference.ts"
import { SETTINGS } from "../../src/model/settings.ts"
import { isFor } from "../../src/operations/operation.ts"
import { operations } from "../../src/operations/registry.ts"
import { allCommands } from "../../src/surfaces/cli/commands.ts"

const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "THIRD-PARTY.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
]
const text = (page: string) => readFileSync(page, "utf8")

describe("docs", () => {
  test("the reference and the third-party notices are up to date (npm run reference)", () => {
    for (const [path, expected] of Object.entries(generated())) expect(text(path)).toBe(expected)
  })

  test("every tool, every command and every setting is documented", () => {
    for (const name of allCommands().keys()) expect(text("docs/reference/commands.md")).toContain(`## ${name}\n`)
    for (const { name } of operations.filter(isFor("agent")))
      expect(text("docs/reference/tools.md")).toContain(`## ${name}\n`)
    for (const name of Object.keys(SETTINGS)) expect(text("docs/reference/settings.md")).toContain(`\`${name}\``)
    expect(text("docs/reference/tools.md")).toContain("/memory-flush")
    for (const { summary } of operations) expect(summary.length).toBeLessThan(160)
  })

  test("the README is short, honest and leads to the rest", () => {
    const readme = text("README.md")
    expect(readme.split("\n").length).toBeLessThanOrEqual(150)
    expect(readme).toMatch(/when not to use it/i)
    expect(readme).toContain("npm ci && npm test")
    expect(readme).toContain("npm ci && npm run demo")
    for (const page of [
      "docs/guide.md",
      "docs/how-it-works.md",
      "docs/reference/tools.md",
      "docs/reference/commands.md",
      "docs/reference/settings.md",
      "docs/benchmarks.md",
    ])
      expect(readme).toContain(page)
  })

  const links = pages.flatMap((page) =>
    [...text(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => ({
      page,
      target: join(dirname(page), match[1] as string),
    })),
  )

  test("every link to a file leads to a file", () => {
    expect(links.filter(({ target }) => !existsSync(target))).toEqual([])
  })

  test("what the package brings along links only to what it brings along", () => {
    const { files } = JSON.parse(text("package.json")) as { files: string[] }
    const isPacked = (path: string) => files.some((entry) => path === entry || path.startsWith(`${entry}/`))
    expect(links.filter(({ page, target }) => isPacked(page) && !isPacked(target))).toEqual([])
  })
})
