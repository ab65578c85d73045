// Hosts that run Cairn and serve one story after another. Most of what a story costs is the start of OpenCode 1.18, some three seconds of
// one processor; a directory of its own in a process that runs already costs half a second. Each story has its own project and its own memory:
// the plugin in such a host (`cairn-in-turn.plugin.mjs`) takes the environment of the story at hand from a file.
import { once } from "node:events"
import { existsSync, writeFileSync } from "node:fs"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { binaryOf, Host, type HostOptions } from "./host.ts"
import { configDirOf, createProject, prepareHome, storyEnv } from "./host-home.ts"
import type { HostProcess } from "./host-process.ts"
import type { ModelServer } from "./model-server.ts"
import { tempDir } from "./sandbox.ts"

/** After so many it is stopped: what OpenCode 2 runs for a directory ends with the process only. */
const MOST_STORIES = 16

interface Shelter {
  readonly key: string
  readonly home: string
  readonly env: Record<string, string | undefined>
  /** Where its host finds the model. */
  readonly relay: Relay
  process?: HostProcess
  stories: number
}

/** A host with Cairn that an earlier story may have left; `leave` it in the end. A home that has to be fresh, or another plugin: `startHost`. */
export async function borrowHost(options: Omit<HostOptions, "plugin" | "home">): Promise<Host> {
  const { version = "1.18", model, project = createProject(), env = {} } = options
  const key = JSON.stringify([version, options.api, options.config, options.limit])
  const left = spare().get(version)
  const shelter = left?.key === key ? left : await makeShelter(key, options)
  if (left === shelter) spare().delete(version)
  const { home, relay, process } = shelter
  const own = { ...storyEnv(), CAIRN_HOME: join(tempDir("memory"), "cairn"), ...env }
  writeFileSync(join(home, STORY_ENV), JSON.stringify(own))
  relay.serve(model)
  const handBack = (process: HostProcess) => {
    relay.rest()
    Object.assign(shelter, { process, stories: shelter.stories + 1 })
    const isSpent = shelter.stories >= MOST_STORIES || existsSync(join(configDirOf(home), "cairn.jsonc"))
    const unwanted = isSpent ? shelter : spare().get(version)
    if (!isSpent) spare().set(version, shelter)
    if (!isSpent) process.setAside()
    void unwanted?.process?.stop(0).then(() => unwanted.relay.close())
  }
  const plan = { binary: binaryOf(version), cwd: project, env: { ...shelter.env, ...own }, outputDir: home }
  const host = new Host(version, model, plan, handBack)
  process?.takeUp()
  await (process?.alive ? host.takeOver(process) : host.start())
  return host
}

const STORY_ENV = "story-env.json"

async function makeShelter(key: string, options: Omit<HostOptions, "plugin" | "home">): Promise<Shelter> {
  const { version = "1.18", api = "openai", config = {}, limit = { context: 200_000, output: 8_000 } } = options
  const home = tempDir("home")
  const relay = await startRelay()
  const plugins = ["./test/bed/cairn-in-turn.plugin.mjs"]
  const plan = { version, home, api, plugins, config, limit, modelUrl: relay.url }
  return { key, home, relay, env: prepareHome(plan, { CAIRN_STORY_ENV: join(home, STORY_ENV) }), stories: 0 }
}

/** One of each version: an idle host costs a little too. Bun loads the modules of the bed again for every file of tests. */
function spare(): Map<string, Shelter> {
  const shared = globalThis as { cairnBedSpareHosts?: Map<string, Shelter> }
  shared.cairnBedSpareHosts ??= new Map()
  return shared.cairnBedSpareHosts
}

async function startRelay(): Promise<Relay> {
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  server.unref()
  return new Relay(server)
}

/** The one address of a model that its host knows; behind it is the model of the story at hand. */
class Relay {
  readonly url: string
  readonly #server: Server
  #model: ModelServer | undefined
  readonly #open = new Set<ServerResponse>()
  /** A session that is over may still try again what failed: no story hears of those before it. */
  readonly #over = new Set<string>()

  constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    server.on("request", (request, response) => {
      const session = String(request.headers["x-session-id"] ?? request.headers["x-session-affinity"] ?? "")
      if (!this.#model || this.#over.has(session)) return void response.writeHead(400).end("this story is over")
      this.#open.add(response)
      response.once("close", () => this.#open.delete(response))
      this.#model.serve(request, response)
    })
  }

  serve(model: ModelServer): void {
    this.#model = model
  }

  rest(): void {
    for (const { sessionID } of this.#model?.requests.list ?? []) this.#over.add(sessionID)
    this.#over.delete("")
    this.#model = undefined
    for (const response of this.#open) response.destroy()
  }

  close(): void {
    this.#server.close()
  }
}
