// The same answer for two readers: an agent knows tools and arguments, a person at a terminal knows commands and options.
import { ownProgram } from "../model/own-command.ts"
import type { Audience } from "./operation.ts"

const PREFIX = "memory_"

/** `memory_clear_slot` → `clear-slot`. */
export function commandName(name: string): string {
  return name.replace(PREFIX, "").replaceAll("_", "-")
}

/** `oldString` → `old-string`. */
export function optionName(argument: string): string {
  return argument.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** What the reader calls an argument. */
export function argumentFor(audience: Audience, name: string): string {
  return audience === "agent" ? name : `--${optionName(name)}`
}

/** What an empty answer advises: to leave out what was given to narrow the question. */
export function withoutGiven(audience: Audience, given: readonly string[]): string[] {
  return given.length === 0 ? [] : [`without ${given.map((name) => argumentFor(audience, name)).join(", ")}`]
}

/** For a text of ours that names tools, such as the hint of an error. */
export function asCommands(text: string, program = ownProgram()): string {
  return text.replace(/(?<![\w/.-])memory_[a-z_]+(?![\w/.-]*\/|\.\w|-)/g, (name) => `"${program} ${commandName(name)}"`)
}
