// Whether a tool call brings in text that strangers can write: pages, issues, registries. Names and arguments are all there is to go by, so
// what may be the web is taken for it. A server on this machine is not: agents try out what they build.
import { fetchesWeb, isLoopback } from "../../commands/web-command.ts"

type Arguments = Readonly<Record<string, unknown>>

const WEB_TOOLS = new Set(["webfetch", "websearch", "codesearch"])
/** The host's own that stay in the worktree, whatever address is in their arguments. */
const LOCAL_TOOLS = new Set(
  "read edit write apply_patch multiedit glob grep list lsp task todowrite todoread skill question plan_enter plan_exit invalid".split(
    " ",
  ),
)

/** Whatever a tool is called, it is called for what it does. */
const WEB_WORDS = new Set(
  (
    "web webfetch websearch webpage webpages website websites fetch fetcher browse browser browsing http https url urls crawl " +
    "crawler crawling scrape scraper scraping internet online navigate firecrawl tavily exa brave duckduckgo google bing " +
    "context7 deepwiki perplexity playwright puppeteer wikipedia arxiv github gitlab bitbucket jira slack discord telegram gmail outlook email " +
    "emails mail inbox reddit twitter stackoverflow rss feed youtube sentry zendesk confluence notion issue issues"
  ).split(" "),
)

export function readsWeb(tool: string, args: Arguments): boolean {
  if (WEB_TOOLS.has(tool)) return true
  if (tool === "bash") return typeof args.command === "string" && fetchesWeb(args.command)
  if (LOCAL_TOOLS.has(tool)) return false
  // Code mode: a program that calls other tools.
  if (tool === "execute") return typeof args.code === "string" && speaksOfWeb(args.code)
  return speaksOfWeb(tool) || hasAddress(args)
}

const MAX_LOOKED_AT = 64_000
const WORD = /[A-Z]?[a-z]+\d*|[A-Z]+(?![a-z])\d*/g

function speaksOfWeb(text: string): boolean {
  const words = text.slice(0, MAX_LOOKED_AT).match(WORD) ?? []
  return words.some((word) => WEB_WORDS.has(word.toLowerCase()))
}

const ADDRESS = /^\s*(?:https?:\/\/|www\.)/i
const MAX_DEPTH = 3

function hasAddress(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return ADDRESS.test(value) && !isLoopback(value.trim())
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return false
  return Object.values(value).some((item) => hasAddress(item, depth + 1))
}
