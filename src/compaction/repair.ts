// What a summary left out, arranged to be put back beside it: in few words, since it stands in every prompt from then on, but whole, since it is
// the only place left where it is said. The one who renders it makes it safe and fits it into its room.
import type { Essential } from "../session/compaction-account.ts"
import { ESSENTIAL_KINDS, type EssentialKind } from "./essentials.ts"
import { checkFidelity } from "./fidelity.ts"
import { fileLines } from "./file-lines.ts"
import { shortCommands } from "./said-command.ts"

export interface RepairSection {
  readonly title: string
  readonly lines: readonly RepairLine[]
}

export interface RepairLine {
  readonly text: string
  readonly tells: readonly Essential[]
}

const TITLES: Readonly<Record<EssentialKind, string>> = {
  goal: "goal:",
  directive: "the user's standing instructions, word for word:",
  command: "commands that failed when last run:",
  file: "changed files:",
  todo: "open todos:",
  decision: "decisions:",
  error: "open errors:",
}

/** Most important first, without what `shown`, the rest of the prompt, says anyway. */
export function repairSections(missing: readonly Essential[], shown = ""): RepairSection[] {
  const untold = checkFidelity(shown, missing).missing
  const sections = ESSENTIAL_KINDS.map((kind) => ({
    title: TITLES[kind],
    lines: linesOf(untold.filter((one) => one.kind === kind)),
  }))
  return sections.filter(({ lines }) => lines.length > 0)
}

/** Of one kind. */
export function linesOf(essentials: readonly Essential[]): RepairLine[] {
  if (essentials[0]?.kind === "file") return fileLines(essentials)
  const short = essentials[0]?.kind === "command" ? shortCommands(essentials.map(({ text }) => text)) : []
  return essentials.map((one, at) => {
    // A heading of the text must not become one of the prompt's.
    const text = one.kind === "command" ? `${short[at]} (exit ${one.exit})` : one.text.replace(/\s*\n\s*/g, "\n    ")
    return { text: `- ${text}`, tells: [one] }
  })
}
