// Output and input of a command. Keys are read one at a time and only while one is awaited: what was typed, pasted or repeated before the
// question was on the screen answers nothing.
import { Buffer } from "node:buffer"
import type { ReadStream, WriteStream } from "node:tty"
import { CairnError } from "../../model/errors.ts"

export type Terminal = Readonly<ReturnType<typeof openTerminal>>
export type Keys = ReturnType<typeof listenTo>

export function openTerminal(
  { stdin, stdout, stderr }: { stdin: ReadStream; stdout: WriteStream; stderr: WriteStream },
  env: Readonly<Record<string, string | undefined>>,
) {
  return {
    print: (text: string): void => void stdout.write(text),
    complain: (text: string): void => void stderr.write(text),
    /** Whether a person can be asked. */
    isInteractive: stdin.isTTY === true && stdout.isTTY === true,
    /** Whether stderr is a screen, where a line can be overwritten. */
    showsProgress: stderr.isTTY === true && env.TERM !== "dumb",
    hasColour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
    get columns() {
      return Math.max(20, stdout.columns || 80)
    },
    get rows() {
      return Math.max(10, stdout.rows || 24)
    },
    listen: () => listenTo(stdin),
    /** All of standard input; throws if it exceeds `maxBytes`. */
    input: (maxBytes: number) => readAll(stdin, maxBytes),
  }
}

async function readAll(stdin: ReadStream, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk))
    size += chunks.at(-1)?.length ?? 0
    if (size > maxBytes)
      throw new CairnError("file_too_large", "the standard input is larger than a note may be (1 MB)")
  }
  return Buffer.concat(chunks).toString("utf8")
}

const CONTROL_C = "\u0003"
const CONTROL_D = "\u0004"

function listenTo(stdin: ReadStream) {
  let waiting: ((key: string | undefined) => void) | undefined
  let ended = false

  function answer(key: string | undefined): void {
    const resolve = waiting
    waiting = undefined
    resolve?.(key)
  }
  function hear(chunk: string): void {
    if (chunk === CONTROL_C || chunk === CONTROL_D) end()
    // More than one character is a paste or the sequence of an arrow key.
    else if ([...chunk].length === 1) answer(chunk)
  }
  function end(): void {
    ended = true
    answer(undefined)
  }

  stdin.setRawMode(true)
  stdin.setEncoding("utf8").on("data", hear).on("end", end).on("error", end)
  // After being paused for an editor, stdin does not resume by itself.
  stdin.resume()
  return {
    /** The next key pressed; undefined if there will be none. */
    next: () =>
      new Promise<string | undefined>((resolve) => {
        if (ended) resolve(undefined)
        else waiting = resolve
      }),
    close(): void {
      stdin.off("data", hear).off("end", end).off("error", end)
      stdin.setRawMode(false)
      stdin.pause()
    },
  }
}
