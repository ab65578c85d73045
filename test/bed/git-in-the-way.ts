// A git before the real one, whose commits fail or wait as long as the test says so. Everything else it does as ever.
import { chmodSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { tempDir } from "./sandbox.ts"

export interface GitInTheWay {
  commitsFail(): void
  commitsWait(): void
  /** Commits that wait go on. */
  commitsWork(): void
}

export function gitInTheWay(): GitInTheWay {
  const folder = tempDir("git")
  const path = process.env.PATH
  const [fails, waits] = [join(folder, "fails"), join(folder, "waits")]
  const script = [
    "#!/bin/sh",
    'case " $* " in *" commit-tree "*)',
    `  [ -e "${fails}" ] && { echo "fatal: disk quota exceeded" >&2; exit 128; }`,
    `  while [ -e "${waits}" ]; do sleep 0.05; done;;`,
    "esac",
    `exec "${Bun.which("git")}" "$@"`,
  ]
  writeFileSync(join(folder, "git"), `${script.join("\n")}\n`)
  chmodSync(join(folder, "git"), 0o755)
  const begin = (what: string) => {
    writeFileSync(what, "")
    process.env.PATH = [folder, path].join(delimiter)
  }
  return {
    commitsFail: () => begin(fails),
    commitsWait: () => begin(waits),
    commitsWork() {
      process.env.PATH = path
      for (const what of [fails, waits]) rmSync(what, { force: true })
    },
  }
}
