// Whether a command line does nothing but show one file, or parts of it: then its output was requested line by line, as with a tool for reading.
import { wordSet } from "../text/word-set.ts"
import { commandsIn, gitVerb, type RanCommand } from "./command.ts"
import { foldersOf, inWorktree, type ShellPlace } from "./shell-files.ts"
import type { Word } from "./shell-line.ts"

/** They print the contents of the file, and nothing else. */
const READERS = wordSet("cat sed nl head tail bat batcat less more awk gawk get-content gc type tee")
/** They print at most a line or two of their own. */
const BESIDE = wordSet("cd pushd popd export set echo printf wc true : mkdir chmod touch write-host set-location")
/** After a reader, they show a part of what it shows. */
const FILTERS = wordSet("cat sed nl head tail bat less more awk gawk cut tr select-object expand column")
/** Options followed by a number or a name that is not a file. */
const VALUED =
  /^(?:-c|-e|-f|-s|-v|-w|-l|--lines|--bytes|--expression|--line-range|-totalcount|-tail|-first|-skip|-encoding)$/i
const SCRIPTED = wordSet("sed awk gawk")
/** `NR>=10`, `1,80p`: parts of a file by their lines. */
const BY_LINES = /^[\d$,;p\s~+!q{}]+$|^\(?NR\b|^\/[^/]*\/,/

export function readsOneFile(line: string): boolean {
  return fileShown(line) !== undefined
}

/** Where nobody knows which folder was entered, as after `cd $DIR`. */
const SOME_FOLDER = "?"

/** Its path as Cairn shows it. */
export function fileShown(line: string, place: ShellPlace = {}): string | undefined {
  const files = new Set<string>()
  const commands = commandsIn(line)
  const folders = foldersOf(commands, place)
  let isPiped = false
  for (const [at, command] of commands.entries()) {
    const read = isPiped ? filtered(command) : filesRead(command)
    if (!read) return undefined
    for (const file of read) files.add(inWorktree(file, { root: place.root, cwd: folders[at] ?? SOME_FOLDER }))
    isPiped = command.connector === "|"
  }
  return files.size === 1 ? [...files][0] : undefined
}

function filtered({ program, isScript, args }: RanCommand): readonly string[] | undefined {
  if (isScript) return undefined
  if (program === "tee") return named(args.filter(({ text }) => !text.startsWith("-")))
  return FILTERS.has(program.toLowerCase()) ? [] : undefined
}

/** Undefined: it may print anything. */
function filesRead(command: RanCommand): readonly string[] | undefined {
  const { isScript, args } = command
  const writes = command.writes.filter(({ word }) => !word.text.startsWith("/dev/"))
  const program = command.program.toLowerCase()
  if (isScript) return undefined
  if (program === "git") return fromHistory(args)
  // Output redirected to a file is not shown.
  if (BESIDE.has(program) || (writes.length > 0 && READERS.has(program))) return []
  if (!READERS.has(program)) return undefined
  const operands = args.filter((word, at) => isOperand(word, args[at - 1]))
  // `cat <<EOF | tee a.ts`: the file is named behind the pipe.
  if (operands.length === 0 && command.hasInput && command.connector === "|") return []
  const [script] = operands
  if (!SCRIPTED.has(program)) return named(operands)
  const isGiven = args.some(({ text }) => /^-[a-z]*e$/.test(text))
  return isGiven || BY_LINES.test(script?.text ?? "") ? named(isGiven ? operands : operands.slice(1)) : undefined
}

function named(operands: readonly Word[]): readonly string[] | undefined {
  return operands.length > 0 && operands.every(isOneFile) ? operands.map(({ text }) => text) : undefined
}

/** Whatever `$HOME` and `~` are, they name one folder, and `[id]` is a folder's name in many projects. */
function isOneFile({ text, plain, quoted }: Word): boolean {
  if (plain) return true
  const written = text.replace(/\$\{\w+\}/g, "$v")
  return !/[*?{`]|\$\(/.test(written) && (quoted || !/^\$\w*$/.test(written))
}

/** `-n` takes a number in one program and nothing in the next. */
function isOperand({ text }: Word, before: Word | undefined): boolean {
  return !/^(?:[-+].*|\d*)$/.test(text) && !VALUED.test(before?.text ?? "")
}

/** `git show HEAD:src/a.ts`. */
function fromHistory(args: readonly Word[]): readonly string[] | undefined {
  const { verb, rest } = gitVerb(args)
  const [name, ...others] = rest.filter(({ text }) => !text.startsWith("-"))
  return verb === "show" && others.length === 0 && /^[^:]*:./.test(name?.text ?? "") ? [name?.text ?? ""] : undefined
}
