// What Cairn's operations are called, apart from what they do: an operation that asks for this would otherwise ask for itself.
export const OPERATION_NAMES = [
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
  "memory_search",
  "memory_sessions",
  "memory_messages",
  "memory_compactions",
  "memory_compare",
  "memory_plans",
  "memory_summary",
  "core_memory_update",
  "core_memory_read",
  "working_memory_add",
  "working_memory_clear",
  "working_memory_clear_slot",
  "working_memory_remove",
  "memory_review",
  "memory_approve",
  "memory_reject",
  "memory_rejected",
  "memory_session",
  "memory_status",
  "memory_projects",
  "memory_project",
  "memory_diff",
  "memory_import",
  "memory_export",
  "memory_background",
  "memory_reconcile",
] as const

export type OperationName = (typeof OPERATION_NAMES)[number]

export function isOperation(tool: string): boolean {
  return OPERATION_NAMES.some((name) => name === tool)
}
