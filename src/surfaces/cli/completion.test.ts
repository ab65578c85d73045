// The completion scripts in the shells they are for. A shell that is not installed is left out, and its test says so.
import { expect, test } from "bun:test"
import { spawnSync } from "node:child_process"
import { shell } from "../../../test/bed/cli-shell.ts"
import { allCommands } from "./commands.ts"

/** What is typed before a Tab, and words that must be offered, or must not. */
const TABS: Readonly<Record<string, { readonly has: readonly string[]; readonly hasNot?: readonly string[] }>> = {
  sta: { has: ["status"], hasNot: ["search"] },
  "ls --js": { has: ["--json"] },
  "sessions co": { has: ["compare"] },
  "sessions ": { has: ["list", "read", "compare", "export"] },
  "sessions compare --": { has: ["--json", "--help"], hasNot: ["--session-id"] },
  "sessions read --": { has: ["--message-id"], hasNot: ["--scope"] },
  "read --": { has: ["--scope"], hasNot: ["--session-id"] },
  "projects jo": { has: ["join"] },
  "sessions --limit 3 --js": { has: ["--json"] },
  "export --format ": { has: ["markdown", "json", "agents", "archive"], hasNot: ["--json"] },
  "show x --scope ": { has: ["project", "global"] },
  "completion ": { has: ["bash", "zsh", "fish"] },
  "doctor --": { has: ["--fix", "--issue", "--updates", "--project", "--json", "--help"] },
}

/** A program that completes each line and prints what is offered on one line. */
const PROGRAMS = {
  bash: (line: string) => {
    const words = line.split(" ")
    const typed = words.map((word) => `"${word}"`).join(" ")
    return `COMP_WORDS=(cairn ${typed}); COMP_CWORD=${words.length}; _cairn; echo "\${COMPREPLY[*]}"`
  },
  // Outside of the line editor the completion system's own words are ours to set.
  zsh: (line: string) => {
    const words = line.split(" ")
    const typed = words.map((word) => `"${word}"`).join(" ")
    const last = words.at(-1) ?? ""
    return `words=(cairn ${typed}); CURRENT=${words.length + 1}; PREFIX="${last}"; _cairn; print`
  },
  fish: (line: string) => `echo (complete -C 'cairn ${line}' | string replace -r '\\t.*' '')`,
} as const
const ZSH_STUBS = `compdef() { : }
_files() { print -rn -- "FILES " }
_describe() { local -a all; all=("\${(@)\${(@P)2}%%:*}"); print -rn -- "\${(@M)all:#$PREFIX*} " }
compadd() { shift; local -a fit; fit=(\${(M)@:#$PREFIX*}); print -rn -- "$fit "; (( $#fit )) }
`
type ShellName = keyof typeof PROGRAMS

const NAMES = Object.keys(PROGRAMS) as ShellName[]
const isMissing = (name: ShellName) => spawnSync(name, ["--version"]).error !== undefined

for (const name of NAMES)
  test.skipIf(isMissing(name))(
    `a Tab in ${name} offers commands, verbs, options and choices (skipped where ${name} is not installed)`,
    async () => {
      const { out: script } = await shell().run("completion", name)
      const lines = Object.keys(TABS).map((line) => PROGRAMS[name](line))
      const source = [...(name === "zsh" ? [ZSH_STUBS] : []), script, ...lines].join("\n")
      const { stdout, stderr } = spawnSync(name, [...(name === "fish" ? ["--no-config"] : []), "-c", source], {
        encoding: "utf8",
      })
      expect(stderr).toBe("")
      const offered = stdout.split("\n").map((line) => line.trim().split(" "))
      const failures = Object.entries(TABS).flatMap(([line, { has, hasNot = [] }], at) => [
        ...has.filter((word) => !offered[at]?.includes(word)).map((word) => `${line}: no ${word} in ${offered[at]}`),
        ...hasNot.filter((word) => offered[at]?.includes(word)).map((word) => `${line}: ${word} is offered`),
      ])
      expect(failures).toEqual([])
    },
  )

test("every script knows every command by all its names, and no shell but these has one", async () => {
  const { run } = shell()
  const failures: string[] = []
  for (const name of NAMES) {
    const { out } = await run("completion", name)
    const known = [...allCommands().keys(), "show", "ls", "opencode-cairn"]
    failures.push(...known.filter((command) => !out.includes(command)).map((command) => `${name}: ${command}`))
  }
  expect(failures).toEqual([])
  // In a folder of `fpath` the first Tab runs the file as the function itself.
  expect((await run("completion", "zsh")).out).toMatch(
    /if .*funcstack\[1\].*_cairn.*\n {2}_cairn "\$@"\nelse\n {2}compdef/,
  )
  expect((await run("completion", "fish")).out).toEndWith("\ncomplete -c opencode-cairn -w cairn\n")
  expect(await run("completion", "tcsh")).toMatchObject({ code: 2 })
})
