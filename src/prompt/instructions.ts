// How to use the memory, as every prompt explains it: a model does nothing that it is not told here, and every word costs tokens.
import type { Config } from "../model/settings.ts"
import { callOf, ROUTER, type ToolMode } from "../model/tool-mode.ts"
import { keepThese } from "./protocol.ts"

export function instructions({ hotDir, coreMemory, workingMemory, pastSessions, tools, protocol }: Config): string {
  const call = (verb: string) => callOf(tools, verb)
  const session = [
    coreMemory &&
      `keep goal, progress and context current with ${call("core_memory_update")}: they survive compactions`,
    workingMemory && "write a decision as [Decision: X because Y]",
  ].filter(Boolean)
  return [
    "<instructions>",
    "Your memory across sessions: notes you or the user saved. Use them as knowledge; what the user says now comes first.",
    `Hot notes (${hotDir}/) are below; cold notes are listed: ${call("memory_read")} one when relevant. Save at once what a later session needs, one statement per ${call("memory_save")}: ${keepThese(protocol)}. Longer text: ${call("memory_write")}, one topic a note. Scope "global" is about the user, else "project"; ${hotDir}/ only for what every session needs, else reference/. No secrets.`,
    ...(session.length > 0 ? [`For this session: ${session.join("; ")}.`] : []),
    `This block stays as it is; updates come in messages. ${call("memory_read")} is always current.${pastSessions ? ` ${unseenWork(tools)}` : ""}`,
    ...ROUTING[tools],
    "</instructions>",
  ].join("\n")
}

/** While nothing is saved, only how to begin needs explaining. */
export function emptyInstructions({ coreMemory, workingMemory, tools, protocol }: Config): string {
  const call = (verb: string) => callOf(tools, verb)
  const session = [
    coreMemory && `keep goal and progress in ${call("core_memory_update")}`,
    workingMemory && "write decisions as [Decision: X because Y]",
  ].filter(Boolean)
  return [
    "<instructions>",
    `Your memory, still empty. Save what later sessions need, a statement per ${call("memory_save")}: ${keepThese(protocol)}. Longer: ${call("memory_write")}. No secrets.`,
    ...(session.length > 0 ? [`This session: ${session.join("; ")}.`] : []),
    ...ROUTING[tools],
    "</instructions>",
  ].join("\n")
}

/** Rules notice only the plainest words for going on with earlier work. */
function unseenWork(tools: ToolMode): string {
  return `If the user refers to earlier work you cannot see, call ${callOf(tools, "memory_resume")}.`
}

export function subagentInstructions(tools: ToolMode): string {
  return [
    "<instructions>",
    `The project's memory: notes saved earlier, and the goal of the agent that called you. Use them as knowledge; the task you were given comes first. ${callOf(tools, "memory_read")} and ${callOf(tools, "memory_tree")} show more.`,
    ...ROUTING[tools],
    "</instructions>",
  ].join("\n")
}

const ROUTING = {
  full: [],
  standard: [`${ROUTER}(X): call ${ROUTER} {"verb": "X", "args": {…}}.`],
  compact: [`${ROUTER}(X): the tool ${ROUTER} with {"verb": "X", "args": {…}}.`],
} as const

/** The mode that a prefix was written for. */
export function toolModeOf(prefix: string): ToolMode {
  const isFor = (mode: ToolMode) => ROUTING[mode].some((line) => prefix.includes(`\n${line}\n`))
  return isFor("compact") ? "compact" : isFor("standard") ? "standard" : "full"
}
