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

function foldersIn(place: string): string[] {
  const entries = readdirSync(place, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map(({ name }) => name).sort()
}

/** Files and folders that a row of a table names and that are not there. A bare name is in the folder named before it, or at the top. */
function strayNames(row: string): string[] {
  if (!row.startsWith("| ")) return []
  let folder = ""
  return [...row.matchAll(/`(?=[\w-])((?:[\w-]+\/)*)([\w-]+\.ts)?`/g)].flatMap(([, path = "", file = ""]) => {
    const place = path.replace(/^src\//, "")
    const isThere = (one: string) => existsSync(join("src", one))
    if (isThere(place + file) && place !== "") folder = place
    return isThere(place + file) || isThere(folder + place + file) ? [] : [folder + place + file]
  })
}

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

  test("the maps of the code name every room, and no file or folder that is elsewhere", () => {
    const map = text("docs/how-it-works.md").split("\n")
    const section = /## Where things are\n([\s\S]*?)\n## /.exec(text("CONTRIBUTING.md"))?.[1] ?? ""
    const short = section.replace(/`src\/(\w+)`/g, "`$1/`").split("\n")
    for (const rows of [map, short]) {
      const isNamed = (folder: string) => rows.some((row) => row.startsWith("| `") && row.includes(`\`${folder}/\``))
      expect([...foldersIn("src"), ...foldersIn("src/store")].filter((folder) => !isNamed(folder))).toEqual([])
    }
    expect([...map, ...short].flatMap(strayNames)).toEqual([])
    expect(strayNames("| x | `src/prompt/prefix.ts`, `gate.ts` |")).toEqual(["prompt/gate.ts"])
    expect(strayNames("| `store/` | `notes/`, `notebooks/` |")).toEqual(["store/notebooks/"])
  })

  test("the picture names every room on the way from a hook to a file, and the size of the prefix", () => {
    const picture = text("docs/how-it-works.svg")
    const isNamed = (room: string) => new RegExp(`>[^<]*\\b${room}\\b`).test(picture)
    expect(foldersIn("src").filter((room) => !isNamed(room))).toEqual(["doctor", "setup"])
    expect(picture).toContain(`at most ${SETTINGS.prefixBudget.fallback.toLocaleString("en")} characters`)
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
