// Whether a shell command line reads what strangers can write: because a word of it names a place elsewhere, or because of the programs it runs,
// wrapped, nested or substituted. A script that fetches something itself cannot be recognised by its name.
import { wordSet } from "../text/word-set.ts"
import { commandsIn, gitVerb, type RanCommand } from "./command.ts"
import { splitLine, type Word } from "./shell-line.ts"

const MAX_NESTING = 3

export function readsElsewhere(line: string, nesting = 0): boolean {
  if (commandsIn(line).some(reads)) return true
  if (nesting === MAX_NESTING) return false
  return splitLine(line).some(({ words }) =>
    words.some((word) => {
      const inner = substituted(word)
      return inner !== undefined && readsElsewhere(inner, nesting + 1)
    }),
  )
}

/** What the shell runs to expand a word, and some of what follows. */
function substituted({ text, plain }: Word): string | undefined {
  // In single quotes only a script for another shell has any, and a backtick is mostly prose.
  const at = text.search(plain ? /\$\(/ : /[(`]/)
  return at < 0 ? undefined : text.slice(at + (plain ? 2 : 1)).replaceAll("`", " ; ")
}

/** They open no connection, whatever address they are given. */
const LOCAL = wordSet(
  "echo printf grep egrep fgrep rg ag sed awk cat head tail less sort uniq cut tr wc ls find test [ [[ export set cd mkdir touch rm cp mv chmod jq yq diff tee",
)
const FETCHERS = wordSet(
  "curl wget http https xh curlie aria2c lynx w3m links elinks ddgr googler iwr irm invoke-webrequest invoke-restmethod",
)
/** Other machines, unless it is this one. */
const REMOTE = wordSet("ssh mosh scp sftp telnet nc ncat netcat socat ftp lftp")
/** What these print can be anybody's, even on this machine: rows, mails, tickets, copied text. */
const READERS = wordSet(
  "psql mysql mariadb mongosh mongo redis-cli sqlcmd cqlsh clickhouse-client bq snowsql pbpaste wl-paste xclip xsel get-clipboard jira linear acli trello slack mutt neomutt mail mailx himalaya notmuch journalctl stern sentry-cli",
)
/** For these, only their logs are. */
const SERVERS = wordSet(
  "docker docker-compose podman nerdctl kubectl oc heroku fly flyctl vercel netlify railway supabase wrangler pm2 nomad aws gcloud az",
)
const LOGS = wordSet("log logs logging tail events")
const FORGES = wordSet("gh glab tea hub")
/** `name verb`, after flags without a value; strangers wrote whatever a registry answers. */
const REGISTRY =
  /^(?:npm (?:-\S+ )*(?:view|info|show|v|search|s|find)|pnpm (?:-\S+ )*(?:view|info|show|search)|yarn (?:-\S+ )*(?:info|npm)|bun info|cargo (?:search|info)|pip3? (?:index|search|download)|gem search|brew (?:info|search)|apt(?:-cache)? (?:show|search)|docker search)(?: |$)/
const MAX_COMMAND = 4_000
const MAX_VERB_AT = 8
const NO_READING = /^(?:--version|--help|-h|-V)$/

function reads({ program, isScript, args }: RanCommand): boolean {
  const name = program.toLowerCase().replace(/\.exe$/, "")
  const words = args.map(({ text }) => text)
  if (!LOCAL.has(name) && showsPast(name, words)) return true
  if (isScript) return words.some(namesPlace)
  if (LOCAL.has(name) || (words.length === 1 && NO_READING.test(words[0] ?? ""))) return false
  if (FETCHERS.has(name)) return !staysHere(name, words)
  if (name === "git") return readsByGit(args)
  if (REMOTE.has(name)) return !words.some(isLoopback)
  if (READERS.has(name)) return true
  if (FORGES.has(name)) return readsForge(words)
  if (SERVERS.has(name) && words.slice(0, MAX_VERB_AT).some((word) => LOGS.has(word))) return true
  return REGISTRY.test([name, ...words].join(" ").slice(0, MAX_COMMAND)) || words.some(namesPlace)
}

/** What Cairn and OpenCode show of past sessions: an answer of Cairn's tools says whose words are in it, a shell's does not. */
const OWN_LOOKS_BACK = wordSet("messages search sessions session-export compactions plans compare resume")
const HOST_LOOKS_BACK = wordSet("export db")
const OWN_PROGRAM = /(?:^|[\\/])(?:opencode-)?cairn(?:@.*|\.mjs)?$/
const READS_DATABASES = /^(?:sqlite\w*|litecli|duckdb|strings|python[\d.]*|node|bun)$/
/** OpenCode's own runtime runs it as `opencode run …/cairn.mjs`. */
const MAX_PROGRAM_AT = 3
const PAST_DATABASE = /opencode[\w.-]*\.db\b/

function showsPast(name: string, words: readonly string[]): boolean {
  if (READS_DATABASES.test(name)) return words.some((word) => PAST_DATABASE.test(word))
  const line = [name, ...words].filter((word) => !word.startsWith("-"))
  if (name === "opencode" && HOST_LOOKS_BACK.has(line[1] ?? "")) return true
  const own = line.slice(0, MAX_PROGRAM_AT).findIndex((word) => OWN_PROGRAM.test(word))
  return own >= 0 && OWN_LOOKS_BACK.has(line[own + 1] ?? "")
}

const BRINGING = wordSet("clone fetch pull ls-remote submodule archive")

/** From a place other than the project's remotes; most other verbs only record an address. */
function readsByGit(args: readonly Word[]): boolean {
  const { verb, rest } = gitVerb(args)
  return BRINGING.has(verb) && rest.some(({ text }) => namesPlace(text))
}

const OWN_AREAS = wordSet("auth config alias completion extension")
const WRITES = wordSet(
  "create edit close merge comment delete reopen ready lock unlock set remove rename fork sync approve add upload",
)

/** Everything that does not only write. */
function readsForge(words: readonly string[]): boolean {
  const isRepository = (word = "") => word === "-R" || word === "--repo"
  const [area, verb = ""] = words.filter((word, at) => !word.startsWith("-") && !isRepository(words[at - 1]))
  return area !== undefined && !OWN_AREAS.has(area) && !WRITES.has(verb)
}

/** Options that take the addresses from elsewhere, or send the request elsewhere. */
const ELSEWHERE = /^-\w*[xK]|^--(?:proxy|preproxy|socks|config|input-file|connect-to|resolve|url)/
const LIST_OF_WGET = /^-\w*i/
const VALUED_OF_CURL = /^-[sSfLivkgNIGO#46]*[HdXowuAbcmF]$/

/** It says so itself, or every address in it is on this machine. */
function staysHere(name: string, words: readonly string[]): boolean {
  if (NO_READING.test(words[0] ?? "")) return true
  const asked = words.filter((_, at) => name !== "curl" || !VALUED_OF_CURL.test(words[at - 1] ?? ""))
  if (asked.some((word) => ELSEWHERE.test(word) || (name === "wget" && LIST_OF_WGET.test(word)))) return false
  const places = asked.filter((word) => !word.startsWith("-"))
  return places.length > 0 && places.every(isLoopback)
}

const HERE =
  /^(?:(?:[\w-]{1,63}\.){0,4}localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(?::[\w${}]{1,40})?$/i

/** An address on this machine: what answers there is mostly what is being built. */
function isLoopback(address: string): boolean {
  const [place = ""] = address.replace(/^[a-z][a-z\d+.-]{0,20}:\/\//i, "").split(/[/?#]/, 1)
  return HERE.test(place.slice(place.lastIndexOf("@") + 1))
}

/** `https://…`, `postgres://…`, `git@host:path`. */
const PLACE =
  /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`)]{1,300}|(?<![\w.-])[\w.-]{1,99}@[\w.-]{1,99}:[^\s"'`)]{0,300}/gi
const NO_HOST = /^(?:file|unix|sqlite|data|jar):|^[a-z][a-z\d+.-]*:\/\/\//i

function namesPlace(text: string): boolean {
  if (!text.includes("://") && !text.includes("@")) return false
  return [...text.matchAll(PLACE)].some(([address]) => !NO_HOST.test(address) && !isLoopback(address))
}
