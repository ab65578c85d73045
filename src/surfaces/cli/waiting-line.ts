// Progress for a person who waits: a line on stderr that appears after a second, says how far the work is, and disappears again. Files and pipes
// get none.
import type { Progress } from "../../model/progress.ts"
import { thousands } from "../../text/counted.ts"
import type { Terminal } from "./terminal.ts"

const FIRST_MS = 1000
const EVERY_MS = 250
const CLEAR = "\r\u001b[K"

export function openWaitingLine(terminal: Pick<Terminal, "complain" | "showsProgress" | "columns">, what: string) {
  const begun = Date.now()
  let [text, shown] = [what, ""]
  const show = () => {
    const passed = Date.now() - begun
    if (passed < FIRST_MS) return
    const line = `${text} … ${Math.floor(passed / 1000)} s`.slice(0, terminal.columns - 1)
    if (line === shown) return
    shown = line
    terminal.complain(`${CLEAR}${line}`)
  }
  // Must not keep the process alive.
  const timer = terminal.showsProgress ? setInterval(show, EVERY_MS).unref() : undefined
  const tell = (now: string) => {
    text = now
    if (timer) show()
  }
  const progress: Progress = (done, all, step) => {
    const count = all === undefined ? thousands(done) : `${thousands(done)} of ${thousands(all)}`
    tell(`${step ? `${what}, ${step}` : what}: ${count}`)
  }
  return {
    ...{ tell, progress },
    close() {
      clearInterval(timer)
      if (shown !== "") terminal.complain(CLEAR)
      shown = ""
    },
  }
}

export async function whileWaiting<T>(
  terminal: Terminal,
  what: string,
  work: (line: ReturnType<typeof openWaitingLine>) => Promise<T>,
): Promise<T> {
  const line = openWaitingLine(terminal, what)
  try {
    return await work(line)
  } finally {
    line.close()
  }
}
