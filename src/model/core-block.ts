// The three core blocks of a session: their names, and how many characters each may have.

export const BLOCKS = ["goal", "progress", "context"] as const
export type BlockName = (typeof BLOCKS)[number]
export type BlockLimits = Readonly<Record<BlockName, number>>

export const BLOCK_LIMITS: BlockLimits = { goal: 1000, progress: 2000, context: 1500 }
