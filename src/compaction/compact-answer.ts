// The outcome when an agent asks to have its conversation compacted: the host does it, Cairn cuts by itself, or there is a reason why not.

export type CompactAnswer = "under-way" | "cut" | "nothing-before" | "cut-already" | "not-possible"
