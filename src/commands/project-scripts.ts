// What a project's own scripts run, according to package.json and the Makefile: `npm run verify` is whatever they say.
import { jsonOf, recordAt } from "../model/fields.ts"
import { afterFlags, commandsIn, nestedIn, type RanCommand } from "./command.ts"

/** Names to command lines. */
export interface ProjectScripts {
  readonly npm: ReadonlyMap<string, string>
  readonly make: ReadonlyMap<string, string>
}

const MAX_NESTING = 4
const MAX_COMMANDS = 100
const MAX_LINES = 5000
const PACKAGE_MANAGERS = new Set(["npm", "pnpm", "yarn", "bun"])
/** `bun test` runs no script. */
const OWN_VERBS: Readonly<Record<string, string>> = { bun: "test" }
const MAKES = new Set(["make", "gmake", "just"])
const VALUED = new Set(["-C", "--dir", "--cwd", "--prefix", "--workspace", "--filter", "-F", "-w", "-f", "-j"])

/** Nearest file first: if two of them define a name, the first one counts. */
export function projectScripts(files: readonly { readonly name: string; readonly text: string }[]): ProjectScripts {
  const npm = files.filter(({ name }) => name === "package.json").flatMap(({ text }) => packageScripts(text))
  const make = files.filter(({ name }) => /^(?:[mM]akefile|justfile)$/.test(name))
  return { npm: firstOf(npm), make: firstOf(make.flatMap(({ name, text }) => recipes(text, name))) }
}

export function runsScript(line: string): boolean {
  return commandsIn(line).some((command) => scriptOf(command) !== undefined)
}

export function expanded(commands: readonly RanCommand[], scripts: ProjectScripts | undefined): RanCommand[] {
  const budget = { left: MAX_COMMANDS }
  return scripts ? commands.flatMap((command) => expandedOne(command, scripts, budget, [])) : [...commands]
}

/** A script that runs itself, or expands to too much, stays as it is. */
function expandedOne(
  command: RanCommand,
  scripts: ProjectScripts,
  budget: { left: number },
  open: readonly (readonly string[])[],
): RanCommand[] {
  const script = budget.left > 0 && open.length < MAX_NESTING ? scriptOf(command) : undefined
  if (!script) return [command]
  const names = [...new Set(script.names)]
  const keys = names.map((name) => `${script.from} ${name}`)
  const opened = new Set(open.flat())
  const line = names.flatMap((name) => scripts[script.from].get(name) ?? []).join(" && ")
  if (!line || keys.some((key) => opened.has(key))) return [command]
  const own = commandsIn(line)
  budget.left -= own.length
  const within = [...open, keys]
  const inner = budget.left < 0 ? [] : own.flatMap((one) => expandedOne(one, scripts, budget, within))
  const last = inner.at(-1)
  if (!last || budget.left < 0) return [command]
  // What follows the script's name is passed on to its last command.
  return nestedIn(command, [...inner.slice(0, -1), { ...last, args: [...last.args, ...script.args] }])
}

function scriptOf({ program, isScript, args, runner }: RanCommand) {
  const npm = (name: string, rest: RanCommand["args"]) =>
    ({ from: "npm", names: [name], args: rest[0]?.text === "--" ? rest.slice(1) : rest }) as const
  if (isScript) return runner && PACKAGE_MANAGERS.has(runner.program) ? npm(program, args) : undefined
  const first = afterFlags(args, 0, VALUED)
  const tasks = args.slice(first).map(({ text }) => text)
  const [name] = tasks
  if (MAKES.has(program)) return { from: "make", names: name === undefined ? [""] : tasks, args: [] } as const
  if (name === undefined || !PACKAGE_MANAGERS.has(program) || OWN_VERBS[program] === name) return undefined
  return npm(name, args.slice(first + 1))
}

type Named = readonly [string, string]

function firstOf(entries: readonly Named[]): ReadonlyMap<string, string> {
  return new Map([...entries].reverse())
}

export function packageScripts(text: string): Named[] {
  const scripts = Object.entries(recordAt(jsonOf(text), "scripts") ?? {})
  return scripts.flatMap(([name, run]) => (typeof run === "string" ? [[name, run] as const] : []))
}

/** A target's own lines, after those of its prerequisites; "" is what `make` alone makes. */
function recipes(text: string, name: string): Named[] {
  const runner = name === "justfile" ? "just" : "make"
  const found: { target: string; runs: string[] }[] = []
  for (const line of text.split("\n").slice(0, MAX_LINES)) {
    const [, target, needs = ""] = /^([\w.-]{1,80})(?:\s[^:=]{0,200})?:(?!=)([^#]*)/.exec(line) ?? []
    if (target !== undefined) {
      const needed = needs.split(/\s+/).filter((one) => /^[\w-]+$/.test(one))
      found.push({ target, runs: needed.map((one) => `${runner} ${one}`) })
    } else if (/^\s+\S/.test(line)) found.at(-1)?.runs.push(line.trim().replace(/^[@+-]+/, ""))
  }
  const made = found.filter(({ target, runs }) => !target.startsWith(".") && runs.length > 0)
  const entries = made.map(({ target, runs }) => [target, runs.join(" && ")] as const)
  return entries[0] ? [...entries, ["", entries[0][1]]] : []
}
