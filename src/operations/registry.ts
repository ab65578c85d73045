// Every operation of Cairn, in the order in which models and docs see them.
import { coreMemoryRead, coreMemoryUpdate } from "./core-memory-verbs.ts"
import { memoryBackground } from "./memory-background.ts"
import { memoryCompact } from "./memory-compact.ts"
import { memoryCompactions } from "./memory-compactions.ts"
import { memoryCompare } from "./memory-compare.ts"
import { memoryContext } from "./memory-context.ts"
import { memoryDelete } from "./memory-delete.ts"
import { memoryEdit } from "./memory-edit.ts"
import { memoryErase } from "./memory-erase.ts"
import { memoryExport } from "./memory-export.ts"
import { memoryFlush } from "./memory-flush.ts"
import { memoryDiff, memoryHistory } from "./memory-history.ts"
import { memoryImport } from "./memory-import.ts"
import { memoryMessages } from "./memory-messages.ts"
import { memoryDemote, memoryPromote } from "./memory-move.ts"
import { memoryPlans } from "./memory-plans.ts"
import { memoryProject, memoryProjects } from "./memory-projects.ts"
import { memoryRead } from "./memory-read.ts"
import { memoryReconcile } from "./memory-reconcile.ts"
import { memoryResolve } from "./memory-resolve.ts"
import { memoryResume } from "./memory-resume.ts"
import { memoryApprove, memoryReject, memoryRejected, memoryReview } from "./memory-review.ts"
import { memoryRollback } from "./memory-rollback.ts"
import { memorySave } from "./memory-save.ts"
import { memorySearch } from "./memory-search.ts"
import { memorySession } from "./memory-session.ts"
import { memorySessionExport } from "./memory-session-export.ts"
import { memorySessions } from "./memory-sessions.ts"
import { memoryStatus } from "./memory-status.ts"
import { memorySummary } from "./memory-summary.ts"
import { memoryTree } from "./memory-tree.ts"
import { memoryUndo } from "./memory-undo.ts"
import { memoryWhy } from "./memory-why.ts"
import { memoryWrite } from "./memory-write.ts"
import type { Operation } from "./operation.ts"
import {
  workingMemoryAdd,
  workingMemoryClear,
  workingMemoryClearSlot,
  workingMemoryRemove,
} from "./working-memory-verbs.ts"

/** Operations are typed by hand (`: Operation`), so that their names can be derived from here. */
const registry = {
  memory_save: memorySave,
  memory_read: memoryRead,
  memory_write: memoryWrite,
  memory_edit: memoryEdit,
  memory_delete: memoryDelete,
  memory_promote: memoryPromote,
  memory_demote: memoryDemote,
  memory_tree: memoryTree,
  memory_history: memoryHistory,
  memory_rollback: memoryRollback,
  memory_why: memoryWhy,
  memory_flush: memoryFlush,
  memory_context: memoryContext,
  memory_compact: memoryCompact,
  memory_search: memorySearch,
  memory_sessions: memorySessions,
  memory_messages: memoryMessages,
  memory_compactions: memoryCompactions,
  memory_compare: memoryCompare,
  memory_plans: memoryPlans,
  memory_summary: memorySummary,
  memory_session_export: memorySessionExport,
  memory_resume: memoryResume,
  core_memory_update: coreMemoryUpdate,
  core_memory_read: coreMemoryRead,
  working_memory_add: workingMemoryAdd,
  working_memory_clear: workingMemoryClear,
  working_memory_clear_slot: workingMemoryClearSlot,
  working_memory_remove: workingMemoryRemove,
  memory_review: memoryReview,
  memory_approve: memoryApprove,
  memory_reject: memoryReject,
  memory_rejected: memoryRejected,
  memory_session: memorySession,
  memory_status: memoryStatus,
  memory_projects: memoryProjects,
  memory_project: memoryProject,
  memory_diff: memoryDiff,
  memory_erase: memoryErase,
  memory_import: memoryImport,
  memory_export: memoryExport,
  memory_background: memoryBackground,
  memory_reconcile: memoryReconcile,
  memory_undo: memoryUndo,
  memory_resolve: memoryResolve,
} satisfies Record<string, Operation>

export type ToolName = keyof typeof registry

export const operations: readonly Operation[] = Object.values(registry)
