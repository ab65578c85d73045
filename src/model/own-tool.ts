// Cairn's own tools: what memory does with itself is not what the session does, and its answers are not shortened.

/** By name and not by prefix: a well-known MCP server is called "memory" as well. */
const OWN_TOOLS = new Set([
  "memory_save",
  "memory_read",
  "memory_write",
  "memory_edit",
  "memory_delete",
  "memory_promote",
  "memory_demote",
  "memory_tree",
  "memory_history",
  "memory_rollback",
  "memory_why",
  "memory_flush",
  "memory_context",
  "memory_compact",
  "core_memory_update",
  "core_memory_read",
  "working_memory_add",
  "working_memory_clear",
  "working_memory_clear_slot",
  "working_memory_remove",
])

export function isOwnTool(name: string): boolean {
  return OWN_TOOLS.has(name)
}
