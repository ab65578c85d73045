// What the agent reads when its window fills up: one line, with what it can do about it.
import { asCalls, callOf, type ToolMode } from "../model/tool-mode.ts"
import { thousands } from "../text/counted.ts"
import type { Level, Pressure } from "./pressure.ts"

const ADVICE: Readonly<Record<Level, string>> = {
  safe: "",
  moderate: "keep outputs small; nothing needs to be done yet.",
  high: "compress core blocks (core_memory_update), clear resolved errors (working_memory_clear_slot), and call memory_compact at the next natural break.",
  critical: "bring goal and progress up to date (core_memory_update), then call memory_compact now.",
}

export function pressureNotice(level: Level, used: number, limit: number, tools: ToolMode): string {
  const percentage = Math.round((used / limit) * 100)
  return `[Memory pressure: ${percentage} % (${level}), ${thousands(used)}/${thousands(limit)} tokens] ${asCalls(tools, ADVICE[level])}`
}

export function contextLine({ percentage }: Pressure): string {
  return `context ${Math.round(percentage)} %`
}

/** `memory`: everything the session remembers, in full. */
export function intervention(memory: string, tools: ToolMode): string {
  return [
    "The window is nearly full and OpenCode will soon summarise this conversation. What this session remembers beside it:",
    memory === "" ? "(nothing yet)" : memory,
    `Choose one: compress the core blocks so that they say all you need (${callOf(tools, "core_memory_update")}); clear working memory that is done with (${callOf(tools, "working_memory_clear")}); or go on as it is.`,
  ].join("\n")
}
