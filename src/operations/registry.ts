// Every operation of Cairn, in the order in which models and docs see them.
import { coreMemoryRead } from "./core-memory-read.ts"
import { coreMemoryUpdate } from "./core-memory-update.ts"
import { memoryCompact } from "./memory-compact.ts"
import { memoryContext } from "./memory-context.ts"
import { memoryDelete } from "./memory-delete.ts"
import { memoryEdit } from "./memory-edit.ts"
import { memoryFlush } from "./memory-flush.ts"
import { memoryHistory } from "./memory-history.ts"
import { memoryDemote, memoryPromote } from "./memory-move.ts"
import { memoryRead } from "./memory-read.ts"
import { memoryRollback } from "./memory-rollback.ts"
import { memorySave } from "./memory-save.ts"
import { memoryTree } from "./memory-tree.ts"
import { memoryWhy } from "./memory-why.ts"
import { memoryWrite } from "./memory-write.ts"
import type { Operation } from "./operation.ts"
import { workingMemoryAdd } from "./working-memory-add.ts"
import { workingMemoryClear, workingMemoryClearSlot } from "./working-memory-clear.ts"
import { workingMemoryRemove } from "./working-memory-remove.ts"

export const operations: readonly Operation[] = [
  memorySave,
  memoryRead,
  memoryWrite,
  memoryEdit,
  memoryDelete,
  memoryPromote,
  memoryDemote,
  memoryTree,
  memoryHistory,
  memoryRollback,
  memoryWhy,
  memoryFlush,
  memoryContext,
  memoryCompact,
  coreMemoryUpdate,
  coreMemoryRead,
  workingMemoryAdd,
  workingMemoryClear,
  workingMemoryClearSlot,
  workingMemoryRemove,
]
