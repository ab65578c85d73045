// Reads the grounds for orders from a project's instruction files, package.json, Makefile and CI.
import { packageScripts } from "../../commands/project-scripts.ts"
import { foldCase } from "../../text/fold.ts"
import { type Grounds, oneCommand } from "./grounds.ts"
import { readStatements } from "./statement.ts"

interface NamedText {
  readonly name: string
  readonly text: string
}

const MAX_LINES = 5000

export function groundsIn(instructions: readonly string[], files: readonly NamedText[]): Grounds {
  const scripts = files.map(scriptsIn)
  return {
    statements: instructions.flatMap((text) => readStatements(text.split("\n"))),
    scripts: new Set(scripts.flatMap(({ named }) => named).map(oneCommand)),
    text: foldCase([...instructions, ...scripts.flatMap(({ runs }) => runs)].join("\n")).replace(/[^\S\n]+/g, " "),
  }
}

interface Scripts {
  /** As one would type them. */
  readonly named: readonly string[]
  /** What they run. */
  readonly runs: readonly string[]
}

function scriptsIn({ name, text }: NamedText): Scripts {
  if (name === "package.json") return packageLines(text)
  if (/\.ya?ml$/.test(name)) return workflowScripts(text)
  return makeTargets(text, /^justfile$/.test(name) ? "just" : "make")
}

const RUNNERS = ["npm run", "pnpm run", "pnpm", "yarn run", "yarn", "bun run", "npm"]
/** Verbs that npm runs without `run`. */
const OWN_VERBS = new Set(["test", "start", "stop", "restart"])

function packageLines(text: string): Scripts {
  const scripts = packageScripts(text)
  const named = scripts.flatMap(([name]) =>
    RUNNERS.filter((runner) => runner !== "npm" || OWN_VERBS.has(name)).map((runner) => `${runner} ${name}`),
  )
  return { named, runs: scripts.map(([, run]) => run) }
}

function makeTargets(text: string, runner: string): Scripts {
  const lines = text.split("\n").slice(0, MAX_LINES)
  const targets = lines.flatMap((line) => /^([\w.-]{1,80})(?:\s[^:=]{0,200})?:(?!=)/.exec(line)?.[1] ?? [])
  return { named: targets.map((target) => `${runner} ${target}`), runs: lines.filter((line) => /^\s+\S/.test(line)) }
}

/** The `run:` lines, and the block below one. */
function workflowScripts(text: string): Scripts {
  const runs: string[] = []
  let inside = -1
  for (const line of text.split("\n").slice(0, MAX_LINES)) {
    const indent = line.length - line.trimStart().length
    const [, key, rest = ""] = /^\s*(?:- )?(run|script):\s*(.*)$/.exec(line) ?? []
    if (key) {
      inside = indent
      if (!/^[|>]?[-+]?\s*$/.test(rest)) runs.push(rest)
    } else if (inside >= 0 && line.trim() !== "") {
      if (indent > inside) runs.push(line.trim().replace(/^- /, ""))
      else inside = -1
    }
  }
  return { named: runs, runs }
}
