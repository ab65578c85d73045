// Whether a shell command line reads what strangers can write: by the programs it runs, wrapped, nested or substituted. A script that fetches
// by itself cannot be known by its name.
import { commandsIn, type RanCommand } from "./command.ts"
import { splitLine, type Word } from "./shell-line.ts"

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

const FETCHER =
  /^(?:curl|wget|https?|xh|curlie|aria2c|lynx|w3m|e?links|ddgr|googler|iwr|irm|invoke-webrequest|invoke-restmethod)$/
/** `name verb`, after flags without a value; whatever a registry answers, strangers wrote. */
const REGISTRY =
  /^(?:npm (?:-\S+ )*(?:view|info|show|v|search|s|find)|pnpm (?:-\S+ )*(?:view|info|show|search)|yarn (?:-\S+ )*(?:info|npm)|bun info|cargo (?:search|info)|gem search|brew (?:info|search)|docker search)(?: |$)/
const FORGE =
  /^(?:gh|glab) (?:-\S+ \S+ )*(?:(?:api|search|status)|[\w-]+ (?:(?:-R|--repo) \S+ )*(?:view|list|ls|diff|status|checks|watch|download|read|show))(?: |$)/
/** From elsewhere: a folder of this machine is as good as the worktree. */
const CLONE = /^git (?:-\S+ \S+ )*clone (?:.* )?(?:(?:https?|git|ssh):\/\/|[\w.-]{1,99}@[\w.-]{1,99}:)/
const INTERPRETER = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php|pwsh|powershell)$/
const MAX_COMMAND = 4_000

function fetches({ program, isScript, args }: RanCommand): boolean {
  if (isScript) return false
  const name = program.toLowerCase().replace(/\.exe$/, "")
  const words = args.map(({ text }) => text)
  if (FETCHER.test(name)) return !staysHere(name, words)
  if (INTERPRETER.test(name) && words.some(speaksTo)) return true
  const command = [name, ...words].join(" ").slice(0, MAX_COMMAND)
  return [REGISTRY, FORGE, CLONE].some((known) => known.test(command))
}

const NO_FETCH = /^(?:--version|--help|-h|-V)$/
/** Options that take the addresses from elsewhere, or send the request there. */
const ELSEWHERE = /^-\w*[xK]|^--(?:proxy|preproxy|socks|config|input-file|connect-to|resolve|url)/
const LIST_OF_WGET = /^-\w*i/
const VALUED_OF_CURL = /^-[sSfLivkgNIGO#46]*[HdXowuAbcmF]$/

/** It says so itself, or every address in it is of this machine. */
function staysHere(name: string, words: readonly string[]): boolean {
  if (NO_FETCH.test(words[0] ?? "")) return true
  const asked = words.filter((_, at) => name !== "curl" || !VALUED_OF_CURL.test(words[at - 1] ?? ""))
  if (asked.some((word) => ELSEWHERE.test(word) || (name === "wget" && LIST_OF_WGET.test(word)))) return false
  const places = asked.filter((word) => !word.startsWith("-"))
  return places.length > 0 && places.every(isLoopback)
}

const LOOPBACK =
  /^(?:(?:https?|wss?):\/\/)?(?:(?:[\w-]{1,63}\.){0,4}localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)(?::[\w${}]{1,40})?(?:[/?#]|$)/i

/** An address of this machine: what answers there is mostly what is being built. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address)
}

/** Whether code, or an argument, names an address elsewhere. */
function speaksTo(text: string): boolean {
  return [...text.matchAll(/https?:\/\/[^\s"'`)]{0,300}/gi)].some(([address]) => !isLoopback(address))
}
