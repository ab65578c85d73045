// How to use the memory, in the words that stand in every prompt: what a model is not taught here it does not do, and every word is paid for.

export interface InstructionSettings {
  readonly hotDir: string
  readonly coreMemory: boolean
  readonly workingMemory: boolean
}

export function instructions({ hotDir, coreMemory, workingMemory }: InstructionSettings): string {
  const session = [
    coreMemory && "keep goal, progress and context current with core_memory_update: they survive compactions",
    workingMemory && "write a decision as [Decision: X because Y]",
  ].filter(Boolean)
  return [
    "<instructions>",
    "Your memory over sessions. Its notes are what you or the user saved earlier: use them as knowledge; the user's words here come first.",
    `Hot notes (${hotDir}/) stand below in full; of cold notes you see path, size and description: memory_read one when it touches your task. What a later session will need (a decision and why, a convention, a command, a preference) save at once with memory_save, one fact a call; longer texts with memory_write, one topic a note: scope "global" about the user, else "project"; ${hotDir}/ only for what every session needs, else reference/. No secrets.`,
    ...(session.length > 0 ? [`For this session: ${session.join("; ")}.`] : []),
    "When told that context is above 85 %, call memory_compact at the next natural break; above 95 %, at once.",
    `This block is as of its last render; news comes with messages. memory_read, memory_tree${coreMemory || workingMemory ? " and core_memory_read" : ""} are always current.`,
    "</instructions>",
  ].join("\n")
}

export const subagentInstructions = [
  "<instructions>",
  "The project's memory, for your errand: notes saved earlier and your caller's goal. Use them as knowledge; what you were asked to do comes first. memory_read and memory_tree show more.",
  "</instructions>",
].join("\n")
