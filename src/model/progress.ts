// How far long work is, for a person who waits.

/** Without `all`, how many there are is not known yet. `step` names a part of the work that is counted by itself. */
export type Progress = (done: number, all?: number, step?: string) => void
