// How many of memory's verbs are separate tools in the model's requests: each tool costs tokens in every request, and the verbs that are seldom
// needed can all be reached through one tool. Which verbs are ordinary, and what they cost, is in docs/decisions.

export const TOOL_MODES = ["standard", "full", "compact"] as const
export type ToolMode = (typeof TOOL_MODES)[number]

/** The tool through which every verb can be reached. */
export const ROUTER = "memory"

/** The verbs of ordinary work. */
export const ORDINARY_VERBS = ["memory_save", "memory_read", "memory_write", "core_memory_update"] as const

/** Verbs that an agent may think of by itself, so the router's description lists them. The others are named where they help, or listed by `help`. */
export const LISTED_VERBS: readonly string[] = [
  ...ORDINARY_VERBS,
  "memory_search",
  "memory_edit",
  "memory_delete",
  "memory_tree",
  "memory_history",
  "memory_undo",
  "memory_why",
  "memory_sessions",
  "memory_messages",
  "memory_context",
  "memory_compact",
  "core_memory_read",
  "working_memory_add",
]

/** Asked of the router, lists every verb. */
export const HELP = "help"

/** Whether the verb is a tool of its own. */
export function isToolOfItsOwn(mode: ToolMode, verb: string): boolean {
  return mode === "full" || (mode === "standard" && (ORDINARY_VERBS as readonly string[]).includes(verb))
}

/** What a model calls the verb: the tool's name, or what it asks of the router. Every text for a model names a verb this way. */
export function callOf(mode: ToolMode, verb: string): string {
  return isToolOfItsOwn(mode, verb) ? verb : `${ROUTER}(${verb})`
}

/** For a text of Cairn's own that names verbs, such as the hint of an error. */
export function asCalls(mode: ToolMode, text: string): string {
  return text.replace(/(?<![\w/.-]|\bmemory\()(?:core_|working_)?memory_[a-z_]+(?![\w/.-]*\/|\.\w|-)/g, (verb) =>
    callOf(mode, verb),
  )
}
