// One `opencode serve` process. It is ended by its id: by the test, by `stopProcesses`, or when the test run itself ends.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { deadlineIn, whenLate } from "./patience.ts"

const running = new Set<HostProcess>()

export type ProcessPlan = { binary: string; cwd: string; env: Record<string, string | undefined>; outputDir: string }

export class HostProcess {
  readonly url: string
  readonly #child: ChildProcess
  readonly #outputFile: string
  readonly #exited: Promise<void>

  constructor(plan: ProcessPlan, port: number) {
    this.url = `http://127.0.0.1:${port}`
    this.#outputFile = join(plan.outputDir, `serve-${port}.out`)
    // To a file and not through a pipe: nobody has to read along, and the last words of a killed process are kept.
    const output = openSync(this.#outputFile, "a", 0o600)
    this.#child = spawn(plan.binary, ["serve", "--hostname", "127.0.0.1", "--port", String(port)], {
      cwd: plan.cwd,
      env: plan.env,
      stdio: ["ignore", output, output],
      // A group of its own, so that what the host leaves behind (a shell tool, say) can be ended with it.
      detached: true,
    })
    closeSync(output)
    this.#exited = this.#whenGone()
    running.add(this)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** `stopProcesses` leaves it alone while nobody uses it. */
  setAside(): void {
    running.delete(this)
  }

  takeUp(): void {
    running.add(this)
  }

  output(): string {
    return readFileSync(this.#outputFile, "utf8")
  }

  /** Waits until the host says that it listens: OpenCode 1 may never answer a request that comes before. */
  async listening(deadlineMs: number): Promise<void> {
    const deadline = deadlineIn(deadlineMs)
    while (!this.output().includes("listening on")) {
      if (!this.alive) throw new Error("the host ended while starting")
      if (deadline.isOver()) throw new Error(`the host was not listening within ${deadlineMs} ms`)
      await sleep(10)
    }
  }

  /** SIGKILL to the host alone, delivered before this returns; the promise waits for the process to be gone. */
  async kill(): Promise<void> {
    if (!this.alive) return
    signal(this.pid, "SIGKILL")
    await this.#exited
  }

  /** SIGTERM, a bounded wait, SIGKILL; then whatever is left of its process group. */
  async stop(graceMs: number): Promise<void> {
    if (this.alive) {
      signal(this.pid, "SIGTERM")
      const callOff = whenLate(graceMs, () => void this.kill())
      await this.#exited
      callOff()
    }
    signal(-this.pid, "SIGKILL")
  }

  async #whenGone(): Promise<void> {
    const watch = guard(this.pid)
    await once(this.#child, "exit")
    running.delete(this)
    watch.kill("SIGKILL")
  }
}

export async function startProcess(plan: ProcessPlan): Promise<HostProcess> {
  return new HostProcess(plan, await freePort())
}

/** Ends every host that is still running; answers how many there were. */
export async function stopProcesses(): Promise<number> {
  const left = [...running]
  await Promise.all(left.map((host) => host.stop(2_000)))
  return left.length
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === "string") throw new Error("no free port")
  return address.port
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (pid === 0) return
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

// Bun's test runner ends without an `exit` event, and nothing at all runs when it is killed. So each host has a guard:
// a shell that waits for the end of its input, which the kernel brings about when the test run dies, however it dies.
function guard(pid: number): ChildProcess {
  const shell = spawn("sh", ["-c", 'read -r _; kill -s KILL -- "-$0"', String(pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  })
  shell.unref()
  return shell
}
