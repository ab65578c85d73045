// The files that plain shell commands create, change, move or delete. Only literal names count: a name with a variable or a glob in it is not known
// before the shell runs, and a wrong path would name a file that nobody touched.
import { posix } from "node:path"
import type { FileAction, FileTouch } from "../session/memory-event.ts"
import { commandsIn, gitVerb, type RanCommand } from "./command.ts"
import type { Word } from "./shell-line.ts"

export const MAX_TOUCHED = 20
const MAX_WEIGHED = 200

export interface ShellPlace {
  /** The worktree: paths inside are given relative to it. */
  readonly root?: string | undefined
  /** Where the command runs; by default the worktree. */
  readonly cwd?: string | undefined
}

/** The touches of a command line, in order. The caller knows whether it succeeded. */
export function shellFiles(line: string, place: ShellPlace = {}): FileTouch[] {
  const touches = new Map<string, FileTouch>()
  const commands = commandsIn(line)
  const folders = foldersOf(commands, place)
  for (const [at, command] of commands.entries()) {
    for (const touch of touchesOf(command).slice(0, MAX_WEIGHED)) {
      const named = inFolder(touch, folders[at], place.root)
      if (named) touches.set(JSON.stringify(named), named)
      if (touches.size === MAX_TOUCHED) return [...touches.values()]
    }
  }
  return [...touches.values()]
}

/** A path as Cairn shows it: relative to the worktree if it is inside. */
export function inWorktree(path: string, { root, cwd }: ShellPlace): string {
  const full = withoutSlash(posix.normalize(path.startsWith("/") ? path : posix.join(cwd ?? root ?? "", path)))
  const prefix = `${withoutSlash(root ?? "")}/`
  return prefix !== "/" && full.startsWith(prefix) ? full.slice(prefix.length) : full
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
}

function inFolder(touch: FileTouch, cwd: string | undefined, root: string | undefined): FileTouch | undefined {
  const isKnown = (path: string) => cwd !== undefined || path.startsWith("/")
  const { path, to } = touch
  if (!isKnown(path) || (to !== undefined && !isKnown(to))) return undefined
  const place = { root, cwd }
  if (to !== undefined) return { ...touch, path: inWorktree(path, place), to: inWorktree(to, place) }
  return { ...touch, path: inWorktree(path, place) }
}

export function lastFolder(commands: readonly RanCommand[], place: ShellPlace): string | undefined {
  return foldersOf(commands, place).at(-1)
}

/** Where each command runs: `cd` changes it for what follows in the same shell. */
export function foldersOf(commands: readonly RanCommand[], { root, cwd }: ShellPlace): (string | undefined)[] {
  const stack: (string | undefined)[] = [cwd ?? root ?? ""]
  return commands.map(({ program, isScript, args, depth }) => {
    const here = stack[Math.min(depth, stack.length - 1)]
    stack.length = Math.min(stack.length, depth + 1)
    while (stack.length <= depth) stack.push(here)
    if (!isScript && /^(?:cd|pushd|popd)$/.test(program)) stack[depth] = entered(here, args)
    return here
  })
}

function entered(cwd: string | undefined, args: readonly Word[]): string | undefined {
  const [target] = namesIn(args)
  if (target === undefined) return undefined
  if (target.startsWith("/")) return target
  return cwd === undefined ? undefined : posix.join(cwd, target)
}

function touchesOf(command: RanCommand): FileTouch[] {
  const written = command.writes.flatMap(({ word, append }) => each([word], append ? "edit" : "write"))
  return [...(command.isScript ? [] : doneBy(command.program, command.args)), ...written]
}

function doneBy(program: string, args: readonly Word[]): FileTouch[] {
  switch (program) {
    case "rm":
    case "unlink":
      return each(args, "delete")
    case "mv":
      return pairs(args).map(([path, to]) => ({ path, action: "move", to }))
    case "cp":
      // A copied folder is not a file.
      return hasFlag(args, /^-[a-zA-Z]*[rRa]|^--(?:recursive|archive)$/)
        ? []
        : pairs(args).map(([, path]) => ({ path, action: "write" }))
    case "touch":
    case "tee":
      return each(args, hasFlag(args, /^-a$|^--append$/) && program === "tee" ? "edit" : "write")
    case "sed":
      return hasFlag(args, /^-[a-zA-Z]*i|^--in-place/) ? sedFiles(args) : []
    case "git":
      return gitFiles(args)
    default:
      return []
  }
}

function gitFiles(args: readonly Word[]): FileTouch[] {
  // Paths after `git -C dir` are relative to a place of its own.
  if (args[0]?.text.startsWith("-C")) return []
  const { verb, rest } = gitVerb(args)
  if (verb === "mv") return pairs(rest).map(([path, to]) => ({ path, action: "move", to }))
  if (verb === "rm") return hasFlag(rest, /^--cached$/) ? [] : each(rest, "delete")
  if (verb === "checkout") {
    const dashes = rest.findIndex(({ text }) => text === "--")
    return dashes < 0 ? [] : each(rest.slice(dashes), "edit")
  }
  if (verb !== "restore") return []
  const onlyIndex = hasFlag(rest, /^(?:-S|--staged)$/) && !hasFlag(rest, /^(?:-W|--worktree)$/)
  return onlyIndex ? [] : each(withoutValueOf(rest, /^(?:-s|--source)$/), "edit")
}

/** After `sed -i` come the script, unless a flag gave it, and the files. BSD requires a word after `-i`, mostly an empty one. */
function sedFiles(args: readonly Word[]): FileTouch[] {
  const given = /^(?:-[a-zA-Z]*[ef]|--expression|--file)$/
  const words = withoutValueOf(args, given).filter(({ text }) => text !== "" && !text.startsWith("-"))
  return each(hasFlag(args, given) ? words : words.slice(1), "edit")
}

function each(words: readonly Word[], action: FileAction): FileTouch[] {
  return namesIn(words).map((path) => ({ path, action }))
}

/** Source and destination of each file that `mv` or `cp` names. Nothing if one of the words cannot be known. */
function pairs(args: readonly Word[]): [string, string][] {
  const flag = args.findIndex(({ text }) => text === "-t")
  const operands = withoutValueOf(args, /^-t$/).filter(({ text }) => !text.startsWith("-"))
  const folder = flag < 0 ? undefined : args[flag + 1]
  const target = folder ?? operands.at(-1)
  if (!target || !isName(target)) return []
  const sources = folder ? operands : operands.slice(0, -1)
  const intoFolder = folder !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target.text)
  return sources
    .filter(isName)
    .map(({ text }) => [text, intoFolder ? posix.join(target.text, posix.basename(text)) : target.text])
}

function namesIn(words: readonly Word[]): string[] {
  const dashes = words.findIndex(({ text }) => text === "--")
  return words
    .filter((word, at) => isName(word) && ((dashes >= 0 && at > dashes) || !word.text.startsWith("-")))
    .map(({ text }) => text)
}

function isName({ text, plain }: Word): boolean {
  return plain && text !== "" && text.length <= 1000 && !text.startsWith("/dev/") && !/[\0-\x1f]/.test(text)
}

function hasFlag(words: readonly Word[], flag: RegExp): boolean {
  return words.some(({ text, quoted }) => !quoted && flag.test(text))
}

function withoutValueOf(words: readonly Word[], flag: RegExp): Word[] {
  return words.filter((_, at) => !flag.test(words[at - 1]?.text ?? ""))
}
