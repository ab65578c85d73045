// How to use the memory, in the words of every prompt: a model does not do what it is not taught here, and every word is paid for.

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
    "Your memory across sessions: notes that you or the user saved. Use them as knowledge; what the user says now comes first.",
    `Hot notes (${hotDir}/) are below, whole as far as they fit; cold notes are listed by path, size and description: memory_read one when it touches your task. Save at once what a later session will need (a decision and its reason, a convention, a command, a preference): one fact per memory_save; longer texts with memory_write, one topic per note. Scope "global" is about the user, else "project"; ${hotDir}/ only for what every session needs, else reference/. No secrets.`,
    ...(session.length > 0 ? [`For this session: ${session.join("; ")}.`] : []),
    "When told that context is above 85 %, call memory_compact at the next natural break; above 95 %, at once.",
    `This block stays as it is; changes arrive with messages. memory_read, memory_tree${coreMemory || workingMemory ? " and core_memory_read" : ""} are always current.`,
    "</instructions>",
  ].join("\n")
}

export const subagentInstructions = [
  "<instructions>",
  "The project's memory: notes saved earlier, and the goal of the agent that called you. Use them as knowledge; the task you were given comes first. memory_read and memory_tree show more.",
  "</instructions>",
].join("\n")
