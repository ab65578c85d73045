// The import rules: which folder may know which. They keep the pure core pure and everything above the host ignorant of it.
import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"

const SRC = join(import.meta.dir, "../../src")

/** The pure rooms, lowest first: each may import those before it. */
const PURE = [
  "text",
  "search",
  "redaction",
  "model",
  "commands",
  "requests",
  "facts",
  "window",
  "session",
  "prompt",
  "compaction",
  "background",
]
const upTo = (room: string) => PURE.slice(0, PURE.indexOf(room))

/** What those may import that put the parts to use. */
const ACTING = [...PURE, "intake", "store", "past", "type:app.ts"]

/** A room (or file) of src, what of src it may import, and which packages. `type:x` allows only types. */
const RULES: Record<string, { src: string[]; npm: string[]; node: boolean }> = {
  ...Object.fromEntries(PURE.map((room) => [room, { src: upTo(room), npm: [], node: false }])),
  model: { src: upTo("model"), npm: ["zod", "yaml", "jsonc-parser"], node: false },
  prompt: { src: upTo("prompt"), npm: ["tokenx"], node: false },
  commands: { src: [...upTo("commands"), "type:session"], npm: [], node: false },
  platform: { src: ["model/deadline.ts"], npm: [], node: true },
  store: { src: ["text", "model", "platform"], npm: [], node: true },
  past: { src: ["text", "redaction", "model", "platform", "search"], npm: [], node: true },
  intake: { src: [...PURE, "store", "type:app.ts"], npm: [], node: false },
  moving: { src: [...PURE, "platform", "intake", "store", "type:app.ts"], npm: ["jsonc-parser"], node: true },
  flows: { src: [...ACTING, "moving/other-memories.ts"], npm: [], node: false },
  operations: { src: [...ACTING, "moving", "setup"], npm: ["zod"], node: false },
  "surfaces/tools": { src: ["text", "model", "operations", "type:app.ts"], npm: ["zod"], node: false },
  setup: { src: ["model", "platform"], npm: ["jsonc-parser"], node: true },
  doctor: {
    src: [
      "model",
      "platform",
      "redaction",
      "setup",
      "store",
      "text",
      "intake/shown-conflicts.ts",
      "operations/place-in-prompt.ts",
      "type:app.ts",
    ],
    npm: [],
    node: true,
  },
  "surfaces/cli": {
    src: [
      "text",
      "model",
      "platform",
      "operations",
      "setup",
      "doctor",
      "moving",
      "store",
      "flows/generated-lists.ts",
      "type:app.ts",
    ],
    npm: ["zod"],
    node: true,
  },
  host: {
    src: [
      "text",
      "model",
      "platform",
      "flows",
      "operations",
      "surfaces/tools",
      "type:window",
      "type:compaction",
      "type:session",
      "store/settings-file.ts",
      "app.ts",
    ],
    npm: ["type:@opencode-ai/plugin", "type:@opencode-ai/sdk"],
    node: true,
  },
  "app.ts": { src: ["text", "model", "platform", "redaction", "session", "store", "past"], npm: [], node: true },
  "cli.ts": { src: ["model", "platform", "surfaces/cli", "store/settings-file.ts", "app.ts"], npm: [], node: false },
  "server.ts": { src: ["host"], npm: ["type:@opencode-ai/plugin"], node: false },
}

/** Pure, though from `node:`: hashing, joining paths, bytes. */
const PURE_NODE = new Set(["node:crypto", "node:path", "node:buffer"])

/** Who may open a file: the store for its own, `outside-file.ts` for every other. The rest of the house asks one of them. */
const OPENERS = new Set([
  "platform/anchored-dir.ts",
  "platform/durable-file.ts",
  "platform/file-users.ts",
  "platform/log.ts",
  "platform/outside-file.ts",
  "platform/sqlite.ts",
  "store/git/notes-repository.ts",
  "store/git/pending-changes.ts",
  "store/notes/written-marks.ts",
])
const OPENING =
  /^(?:open|opendir|readFile|readv?|readlink|cp|copyFile|appendFile|createReadStream|openAsBlob)(?:Sync)?$/

/** Who follows a link, in how many places: to the user's own files, to files that a person names, and to git's own, which no clone brings. */
const LINK_FOLLOWERS = {
  "moving/moved-settings.ts": 1,
  "moving/store-archive.ts": 1,
  "operations/memory-status.ts": 1,
  "platform/repository.ts": 2,
  "setup/host-config.ts": 1,
  "store/instruction-files.ts": 2,
  "store/settings-file.ts": 1,
  "surfaces/cli/commands.ts": 1,
  "surfaces/cli/doctor-command.ts": 1,
  "surfaces/cli/left-places.ts": 1,
  "surfaces/cli/setup-command.ts": 1,
}

/** `import fs = require("fs")` does not compile here. */
const IN_PASSING =
  /\bBun\.(?:file|mmap)\b|\b(?:import|require|getBuiltinModule)\(\s*["'`](?:node:)?fs(?:\/promises)?["'`]|\bgetBuiltinModule\b|\bcreateRequire\b/g

/** The ways in which a text opens a file that it may not open. */
export function openingsIn(file: string, text: string): string[] {
  if (OPENERS.has(file)) return []
  const byName = namesFrom(text, FS).filter((name) => OPENING.test(name) || name === "*")
  const inPassing = text.match(IN_PASSING) ?? []
  return [...byName, ...inPassing].map((what) => `${file} opens files: ${what}`)
}

/**
 * Who changes files, and of what. A note is changed by a change-set, which checks what is there, keeps what disappears and says in history why.
 * Whoever else changes something below the memory folder says at its beginning why it cannot be one.
 */
const CHANGERS: Record<string, "memory" | "notes" | "own" | "outside"> = {
  "app.ts": "own",
  "doctor/store-checks.ts": "own",
  "moving/moved-settings.ts": "outside",
  "moving/restore-store.ts": "own",
  "moving/store-archive.ts": "outside",
  "moving/write-outside.ts": "outside",
  "past/past-index.ts": "own",
  "setup/host-config.ts": "outside",
  "setup/setup-record.ts": "own",
  "store/erasure/erase-words.ts": "memory",
  "store/erasure/history-erasure.ts": "own",
  "store/git/heal.ts": "own",
  "store/git/notes-repository.ts": "own",
  "store/git/pending-changes.ts": "own",
  "store/lock/write-lock.ts": "own",
  "store/notes/generated-files.ts": "memory",
  "store/notes/note-files.ts": "notes",
  "store/notes/person-decisions.ts": "memory",
  "store/notes/seed-notes.ts": "memory",
  "store/notes/written-marks.ts": "own",
  "store/own-folder.ts": "own",
  "store/projects/project-changes.ts": "memory",
  "store/projects/project-files.ts": "memory",
  "store/tables/opening-mark.ts": "own",
  "store/tables/state-db.ts": "own",
  "store/tables/tool-outputs.ts": "own",
  "surfaces/cli/edit-note.ts": "outside",
}
const CHANGING = /^(?:rename|rm|rmdir|unlink|writeFile|appendFile|truncate|link|symlink|cp|copyFile)(?:Sync)?$/
const CHANGING_DURABLY = /^(?:replaceFile|stageFile|placeStaged|discardStaged|removeFile|moveFile)$/

/** What a text takes from a module, by its names there; `*` for all of it. */
function namesFrom(text: string, module: string): string[] {
  const imports = [...text.matchAll(new RegExp(`^\\s*(?:import|export) ([^"';]*?) from "${module}"`, "gm"))]
  return imports.flatMap(([, what = ""]) => {
    if (what.startsWith("type ")) return []
    const [, before = "", names = ""] = /^([^{]*)(?:\{([^}]*)\})?$/.exec(what) ?? []
    const single = names.split(",").flatMap((name) => name.trim().split(" as ")[0] || [])
    const isWhole = before.trim() !== "" || single.some((name) => name === "promises" || name === "default")
    return [...(isWhole ? ["*"] : []), ...single.filter((name) => !name.startsWith("type "))]
  })
}

const FS = "(?:node:)?fs(?:/promises)?"

export function changesFiles(text: string): boolean {
  return (
    namesFrom(text, FS).some((name) => CHANGING.test(name) || name === "*") ||
    namesFrom(text, "[./]*(?:/platform)?/durable-file.ts").some((name) => CHANGING_DURABLY.test(name))
  )
}

const MAX_FUNCTION = 80
const MAX_INNER = 50
/** The line on which the body of a function begins, outside a text of several lines. */
const BODY =
  /^( *)(?!.*`[^`]*$)(?!(?:\} )?(?:else |export )?(?:if|for|while|switch|catch|class)\b)(?=.*(?:\)|=>)).*[^=] \{$/

/** The functions of a text that are too long, by the line on which their body begins; the formatter puts its end below that line's beginning. */
export function tooLong(text: string): string[] {
  const lines = text.split("\n")
  return lines
    .filter((head, at) => {
      const indent = BODY.exec(head)?.[1]
      if (indent === undefined) return false
      const end = lines.findIndex((line, n) => n > at && line.startsWith(`${indent}}`))
      return end - at + 1 > (indent === "" ? MAX_FUNCTION : MAX_INNER)
    })
    .map((head) => head.trim())
}

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
    expect(fault("prompt/x.ts", "node:fs")).toContain("no I/O")
    expect(fault("prompt/x.ts", "../store/layout.ts")).toContain("may not import store/layout.ts")
    expect(fault("flows/x.ts", "../host/v1/plugin.ts")).toContain("may not import")
    expect(fault("flows/x.ts", "../app.ts")).toContain("may not import app.ts")
    expect(fault("flows/x.ts", "../app.ts", true)).toBeUndefined()
    expect(fault("host/v1/x.ts", "@opencode-ai/plugin")).toContain("package")
    expect(fault("platform/x.ts", "bun:sqlite")).toContain("bun:")
    expect(fault("store/x.ts", "lodash")).toContain("package")
    expect(fault("surfaces/cli/x.ts", "../tools/tools.ts")).toContain("may not import surfaces/tools")
    expect(fault("surfaces/tools/x.ts", "yaml")).toContain("package")
    expect(fault("host/v1/x.ts", "../../surfaces/cli/run-cli.ts")).toContain("may not import")
  })

  test("only the store opens its files, and one reader every other", () => {
    const textOf = (file: string) => readFileSync(join(SRC, file), "utf8")
    expect(sources.flatMap((file) => openingsIn(file, textOf(file)))).toEqual([])
    expect([...OPENERS].filter((file) => openingsIn(`elsewhere/${file}`, textOf(file)).length === 0)).toEqual([])
    const clever = [
      'import { lstat, readFile } from "node:fs/promises"',
      'import {\n  lstatSync,\n  readFileSync as look,\n} from "node:fs"',
      'import * as fs from "node:fs"',
      'import fs from "fs"',
      'const { readFile } = await import("node:fs/promises")',
      "Bun.file(path).text()",
      'import { promises as fs } from "node:fs"',
      'import { lstatSync, default as fs } from "node:fs"',
      'import fs, { lstatSync } from "node:fs"',
      'export { readFile } from "node:fs/promises"',
      'export * from "node:fs"',
      'process.getBuiltinModule("fs").readFileSync(path)',
      "const { getBuiltinModule: get } = process",
      'import { createRequire } from "node:module"',
      "await import('node:fs')",
    ]
    expect(clever.filter((text) => openingsIn("app.ts", text).length === 0)).toEqual([])
    expect(
      openingsIn("app.ts", 'import type { Stats } from "node:fs"\nimport { lstat } from "node:fs/promises"'),
    ).toEqual([])
  })

  test("notes change by change-sets, and who else changes files is known", () => {
    const textOf = (file: string) => readFileSync(join(SRC, file), "utf8")
    const found = sources.filter((file) => !file.startsWith("platform/") && changesFiles(textOf(file)))
    expect(found.toSorted()).toEqual(Object.keys(CHANGERS).toSorted())
    const ofMemory = Object.keys(CHANGERS).filter((file) => CHANGERS[file] === "memory")
    const header = (file: string) => /^(?:\/\/.*\n)+/.exec(textOf(file))?.[0].replaceAll(/\n\/\/ /g, " ") ?? ""
    expect(ofMemory.filter((file) => !/ [Nn]o(?:t a)? change-set/.test(header(file)))).toEqual([])
    const changing = [
      'import { rm } from "node:fs/promises"',
      'import {\n  lstat,\n  rename as move,\n} from "node:fs/promises"',
      'import * as fs from "node:fs"',
      'import { replaceFile } from "../../platform/durable-file.ts"',
      'import { readFileBelow, removeFile } from "./durable-file.ts"',
    ]
    expect(changing.filter((text) => !changesFiles(text))).toEqual([])
    const reading = [
      'import { lstat } from "node:fs/promises"',
      'import { readFileBelow } from "../platform/durable-file.ts"',
    ]
    expect(reading.filter(changesFiles)).toEqual([])
  })

  test("a link is followed only where no repository can have put it", () => {
    const FOLLOWING = /links: "own"(?! \|)|, "own"\)|\? "own"/g
    const followers = sources
      .map((file) => [file, readFileSync(join(SRC, file), "utf8").match(FOLLOWING)?.length])
      .filter(([, count]) => count !== undefined)
    expect(Object.fromEntries(followers)).toEqual(LINK_FOLLOWERS)
  })

  test("text counts as clean only by the one file that cleans it", () => {
    const CAST = /\bas (?:CleanText|Clean<|Keepable<)/
    expect(sources.filter((file) => CAST.test(readFileSync(join(SRC, file), "utf8")))).toEqual([
      "redaction/clean-text.ts",
    ])
  })

  test("SQL names its columns: a newer Cairn may have added some, and a damaged name may be no text", () => {
    const nameless = /\bSELECT\s+(?:\w+\.)?\*|\bINTO\s+\w+\s+(?:VALUES|SELECT)\b/i
    expect(sources.filter((file) => nameless.test(readFileSync(join(SRC, file), "utf8")))).toEqual([])
    const careless = ["SELECT * FROM note", "SELECT n.* FROM note n", "INSERT INTO note VALUES (?)"]
    expect(careless.filter((sql) => !nameless.test(sql))).toEqual([])
  })

  test("an answer races with a timer in one place", () => {
    const racing = sources.filter((file) => readFileSync(join(SRC, file), "utf8").includes("Promise.race("))
    expect(racing).toEqual(["model/deadline.ts"])
  })

  test("a file name says one thing: none occurs twice but in the twin hosts", () => {
    const names = sources.filter((file) => !/^host\/v[12]\//.test(file)).map((file) => basename(file))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test("an exported name says one thing: none is defined twice, but once in each of the twin hosts", () => {
    const DEFINED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
    const places = new Map<string, string[]>()
    for (const file of sources) {
      const names = [...readFileSync(join(SRC, file), "utf8").matchAll(DEFINED)].map(([, name]) => `${name}`)
      for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), file])
    }
    expect(places.size).toBeGreaterThan(500)
    const isOfTwins = (files: readonly string[]) => /^host\/v1\/\S+ host\/v2\/\S+$/.test(files.toSorted().join(" "))
    expect([...places].filter(([, files]) => files.length > 1 && !isOfTwins(files))).toEqual([])
  })

  /** The universal failure of this field is the factory that grows with every feature. A class may be longer than its methods. */
  test("no function is longer than a screen and a half, and no method or function within one than a screen", () => {
    const long = sources.flatMap((file) => tooLong(readFileSync(join(SRC, file), "utf8")).map((head) => [file, head]))
    expect(long).toEqual([])
    const body = (lines: number, indent = "") => `${`${indent}  work()\n`.repeat(lines - 2)}${indent}}`
    expect(tooLong(`export function grown(\n  one: One,\n): Promise<void> {\n${body(81)}`)).toHaveLength(1)
    expect(tooLong(`function grown({ one }: Given) {\n${body(80)}`)).toEqual([])
    const heads = [
      "  private async grown(one: One): Promise<void> {",
      "  function* grown() {",
      "  const grown = async (one: One) => {",
      "  return new Promise((resolve) => {",
      "  get grown(): One | undefined {",
    ]
    for (const head of heads) {
      expect(tooLong(`export class Grown {\n${head}\n${body(51, "  ")}\n}`)).toEqual([head.trim()])
      expect(tooLong(`export class Grown {\n${head}\n${body(50, "  ")}\n${head}\n${body(50, "  ")}\n}`)).toEqual([])
    }
    expect(tooLong(`const TABLE = {\n${body(200)}\nexport class Grown extends (Base) {\n${body(200)}`)).toEqual([])
  })

  test("only the entry has a default export, and nothing is called utils", () => {
    const withDefault = sources.filter((file) => /^export default/m.test(readFileSync(join(SRC, file), "utf8")))
    expect(withDefault).toEqual(["server.ts"])
    expect(sources.filter((file) => /(utils?|helpers?|manager|service|common|misc)\.ts$/.test(file))).toEqual([])
  })
})
