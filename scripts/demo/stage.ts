// Where the story happens: a real OpenCode in the temporary home, its scripted model, and a small project of its own.
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, resolve } from "node:path"
import type { Turn } from "../../test/bed/conversation.ts"
import { Host } from "../../test/bed/host.ts"
import { prepareHome } from "../../test/bed/host-home.ts"
import { type ModelServer, startModel } from "../../test/bed/model-server.ts"
import type { RecordedRequest } from "../../test/bed/recording.ts"
import { callTools } from "../../test/bed/reply.ts"
import { sandboxRoot } from "../../test/bed/sandbox.ts"
import { cairnRoot, git, untilTrue } from "../../test/bed/store-on-disk.ts"
import {
  answerFrom,
  askedFirst,
  askedNext,
  askedToWork,
  fact,
  forgetful,
  notes,
  PROJECT,
  type StoryNote,
  thanks,
  work,
} from "./story.ts"

export interface Stage {
  readonly model: ModelServer
  readonly host: Host
  /** Cairn's own folder. */
  readonly root: string
}

/** One session as it went: who ran it, what came of it, and what the model was shown first. */
export interface Act {
  readonly session: string
  readonly pid: number
  readonly turn: Turn
  readonly request: RecordedRequest | undefined
}

export interface Commit {
  readonly hash: string
  readonly subject: string
  readonly date: string
}

export async function openStage(withMemory: boolean): Promise<Stage> {
  const model = await startModel()
  const home = homedir()
  const env = prepareHome(
    {
      version: "1.18",
      home,
      api: "openai",
      plugins: [resolve("dist/server.js")],
      config: {},
      modelUrl: model.url,
      limit: { context: 200_000, output: 8_000 },
    },
    withMemory ? {} : { CAIRN_ENABLED: "false" },
  )
  // The runtime of this script lives in the OpenCode binary, so that is the binary to start.
  const host = new Host("1.18", model, { binary: process.execPath, cwd: makeProject(), env, outputDir: home })
  return { model, host, root: cairnRoot(host) }
}

export async function tellTheAgent(stage: Stage): Promise<Act> {
  const session = await stage.host.createSession()
  // A new memory begins with a commit of its own, made while a person would still be typing.
  await settled(() => git(stage.root, "log").includes("commit"), 2_000)
  stage.model.script([callTools(notes.map((note) => note.call)), thanks])
  return act(stage, session, askedFirst)
}

export async function askTheNextAgent(stage: Stage): Promise<Act> {
  const session = await stage.host.createSession()
  stage.model.rules({ reply: (request) => answerFrom(blockOf(request)), times: 1 })
  return act(stage, session, askedNext)
}

/** Work is done in the same session, OpenCode compacts it with a summary that says nothing, and the agent is asked to go on. */
export async function forgetEverything({ model, host }: Stage, { session }: Act): Promise<RecordedRequest | undefined> {
  model.script(work(host.project), { session })
  await host.prompt(session, askedToWork)
  model.rules({ when: ({ kind }) => kind === "compaction", reply: forgetful })
  await host.compact(session)
  await host.prompt(session, "Go on, please.")
  return model.of("main", session).at(-1)
}

/** OpenCode reports a session idle a moment after its answer; Cairn commits then. */
export async function waitForCommit(stage: Stage): Promise<void> {
  const written = places(stage).filter((place) => textAt(stage, place) !== "")
  await settled(() => written.every((place) => commitOf(stage, place) !== undefined), 10_000)
}

/** Every file that must come of the story. */
export function places(stage: Stage): string[] {
  return [factPlace(stage), ...notes.map(placeOf)]
}

/** The `<cairn>` block of a request; empty when there is none. */
export function blockOf(request: RecordedRequest | undefined): string {
  return /<cairn>[\s\S]*<\/cairn>/.exec(request?.systemText ?? "")?.[0] ?? ""
}

/** A note's path below Cairn's folder. */
export function placeOf(note: StoryNote): string {
  return join("memory", note.scope === "global" ? "global" : `projects/${PROJECT}`, note.path)
}

/** Where the fact is, below Cairn's folder: its file is named by its words. Empty when there is none. */
export function factPlace(stage: Stage): string {
  const folder = join("memory/projects", PROJECT, "facts")
  if (!existsSync(join(stage.root, folder))) return ""
  const files = readdirSync(join(stage.root, folder)).map((name) => join(folder, name))
  return files.find((place) => textAt(stage, place).includes(fact)) ?? ""
}

/** Empty when there is no such file. */
export function textAt(stage: Stage, place: string): string {
  const file = join(stage.root, place)
  return place !== "" && existsSync(file) ? readFileSync(file, "utf8") : ""
}

export function commitOf(stage: Stage, place: string): Commit | undefined {
  if (place === "" || !existsSync(join(stage.root, "history.git/HEAD"))) return undefined
  const format = ["--format=%h%x00%s%x00%cd", "--date=format:%F %R"]
  const fields = git(stage.root, "log", "-1", ...format, "--", inMemory(place)).trim()
  const [hash, subject, date] = fields.split("\0")
  return hash && subject && date ? { hash, subject, date } : undefined
}

export function textInCommit(stage: Stage, place: string, commit: Commit): string {
  return git(stage.root, "show", `${commit.hash}:${inMemory(place)}`)
}

async function act({ model, host }: Stage, session: string, words: string): Promise<Act> {
  const turn = await host.prompt(session, words)
  return { session, pid: host.pid, turn, request: model.of("main", session)[0] }
}

/** Waits for something to become true, and goes on without it: what is missing is for the checks to tell. */
async function settled(isTrue: () => boolean, deadlineMs: number): Promise<void> {
  await untilTrue(isTrue, deadlineMs).catch(() => undefined)
}

function inMemory(place: string): string {
  return place.slice("memory/".length)
}

function makeProject(): string {
  const project = join(sandboxRoot(), PROJECT)
  mkdirSync(project)
  writeFileSync(join(project, "README.md"), "# Tide clock\n\nTells when the water comes.\n")
  writeFileSync(join(project, "check"), "#!/bin/sh\necho 'Error: spring tide: 3.2 is not 3.24'\nexit 1\n", {
    mode: 0o755,
  })
  const inProject = (...args: string[]) => execFileSync("git", args, { cwd: project })
  inProject("init", "--quiet", "--initial-branch=main")
  inProject("add", ".")
  inProject("-c", "user.name=demo", "-c", "user.email=demo@localhost", "commit", "--quiet", "-m", "the tide comes")
  return project
}
