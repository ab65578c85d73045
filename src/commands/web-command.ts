// Whether a shell command line reads what strangers can write: by the programs it runs, wrapped, nested or substituted. A script that fetches
// by itself cannot be known by its name.
import { afterFlags, commandsIn, gitVerb, type RanCommand } from "./command.ts"
import { splitLine, type Word } from "./shell-line.ts"
import { isLoopback } from "./web-address.ts"

const MAX_NESTING = 3

export function fetchesWeb(line: string, nesting = 0): boolean {
  if (commandsIn(line).some(fetches)) return true
  if (nesting === MAX_NESTING) return false
  return splitLine(line).some(({ words }) =>
    words.some((word) => {
      const inner = substituted(word)
      return inner !== undefined && fetchesWeb(inner, nesting + 1)
    }),
  )
}

/** What the shell runs to get at a word, and some of what follows. */
function substituted({ text, plain }: Word): string | undefined {
  // In single quotes only a script for another shell has any, and a backtick is mostly prose.
  const at = text.search(plain ? /\$\(/ : /[(`]/)
  return at < 0 ? undefined : text.slice(at + (plain ? 2 : 1)).replaceAll("`", " ; ")
}

const BROWSERS = new Set(
  "http https xh curlie aria2c lynx w3m links elinks ddgr googler iwr irm invoke-webrequest invoke-restmethod".split(
    " ",
  ),
)
const REGISTRIES: Readonly<Record<string, readonly string[]>> = {
  npm: ["view", "info", "show", "v", "search", "s", "find"],
  pnpm: ["view", "info", "show", "search"],
  yarn: ["info", "npm"],
  bun: ["info"],
  cargo: ["search", "info"],
  gem: ["search"],
  brew: ["info", "search"],
  docker: ["search"],
}
const FORGES = new Set(["gh", "glab"])
const FORGE_TOPICS = new Set(["api", "search", "status"])
const FORGE_VERBS = new Set(["view", "list", "ls", "diff", "status", "checks", "watch", "download", "read", "show"])
const INTERPRETER = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php|pwsh|powershell)$/

function fetches({ program, isScript, args }: RanCommand): boolean {
  const name = program.toLowerCase().replace(/\.exe$/, "")
  if (isScript) return false
  if (name === "curl" || name === "wget") return !isLocalFetch(args, FLAGS[name])
  if (BROWSERS.has(name)) return args.length === 0 || !args.every(({ text }) => isLoopback(text))
  if (FORGES.has(name)) return readsForge(args)
  if (name === "git") return clones(args)
  if (Object.hasOwn(REGISTRIES, name)) return REGISTRIES[name]?.includes(firstOperand(args)) === true
  return INTERPRETER.test(name) && args.some(({ text }) => speaksTo(text))
}

interface Flags {
  /** One letter each. */
  readonly bare: string
  readonly valued: string
  readonly long: ReadonlySet<string>
}

const FLAGS: Readonly<Record<"curl" | "wget", Flags>> = {
  curl: {
    bare: "sSfLivkgNIGO#46",
    valued: "HdXowuAbcmF",
    long: new Set(
      "--silent --show-error --fail --location --include --head --verbose --insecure --compressed".split(" "),
    ),
  },
  wget: { bare: "qSvcn46", valued: "OtTU", long: new Set(["--quiet", "--spider", "--no-verbose"]) },
}

/** Only when every word is understood, and every address is of this machine. */
function isLocalFetch(args: readonly Word[], { bare, valued, long }: Flags): boolean {
  let addresses = 0
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text as string
    if (isLoopback(text)) addresses++
    else if (/^(?:--version|--help|-h|-V)$/.test(text)) return true
    else if (!long.has(text)) {
      const flag = text.startsWith("-") && text[1] !== "-" ? valuedFlagIn(text, bare) : undefined
      if (flag === undefined || (flag !== "" && !valued.includes(flag.charAt(0)))) return false
      if (flag.length === 1) at++
    }
  }
  return addresses > 0
}

/** What follows the flags without a value: "" or a flag, with its value if they are one word. */
function valuedFlagIn(word: string, bare: string): string {
  let at = 1
  while (at < word.length && bare.includes(word.charAt(at))) at++
  return word.slice(at)
}

function readsForge(args: readonly Word[]): boolean {
  const at = afterFlags(args, 0, new Set(["-R", "--repo", "--hostname"]))
  const [topic, verb] = [args[at]?.text ?? "", args[afterFlags(args, at + 1, new Set(["-R", "--repo"]))]?.text ?? ""]
  return FORGE_TOPICS.has(topic) || FORGE_VERBS.has(verb)
}

/** From elsewhere: a folder of this machine is as good as the worktree. */
function clones(args: readonly Word[]): boolean {
  const { verb, rest } = gitVerb(args)
  return verb === "clone" && rest.some(({ text }) => /^(?:https?|git|ssh):\/\/|^[\w.-]+@[\w.-]+:/.test(text))
}

function firstOperand(args: readonly Word[]): string {
  return args[afterFlags(args, 0, new Set())]?.text ?? ""
}

/** Whether code, or an argument, names an address elsewhere. */
function speaksTo(text: string): boolean {
  return [...text.matchAll(/https?:\/\/[^\s"'`)]{0,300}/gi)].some(([address]) => !isLoopback(address))
}
