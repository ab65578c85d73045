// The session's core blocks in the prompt. They are shown whole: their limits are their budget. Only a prefix with less space than that cuts them,
// and says so.

import { BLOCKS, type BlockLimits, type BlockName } from "../model/core-block.ts"
import { callOf, type ToolMode } from "../model/tool-mode.ts"
import type { CoreBlocks } from "../session/core-blocks.ts"
import { cutText } from "../text/text.ts"
import { asSessionData } from "./escape.ts"

const BELONGS: Readonly<Record<BlockName, string>> = {
  goal: "the ONE task of this session",
  progress: "done, in progress, blocked",
  context: "files being worked on, key patterns",
}
/** A block cut to less than this would say nothing. */
const LEAST_TEXT = 80

export function renderCore(core: CoreBlocks, limits: BlockLimits, room: number, tools: ToolMode = "full"): string {
  if (BLOCKS.every((name) => core[name].content === "")) return ""
  const whole = frame(BLOCKS.map((name) => blockElement(name, core[name].content, limits[name])))
  if (whole.length <= room) return whole
  const share = Math.floor((room - frame([]).length) / BLOCKS.length)
  const cut = frame(
    BLOCKS.map((name) =>
      cutBlock(name, core[name].content, limits[name], share - 1, callOf(tools, "core_memory_read")),
    ),
  )
  return cut.length <= room ? cut : ""
}

/** The block as a tag; a subagent is shown its parent's goal this way too. */
export function blockElement(name: BlockName, content: string, limit: number): string {
  const body = content === "" ? `(empty: ${BELONGS[name]})` : asSessionData(content)
  return `<${name} chars="${content.length}/${limit}">${body}</${name}>`
}

function cutBlock(name: BlockName, content: string, limit: number, share: number, read: string): string {
  const whole = blockElement(name, content, limit)
  if (whole.length <= share) return whole
  const kept = cutText(content, Math.max(LEAST_TEXT, share - 130))
  const pointer = `\n… ${content.length - kept.length} more characters: ${read}`
  return `<${name} chars="${content.length}/${limit}">${asSessionData(kept)}${pointer}</${name}>`
}

function frame(elements: readonly string[]): string {
  return ["<core_memory>", ...elements, "</core_memory>"].join("\n")
}
