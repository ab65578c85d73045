// What a command line does besides looking at things. Only looking is not work, and finding nothing is not a failure.
import { wordSet } from "../text/word-set.ts"
import { commandsIn, gitVerb, type RanCommand } from "./command.ts"

const LOOKS = wordSet(
  "cat bat nl head tail less more sed awk grep egrep fgrep rg ag ack find fd ls ll tree stat file wc sort uniq cut tr column jq yq diff cmp pwd cd pushd popd echo printf true : which type whereis env printenv date id whoami uname hostname ps pgrep top df du free lsof ss netstat sleep wait test [ [[ basename dirname realpath readlink xxd hexdump od strings md5sum sha256sum Get-Content Get-ChildItem Select-String Get-Item Test-Path Write-Output",
)
const GIT_LOOKS = wordSet(
  "status log diff show blame branch grep ls-files ls-tree rev-parse rev-list describe reflog shortlog remote cat-file name-rev symbolic-ref for-each-ref whatchanged",
)
/** Programs of that kind that write when told to. */
const IN_PLACE = /^(?:-i\S*|--in-place\S*|-delete|-exec|-execdir|-fprint)$/

/** `work` is equal for lines that differ only in what they show of it, and empty if the line only looks. */
export function workOf(line: string): { work: string; tellsExit: boolean } {
  const commands = commandsIn(line)
  const from = commands.findIndex((command) => !looks(command))
  const texts = commands
    .filter((command) => !looks(command))
    .map(({ program, args }) => [program, ...args.map(({ text }) => text)].join(" "))
  // After a pipe, `;` or `||` the line's exit code belongs to something else.
  const tellsExit = from >= 0 && commands.slice(from, -1).every(({ connector }) => connector === "&&")
  return { work: texts.join(" && "), tellsExit }
}

function looks({ program, isScript, args, writes }: RanCommand): boolean {
  if (isScript || writes.some(({ word }) => word.text !== "/dev/null")) return false
  if (program === "git") return GIT_LOOKS.has(gitVerb(args).verb)
  return LOOKS.has(program) && !args.some(({ text }) => IN_PLACE.test(text))
}
