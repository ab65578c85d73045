// Tool calls as OpenCode 1.18 hands them to a plugin: what agents do all day, and outputs made to stall whoever reads them.
import { join } from "node:path"

export interface EndedCall {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly output: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export type MakeCall = (directory: string, turn: number) => EndedCall

const FOLDERS = ["src/parser", "src/store", "src/http", "test"]

/** Some of a project's files, another one each time. */
export function fileOf(turn: number): string {
  return `${FOLDERS[turn % FOLDERS.length]}/part-${turn % 97}.ts`
}

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n")

const bash = (command: string, exit: number, output: string): EndedCall => ({
  tool: "bash",
  args: { command, description: "runs it" },
  output,
  metadata: { output: output.slice(-30_000), exit, truncated: false },
})

export const ORDINARY: Readonly<Record<string, MakeCall>> = {
  "bash, 40 lines, passed": (_, turn) =>
    bash(
      "npm test",
      0,
      lines(40, (at) => `✓ ${fileOf(turn + at)} > reads what it wrote (${at} ms)`),
    ),
  "bash, 40 lines, failed": (_, turn) =>
    bash(
      "npx tsc --noEmit",
      2,
      lines(
        40,
        (at) => `${fileOf(turn + at)}(${at + 1},7): error TS2322: Type 'T${turn}' is not assignable to 'number'.`,
      ),
    ),
  "read, 200 lines": (directory, turn) => {
    const path = join(directory, fileOf(turn))
    const body = lines(200, (at) => `${at + 1}: export const value${at} = compute(${turn}, "${fileOf(at)}")`)
    return {
      tool: "read",
      args: { filePath: path },
      output: `<path>${path}</path>\n<type>file</type>\n<content>\n${body}\n</content>`,
      metadata: { truncated: false, display: { type: "file", path } },
    }
  },
  "edit, 20 lines": (directory, turn) => {
    const path = join(directory, fileOf(turn))
    const oldString = lines(20, (at) => `const old${at} = ${turn}`)
    const newString = lines(20, (at) => `const new${at} = ${turn + 1}`)
    const diff = `--- ${path}\n+++ ${path}\n@@ -1,20 +1,20 @@\n${oldString.replace(/^/gm, "-")}\n${newString.replace(/^/gm, "+")}`
    return {
      tool: "edit",
      args: { filePath: path, oldString, newString },
      output: "Edit applied successfully.",
      metadata: { diff, filediff: { file: path } },
    }
  },
  "grep, 60 hits": (directory, turn) => ({
    tool: "grep",
    args: { pattern: "compute\\(", include: "*.ts" },
    output: `Found 60 matches\n${lines(12, (at) => `${join(directory, fileOf(turn + at))}:\n${lines(5, (hit) => `  Line ${hit + 1}: export const value${hit} = compute(${hit})`)}\n`)}`,
    metadata: { matches: 60, truncated: false },
  }),
}

const MB = 1_000_000
const fill = (unit: string) => unit.repeat(Math.ceil(MB / unit.length)).slice(0, MB)

/** A megabyte each. */
export const HOSTILE: Readonly<Record<string, () => string>> = {
  "one line of a letter": () => fill("a"),
  "one line of words": () => fill("the quick brown fox in src/a.ts jumps over an error "),
  base64: () =>
    Buffer.from(Uint8Array.from({ length: (MB / 4) * 3 }, (_, at) => (at * 2_654_435_761) >>> 13)).toString("base64"),
  "all slashes": () => fill("/"),
  "all newlines": () => fill("\n"),
  "`error` lines": () => fill("error\n"),
  "lines of different errors": () => {
    let text = ""
    for (let at = 0; text.length < MB; at++)
      text += `src/a${at}.ts(${at},1): error TS2322: Type 'A${at}' is not assignable.\n`
    return text
  },
}

/** A failing check, whose output is therefore read. */
export function hostileCall(output: string): EndedCall {
  return bash("npm test", 1, output)
}
