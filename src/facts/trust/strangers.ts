// Whether a tool call brings in text that strangers can write: pages, issues, mails, logs. For the host's own tools this is known. Any other tool
// might read anything, so it counts as one unless the user trusts it.

import { readsElsewhere } from "../../commands/strangers-command.ts"
import { wordSet } from "../../text/word-set.ts"

type Arguments = Readonly<Record<string, unknown>>

const WEB_TOOLS = new Set(["webfetch", "websearch", "codesearch"])
/** The host's tools that stay in the worktree, whatever address their arguments contain. */
const LOCAL_TOOLS = wordSet(
  "read edit write apply_patch multiedit glob grep list lsp task todowrite todoread skill question plan_enter plan_exit invalid",
)

export function readsStrangers(
  tool: string,
  args: Arguments,
  trusted: readonly string[] = [],
): "web" | "foreign-tool" | undefined {
  if (WEB_TOOLS.has(tool)) return "web"
  if (tool === "bash") return readsElsewhere(textOf(args.command)) ? "web" : undefined
  if (tool === "execute") return callsStrangers(textOf(args.code), trusted) ? "foreign-tool" : undefined
  return isTrusted(tool, trusted) ? undefined : "foreign-tool"
}

function isTrusted(tool: string, trusted: readonly string[]): boolean {
  return LOCAL_TOOLS.has(tool) || trusted.some((name) => matches(tool, name))
}

/** `filesystem_*` matches all tools of a server. */
function matches(tool: string, name: string): boolean {
  const [start = "", ...rest] = name.split("*")
  const end = rest.at(-1)
  if (end === undefined) return tool === name
  return rest.length === 1 && tool.length >= start.length + end.length && tool.startsWith(start) && tool.endsWith(end)
}

const MAX_LOOKED_AT = 64_000

/** Code mode: a program that calls other tools as `tools.server.name(…)`. One that reaches them in another way might call any. */
function callsStrangers(code: string, trusted: readonly string[]): boolean {
  if (code.length > MAX_LOOKED_AT) return true
  return [...code.matchAll(/\btools\b(?:\.([\w.]{1,200}))?/g)].some(([, name = ""]) => {
    const tool = name.replaceAll(".", "_")
    return tool === "bash" || tool === "shell" || !isTrusted(tool, trusted)
  })
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
