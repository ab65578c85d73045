// What a shell command line really runs. Agents write `cd web && CI=1 timeout 60 npx vitest run 2>&1 | tail -5`; what matters is `vitest`.
import { basename } from "node:path"
import { type ShellCommand, splitLine, type Word } from "./shell-line.ts"

export interface RanCommand extends Omit<ShellCommand, "words"> {
  /** Base name of the program, or of the script that a package manager or interpreter runs. */
  readonly program: string
  /** `program` is the name of a script, so `test` is not the shell's own `test`. */
  readonly isScript: boolean
  readonly args: readonly Word[]
  readonly hasPath: boolean
  /** After `!`: its exit code is inverted. */
  readonly negated: boolean
  /** The package manager that runs it, with the flags it was given. */
  readonly runner?: { readonly program: string; readonly flags: readonly Word[] }
}

const MAX_NESTING = 3
/** More wrappers around one command than anybody writes. */
const MAX_WRAPPERS = 16

/** Its simple commands in the order they are written, without wrappers; those in `sh -c "…"` replace it. */
export function commandsIn(line: string, nesting = 0): RanCommand[] {
  return splitLine(line).flatMap((command) => ranBy(command, nesting))
}

/** Its pipelines as written, without quotes; those in `sh -c "…"` replace it. */
export function pipelinesIn(line: string, nesting = 0): string[] {
  const pipelines: string[] = []
  let isPiped = false
  for (const { words, connector } of splitLine(line)) {
    const [first, ...args] = words
    const script = nesting < MAX_NESTING ? shellScript(first, args) : undefined
    const texts = script === undefined ? [words.map(({ text }) => text).join(" ")] : pipelinesIn(script, nesting + 1)
    if (isPiped) pipelines.push([pipelines.pop(), ...texts].join(" | "))
    else pipelines.push(...texts)
    isPiped = connector === "|"
  }
  return pipelines
}

export function gitVerb(args: readonly Word[]): { verb: string; rest: readonly Word[] } {
  const at = afterFlags(args, 0, new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace"]))
  return { verb: args[at]?.text ?? "", rest: args.slice(at + 1) }
}

/** The position of the first word that is neither a flag nor the value of one. */
export function afterFlags(words: readonly Word[], from: number, valued: ReadonlySet<string>): number {
  let at = from
  while (words[at]?.text.startsWith("-")) {
    const flag = words[at]?.text as string
    if (flag === "--") return at + 1
    at += valued.has(flag) ? 2 : 1
  }
  return at
}

export function ranBy(command: ShellCommand, nesting = 0): RanCommand[] {
  const { words, isScript, runner } = unwrap(command.words)
  const [first, ...args] = words
  const script = isScript ? undefined : shellScript(first, args)
  if (script !== undefined && nesting < MAX_NESTING) return nestedIn(command, commandsIn(script, nesting + 1))
  const program = first && !ASSIGNMENT.test(first.text) ? basename(first.text) : ""
  if (program === "" && command.writes.length === 0) return []
  const { writes, connector, depth, hasInput } = command
  const negated = command.words[0]?.text === "!"
  const hasPath = first?.text.includes("/") === true
  const more = { ...(hasInput && { hasInput }), ...(runner && { runner }) }
  return [{ program, isScript, args, hasPath, writes, connector, depth, negated, ...more }]
}

export function nestedIn(outer: Omit<ShellCommand, "words">, inner: readonly RanCommand[]): RanCommand[] {
  return inner.map((command, at) => {
    const depth = outer.depth + 1 + command.depth
    if (at < inner.length - 1) return { ...command, depth }
    return { ...command, depth, connector: outer.connector, writes: [...command.writes, ...outer.writes] }
  })
}

function shellScript(first: Word | undefined, args: readonly Word[]): string | undefined {
  const shell = basename(first?.text ?? "")
  const isPower = /^(?:pwsh|powershell)(?:\.exe)?$/i.test(shell)
  if (!isPower && !/^(?:ba|z|da|k)?sh$/.test(shell)) return undefined
  const flag = args.findIndex(({ text }) => (isPower ? /^-c(?:ommand)?$/i : /^-[a-z]*c$/).test(text))
  if (flag < 0) return undefined
  // PowerShell takes all that follows, in quotes or not.
  const script = args.slice(flag + 1, isPower ? undefined : flag + 2)
  return script.length === 0 ? undefined : script.map(({ text }) => text).join(" ")
}

interface Wrapper {
  readonly valued?: ReadonlySet<string>
  /** Words of its own between its flags and the command. */
  readonly own?: number
}

const flags = (...names: string[]) => ({ valued: new Set(names) })
/** A table in which several names mean the same. */
export const sharedBy = <T>(names: string, what: T): Record<string, T> =>
  Object.fromEntries(names.split(" ").map((name) => [name, what]))
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: flags("-u", "-g", "-h", "-p", "-C", "-D"),
  doas: flags("-u", "-C"),
  env: flags("-u", "-C"),
  time: flags("-f", "-o"),
  timeout: { ...flags("-k", "-s"), own: 1 },
  nice: flags("-n"),
  ionice: flags("-c", "-n"),
  xargs: flags("-I", "-n", "-P", "-L", "-d", "-a", "-s"),
  npx: flags("-p", "--package", "-w", "--workspace"),
  ...sharedBy(
    "nohup setsid stdbuf command exec builtin bunx pnpx uvx rtk cross-env corepack xvfb-run unbuffer winpty dotenv fvm",
    {},
  ),
}

interface Runner extends Wrapper {
  /** Verbs that are followed by a program. */
  readonly programs?: readonly string[]
  /** Verbs that are followed by the name of a script. */
  readonly scripts?: readonly string[]
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: { programs: ["exec", "x"], scripts: ["run", "run-script"], ...flags("--prefix", "-C", "-w", "--workspace") },
  pnpm: { programs: ["exec", "dlx"], scripts: ["run"], ...flags("--filter", "-F", "-C", "--dir") },
  yarn: { programs: ["exec", "dlx"], scripts: ["run"], ...flags("--cwd") },
  bun: { programs: ["x"], scripts: ["run"], ...flags("--cwd", "--filter", "-F") },
  deno: { scripts: ["run", "task"], ...flags("--config", "-c") },
  composer: { programs: ["exec"], scripts: ["run", "run-script"] },
  mise: { programs: ["exec", "x"] },
  volta: { programs: ["run"], ...flags("--node", "--npm", "--yarn") },
  ...sharedBy("turbo nx lerna", { scripts: ["run"] }),
  ...sharedBy("bundle asdf rbenv pyenv", { programs: ["exec"] }),
  ...sharedBy("pipx pixi rye doppler coverage", { programs: ["run"] }),
  ...sharedBy("conda mamba", { programs: ["run"], ...flags("-n", "-p") }),
  ...sharedBy("uv poetry pipenv pdm hatch", {
    programs: ["run"],
    ...flags("--with", "--extra", "--group", "-p", "--python", "--env-file", "-C"),
  }),
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const KEYWORDS = new Set(["!", "{", "if", "then", "elif", "else", "while", "until", "do"])
const INTERPRETER = /^(?:node|tsx|ts-node|python[\d.]*|ruby|perl|php|(?:ba|z|da|k)?sh)$/
/** `php vendor/bin/phpunit` runs the tool, not a script of the project's. */
const INSTALLED = /(?:^|\/)(?:vendor|node_modules|\.?v?env)\/\.?(?:bin|Scripts)\/[^/]+$/
const INTERPRETER_FLAGS = new Set(["-r", "--require", "--import", "--loader", "--conditions", "-W", "-X", "-I", "-o"])

function unwrap(words: readonly Word[]): {
  words: readonly Word[]
  isScript: boolean
  runner: RanCommand["runner"]
} {
  let rest = words
  let runner: RanCommand["runner"]
  for (let peeled = 0; peeled < MAX_WRAPPERS; peeled++) {
    const command = commandAt(rest)
    if (command === undefined || command.at >= rest.length) break
    const program = basename(rest[0]?.text ?? "")
    if (Object.hasOwn(RUNNERS, program)) runner = { program, flags: rest.slice(1, command.at) }
    rest = rest.slice(command.at)
    if (command.isScript) return { words: rest, isScript: true, runner }
  }
  return { words: rest, isScript: false, runner }
}

/** Where the actual command begins, if the first words only set it up or wrap it. */
function commandAt(words: readonly Word[]): { at: number; isScript: boolean } | undefined {
  const [first] = words
  if (!first) return undefined
  if (KEYWORDS.has(first.text) && !first.quoted) return { at: 1, isScript: false }
  const assigned = words.findIndex(({ text }) => !ASSIGNMENT.test(text))
  if (assigned !== 0) return { at: assigned < 0 ? words.length : assigned, isScript: false }
  const program = basename(first.text)
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
  if (program === "command" && /^-[vV]$/.test(words[1]?.text ?? "")) return undefined
  if (wrapper) return { at: afterFlags(words, 1, wrapper.valued ?? new Set()) + (wrapper.own ?? 0), isScript: false }
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined
  if (runner) return ranAt(words, runner)
  return INTERPRETER.test(program) ? interpretedAt(words) : undefined
}

function ranAt(words: readonly Word[], runner: Runner): { at: number; isScript: boolean } | undefined {
  const valued = runner.valued ?? new Set<string>()
  const at = afterFlags(words, 1, valued)
  const verb = words[at]?.text ?? ""
  // `yarn workspace web test` is `yarn test` elsewhere.
  if (verb === "workspace") return { at: afterFlags(words, at + 2, valued), isScript: true }
  const isScript = runner.scripts?.includes(verb) === true
  if (!isScript && !runner.programs?.includes(verb)) return undefined
  return { at: afterFlags(words, at + 1, valued), isScript }
}

function interpretedAt(words: readonly Word[]): { at: number; isScript: boolean } | undefined {
  const at = afterFlags(words, 1, INTERPRETER_FLAGS)
  const options = words.slice(1, at).map(({ text }) => text)
  if (options.includes("--test")) return undefined
  const module = options.indexOf("-m")
  if (module >= 0) return { at: module + 2, isScript: false }
  // Code given as an argument has no name.
  if (options.some((option) => /^-[a-z]*[ce]$|^--(?:eval|print)$/.test(option))) return undefined
  return { at, isScript: !INSTALLED.test(words[at]?.text ?? "") }
}
