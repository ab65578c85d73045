// A real OpenCode, driven over its HTTP API, in a home of its own and with a scripted model. A test reads like this:
//
//   const model = await startModel()
//   const host = await startHost({ plugin: "./dist/server.js", model })
//   const session = await host.createSession()
//
//   model.script([callTool("memory_write", { name: "build", content: "use make" }), say("noted")])
//   const turn = await host.prompt(session, "remember how to build this")
//   expect(turn.text).toBe("noted")
//   expect(turn.tools[0]).toMatchObject({ name: "memory_write", status: "completed" })
//   expect(model.last.systemText).toContain("use make")
//
//   const dead = host.killWhen({ request: (request) => request.kind === "compaction" })
//   host.compact(session).catch(() => "it dies in the middle, as it should")
//   await dead.then(() => host.restart())
//   expect((await host.prompt(session, "go on")).text).toBe("ok")
//
// with `afterAll(stopAll)`. What fails carries the end of the host's output and log.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type HostMessage, type Turn, turnOf } from "./conversation.ts"
import type { Dialect, SessionRef } from "./dialect.ts"
import { followEvents, type HostEvent } from "./event-stream.ts"
import { configDirOf, createProject, type HomePlan, type PluginSpec, prepareHome } from "./host-home.ts"
import { HostHttp } from "./host-http.ts"
import { type HostProcess, type ProcessPlan, startProcess, stopProcesses } from "./host-process.ts"
import { v1Dialect } from "./host-v1.ts"
import { v2Dialect } from "./host-v2.ts"
import type { ModelServer } from "./model-server.ts"
import { deadlineIn, whenLate } from "./patience.ts"
import type { Api, RecordedRequest } from "./recording.ts"
import { tempDir } from "./sandbox.ts"
import { until, Watched } from "./watched.ts"

export type HostVersion = "1.18" | "2.0"

export type HostOptions = {
  version?: HostVersion
  /** The wire format the host speaks with the model. */
  api?: Api
  model: ModelServer
  /** A path to a module or folder, an npm spec, a pair of either with options, or a list of such. */
  plugin?: PluginSpec | PluginSpec[]
  /** More keys for opencode.json. */
  config?: Record<string, unknown>
  /** The model's limits in tokens: 200,000 and 8,000 unless told. */
  limit?: { context: number; output: number; input?: number }
  /** A home that another host uses or has used; a new one unless told. */
  home?: string
  /** A project folder; a new git work tree unless told. */
  project?: string
  env?: Record<string, string>
}

const binaries: Record<HostVersion, string> = {
  "1.18": "node_modules/opencode-linux-x64/bin/opencode",
  "2.0": "node_modules/@opencode/cli-linux-x64-baseline/bin/opencode",
}

export async function startHost(options: HostOptions): Promise<Host> {
  const { version = "1.18", api = "openai", home = tempDir("home"), project = createProject() } = options
  const plan: HomePlan = {
    version,
    home,
    api,
    plugins: pluginList(options.plugin),
    config: options.config ?? {},
    modelUrl: options.model.url,
    limit: options.limit ?? { context: 200_000, output: 8_000 },
  }
  const env = prepareHome(plan, options.env ?? {})
  const host = new Host(version, options.model, { binary: binaryOf(version), cwd: project, env, outputDir: home })
  await host.start()
  return host
}

export function binaryOf(version: HostVersion): string {
  return fromRoot(binaries[version])
}

/** Ends every host that is still running; for `afterAll`. Answers how many there were. */
export function stopAll(): Promise<number> {
  return stopProcesses()
}

export class Host {
  readonly version: HostVersion
  readonly home: string
  readonly project: string
  /** Where Cairn keeps its memory. */
  readonly root: string
  /** Every event of the host since its start, across restarts. */
  readonly events = new Watched<HostEvent>()
  /** For whatever has no method here. */
  readonly http = new HostHttp()
  readonly #model: ModelServer
  readonly #plan: ProcessPlan
  readonly #dialect: Dialect
  readonly #handBack: ((process: HostProcess) => void) | undefined
  readonly #directories = new Map<string, string>()
  readonly #unfinished = new Map<string, Promise<unknown>>()
  #process: HostProcess | undefined
  #leaveEvents: () => void = () => undefined

  /** With `handBack` its process can go to another host: see `leave`. */
  constructor(version: HostVersion, model: ModelServer, plan: ProcessPlan, handBack?: (process: HostProcess) => void) {
    this.version = version
    this.home = plan.outputDir
    this.project = plan.cwd
    this.root = plan.env.CAIRN_HOME ?? join(plan.outputDir, ".local/share/cairn")
    this.#model = model
    this.#plan = plan
    this.#handBack = handBack
    this.#dialect = version === "1.18" ? v1Dialect(this.http) : v2Dialect(this.http)
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  get alive(): boolean {
    return this.#process?.alive ?? false
  }

  get configFile(): string {
    return join(configDirOf(this.home), "opencode.json")
  }

  async createSession(options: { directory?: string; title?: string; parentID?: string } = {}): Promise<string> {
    const { directory = this.project, ...rest } = options
    const id = await this.#tell(this.#dialect.createSession(directory, rest))
    this.#directories.set(id, directory)
    return id
  }

  /** Sends a prompt and waits until the session is idle again. */
  async prompt(sessionID: string, text: string, deadlineMs = 60_000): Promise<Turn> {
    return this.#turn(sessionID, (session) => this.#dialect.prompt(session, text, deadlineMs))
  }

  /** `opencode run` with one argument, as a shell hands it on: a process of its own, in the same home and project. */
  run(message: string, deadlineMs = 120_000): Promise<number | null> {
    const { binary, cwd, env } = this.#plan
    const flags = this.version === "1.18" ? [] : ["--standalone", "--auto"]
    const child = spawn(binary, ["run", ...flags, message], {
      cwd,
      env: { ...env, PWD: cwd },
      stdio: "ignore",
      timeout: deadlineMs,
    })
    return new Promise((done) => child.once("exit", (code) => done(code)))
  }

  /** Has the host's command line take in a session that was exported to this file; answers what it said. */
  async importSession(file: string): Promise<string> {
    const { binary, cwd, env } = this.#plan
    const words = this.version === "1.18" ? ["import", file] : ["session", "import", "--standalone", file]
    const child = spawn(binary, words, { cwd, env: { ...env, PWD: cwd }, stdio: ["ignore", "pipe", "pipe"] })
    let said = ""
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text
      })
    await new Promise((done) => child.once("close", done))
    return said
  }

  /** Sends a prompt and goes on; `waitIdle` tells how it ended. */
  promptAsync(sessionID: string, text: string, deadlineMs = 60_000): void {
    const turn = this.prompt(sessionID, text, deadlineMs)
    this.#unfinished.set(sessionID, Promise.all([this.#unfinished.get(sessionID), turn]))
    this.#unfinished.get(sessionID)?.catch(() => "whoever waits for the session is told")
  }

  async waitIdle(sessionID: string, deadlineMs = 60_000): Promise<void> {
    const unfinished = this.#unfinished.get(sessionID)
    this.#unfinished.delete(sessionID)
    await unfinished
    await this.#tell(this.#dialect.waitIdle(this.#session(sessionID), deadlineMs))
  }

  messages(sessionID: string): Promise<HostMessage[]> {
    return this.#tell(this.#dialect.messages(this.#session(sessionID)))
  }

  /** Runs a slash command (its name without the slash) and waits until the session is idle again. */
  command(sessionID: string, name: string, args = "", deadlineMs = 60_000): Promise<Turn> {
    return this.#turn(sessionID, (session) => this.#dialect.command(session, name, args, deadlineMs))
  }

  /** Has the host summarise the session, and waits for it. */
  compact(sessionID: string, deadlineMs = 60_000): Promise<Turn> {
    return this.#turn(sessionID, (session) => this.#dialect.compact(session, deadlineMs))
  }

  /** What a person does with `!`: a command of theirs, in the session. */
  shell(sessionID: string, command: string, deadlineMs = 60_000): Promise<Turn> {
    return this.#turn(sessionID, (session) => this.#dialect.shell(session, command, deadlineMs))
  }

  /** Stops the running turn. */
  abort(sessionID: string): Promise<void> {
    return this.#tell(this.#dialect.abort(this.#session(sessionID)))
  }

  /** Takes back a user message and all after it; the host does away with them at the next prompt. */
  revert(sessionID: string, messageID: string): Promise<void> {
    return this.#tell(this.#dialect.revert(this.#session(sessionID), messageID))
  }

  /** A copy of the session, up to before a message or whole; answers its id. */
  async fork(sessionID: string, beforeMessageID?: string): Promise<string> {
    const id = await this.#tell(this.#dialect.fork(this.#session(sessionID), beforeMessageID))
    this.#directories.set(id, this.#session(sessionID).directory)
    return id
  }

  deleteSession(sessionID: string): Promise<void> {
    return this.#tell(this.#dialect.deleteSession(this.#session(sessionID)))
  }

  /** The first event, past or to come, for which `matches` holds. */
  waitForEvent(matches: (event: HostEvent) => boolean, deadlineMs = 30_000): Promise<HostEvent> {
    return this.#tell(until(this.events, matches, deadlineMs, "an event of the host"))
  }

  /** SIGKILL, now; resolves when the process is gone. */
  async kill(): Promise<void> {
    const gone = this.#process?.kill()
    this.#leaveEvents()
    await gone
  }

  /** SIGKILL at the first event or request to come that matches; a request has no reply yet at that moment. */
  async killWhen(
    moment: { event?: (event: HostEvent) => boolean; request?: (request: RecordedRequest) => boolean },
    deadlineMs = 30_000,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const strike = () => this.kill().then(resolve, reject)
    const leave = [
      this.events.onItem((event) => moment.event?.(event) && strike()),
      this.#model.requests.onItem((request) => moment.request?.(request) && strike()),
    ]
    const late = () => reject(new Error(`no moment to kill came within ${deadlineMs} ms`))
    const callOff = whenLate(deadlineMs, late)
    await this.#tell(promise).finally(() => {
      callOff()
      for (const stop of leave) stop()
    })
  }

  /** SIGTERM, and SIGKILL when that does not help in time. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#leaveEvents()
    await this.#process?.stop(graceMs)
  }

  /** The end of a story: what runs in its directories is closed, and the process serves another story or is stopped. */
  async leave(): Promise<void> {
    if (!this.#process?.alive || !this.#handBack) return this.stop()
    for (const directory of new Set([this.project, ...this.#directories.values()])) await this.#dialect.close(directory)
    this.#leaveEvents()
    this.#handBack(this.#process)
    this.#process = undefined
  }

  /** Stops the host if it runs, and starts it again on the same home, config and project. */
  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Goes on with a process that another host has left. */
  async takeOver(process: HostProcess): Promise<void> {
    this.#process = process
    this.http.url = process.url
    this.#leaveEvents = await this.#tell(followEvents(this.http, this.#dialect.eventPath, this.events))
  }

  async start(deadlineMs = 30_000): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#startOnce(deadlineMs)
      } catch (error) {
        // A port that was free a moment ago may be another process's now; OpenCode 1 says no more than that it cannot serve.
        if (attempt === 3 || !/\bport \d+ in use\b|\bServeError\b/.test(this.output())) throw error
      }
    }
  }

  async #startOnce(deadlineMs: number): Promise<void> {
    const process = await startProcess(this.#plan)
    this.#process = process
    this.http.url = process.url
    this.#unfinished.clear()
    const up = this.#ready(deadlineMs).then(() => followEvents(this.http, this.#dialect.eventPath, this.events))
    this.#leaveEvents = await this.#tell(up).catch(async (error: unknown) => {
      await process.stop(0)
      throw error
    })
  }

  /** The text of the host's log files. */
  log(): string {
    const dir = join(this.home, ".local", "share", "opencode", "log")
    const files = readdirSync(dir).filter((name) => name.endsWith(".log"))
    return files.map((name) => readFileSync(join(dir, name), "utf8")).join("")
  }

  /** What the host wrote to its standard output and error since it was last started. */
  output(): string {
    return this.#process?.output() ?? ""
  }

  #session(id: string): SessionRef {
    return { id, directory: this.#directories.get(id) ?? this.project }
  }

  async #turn(sessionID: string, run: (session: SessionRef) => Promise<void>): Promise<Turn> {
    const session = this.#session(sessionID)
    const known = new Set((await this.#tell(this.#dialect.messages(session))).map((message) => message.id))
    await this.#tell(run(session))
    const messages = await this.#tell(this.#dialect.messages(session))
    return turnOf(messages.filter((message) => !known.has(message.id)))
  }

  async #ready(deadlineMs: number): Promise<void> {
    await this.#process?.listening(deadlineMs)
    // OpenCode 2 listens before it is ready, and says so with 503.
    const deadline = deadlineIn(deadlineMs)
    while (!(await this.http.answers(this.#dialect.readyPath))) {
      if (deadline.isOver()) throw new Error("the host listens but does not become ready")
      await sleep(20)
    }
  }

  /** Puts the host's last words on what fails. */
  async #tell<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      const error = cause as Error
      if (error.message.includes(LAST_WORDS)) throw error
      throw new Error(`${error.message}\n${LAST_WORDS} ${this.version}, pid ${this.pid}\n${this.#lastWords()}`, {
        cause,
      })
    }
  }

  #lastWords(): string {
    const tail = (text: string) => text.trimEnd().split("\n").slice(-15).join("\n")
    try {
      return `${tail(this.output())}\n${tail(this.log())}`
    } catch (error) {
      return `(no log: ${(error as Error).message})`
    }
  }
}

const LAST_WORDS = "── the host's last words:"

function pluginList(plugin: HostOptions["plugin"]): PluginSpec[] {
  if (plugin === undefined) return []
  if (typeof plugin === "string" || isPair(plugin)) return [plugin]
  return plugin
}

function isPair(plugin: PluginSpec | PluginSpec[]): plugin is [string, Record<string, unknown>] {
  return Array.isArray(plugin) && plugin.length === 2 && typeof plugin[1] === "object" && !Array.isArray(plugin[1])
}

function fromRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
