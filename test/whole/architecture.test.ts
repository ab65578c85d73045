// The import rules: which folder may know which. They keep the pure core pure and everything above the host ignorant of it.
import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

const SRC = join(import.meta.dir, "../../src")

/** What those may import that put the parts to use. */
const ACTING = [
  "model",
  "capture",
  "recall",
  "context",
  "session",
  "intake",
  "store",
  "history",
  "sessions.ts",
  "type:app.ts",
]

/** A folder (or file) of src, what of src it may import, and which packages. `type:x` allows only types. */
const RULES: Record<string, { src: string[]; npm: string[]; node: boolean }> = {
  model: { src: [], npm: ["zod", "yaml", "jsonc-parser"], node: false },
  platform: { src: [], npm: [], node: true },
  session: { src: ["model"], npm: [], node: false },
  capture: { src: ["model", "type:session"], npm: [], node: false },
  recall: { src: ["model", "session", "context"], npm: [], node: false },
  context: { src: ["model", "session", "capture"], npm: [], node: false },
  lock: { src: ["model", "platform"], npm: [], node: true },
  history: { src: ["model", "platform", "lock"], npm: [], node: true },
  store: { src: ["model", "platform", "lock", "history"], npm: [], node: true },
  intake: {
    src: ["model", "capture", "recall", "session", "store", "sessions.ts", "type:app.ts"],
    npm: [],
    node: false,
  },
  flows: { src: ACTING, npm: [], node: false },
  operations: { src: ACTING, npm: ["zod"], node: false },
  "sessions.ts": { src: ["model", "session", "context"], npm: [], node: false },
  "surfaces/tools": { src: ["model", "operations", "type:app.ts"], npm: ["zod"], node: false },
  "surfaces/cli": { src: ["model", "operations", "type:app.ts"], npm: ["zod", "citty"], node: true },
  host: {
    src: ["model", "platform", "flows", "operations", "surfaces/tools", "type:context", "type:session", "app.ts"],
    npm: ["type:@opencode-ai/plugin", "type:@opencode-ai/sdk"],
    node: true,
  },
  "app.ts": {
    src: ["model", "platform", "capture", "session", "store", "history", "sessions.ts"],
    npm: [],
    node: true,
  },
  "cli.ts": { src: ["platform", "surfaces/cli", "app.ts"], npm: [], node: false },
  "server.ts": { src: ["host"], npm: ["type:@opencode-ai/plugin"], node: false },
}

/** Pure, though from `node:`: hashing, joining paths, bytes. */
const PURE_NODE = new Set(["node:crypto", "node:path", "node:buffer"])

interface Import {
  readonly file: string
  readonly target: string
  readonly typeOnly: boolean
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), "utf8")
  const found = [...text.matchAll(/^(?:import|export) (type )?(?:[^"';]*? from )?"([^"]+)"|import\("([^"]+)"\)/gm)]
  return found.map(([, type, target, lazy]) => ({
    file,
    target: (target ?? lazy) as string,
    typeOnly: type !== undefined,
  }))
}

/** The surfaces do not know each other. */
function ownerOf(path: string): string {
  const [top = "", inner = ""] = path.split("/")
  return top === "surfaces" ? `${top}/${inner}` : top
}

export function faultOf({ file, target, typeOnly }: Import): string | undefined {
  const owner = ownerOf(file)
  const rule = RULES[owner]
  if (!rule) return `${file}: no rule for "${owner}"`
  const allows = (list: string[], name: string) =>
    list.some((entry) => entry === name || (typeOnly && entry === `type:${name}`))
  if (target.startsWith("bun:")) return `${file} imports ${target}: the desktop app has no bun: modules`
  if (target.startsWith("node:"))
    return rule.node || PURE_NODE.has(target) ? undefined : `${file} may do no I/O, but imports ${target}`
  if (!target.startsWith("."))
    return allows(rule.npm, target) ? undefined : `${file} may not import the package ${target}`
  if (!target.endsWith(".ts")) return `${file} imports ${target} without its ending`
  const path = normalize(join(dirname(file), target))
  if (ownerOf(path) === owner || allows(rule.src, ownerOf(path)) || allows(rule.src, path)) return undefined
  return `${file} may not import ${path}`
}

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
)

describe("architecture", () => {
  test("every import follows the rules", () => {
    expect(sources.length).toBeGreaterThan(40)
    expect(sources.flatMap(importsOf).map(faultOf).filter(Boolean)).toEqual([])
  })

  test("the rules can fail", () => {
    const fault = (file: string, target: string, typeOnly = false) => faultOf({ file, target, typeOnly })
    expect(fault("recall/x.ts", "node:fs")).toContain("no I/O")
    expect(fault("recall/x.ts", "../store/notes.ts")).toContain("may not import store/notes.ts")
    expect(fault("flows/x.ts", "../host/v1/plugin.ts")).toContain("may not import")
    expect(fault("flows/x.ts", "../app.ts")).toContain("may not import app.ts")
    expect(fault("flows/x.ts", "../app.ts", true)).toBeUndefined()
    expect(fault("host/v1/x.ts", "@opencode-ai/plugin")).toContain("package")
    expect(fault("platform/x.ts", "bun:sqlite")).toContain("bun:")
    expect(fault("store/x.ts", "lodash")).toContain("package")
    expect(fault("surfaces/cli/x.ts", "../tools/tools.ts")).toContain("may not import surfaces/tools")
    expect(fault("surfaces/tools/x.ts", "citty")).toContain("package")
    expect(fault("host/v1/x.ts", "../../surfaces/cli/run-cli.ts")).toContain("may not import")
  })

  test("only the entry has a default export, and nothing is called utils", () => {
    const withDefault = sources.filter((file) => /^export default/m.test(readFileSync(join(SRC, file), "utf8")))
    expect(withDefault).toEqual(["server.ts"])
    expect(sources.filter((file) => /(utils?|helpers?|manager|service|common|misc)\.ts$/.test(file))).toEqual([])
  })
})
