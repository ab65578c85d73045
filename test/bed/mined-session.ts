// A session of OpenCode's in a database of its own, served by an app whose user has agreed to background calls, and a model that says what it
// is told. For tests of background work below the host.
import { settingMark } from "../../src/flows/agreed-since.ts"
import type { HostServices, Question } from "../../src/flows/contract.ts"
import { extractFacts } from "../../src/flows/extract-facts.ts"
import { runPassIfDue } from "../../src/flows/reconcile-facts.ts"
import { readOwnCall } from "../../src/surfaces/tools/route.ts"
import { noHost, type OpenedApp, open } from "./opened-app.ts"
import { makePastDatabase, type PastDatabase, pastDatabaseFile } from "./past-database.ts"
import { tempDir } from "./sandbox.ts"

export interface MinedSession {
  readonly cairn: OpenedApp
  readonly past: PastDatabase
  readonly session: string
  /** What the model was asked, newest last. */
  readonly questions: Question[]
  /** What the model answers next, and from then on. */
  answers(answer: unknown): void
  /** One look through the session. */
  extract(session?: string): ReturnType<typeof extractFacts>
  /** A pass over the facts, if one is due. */
  tidy(): Promise<void>
}

export interface MinedOptions {
  readonly env?: Record<string, string>
  readonly host?: Partial<HostServices>
}

export async function minedSession({ env, host = {} }: MinedOptions = {}): Promise<MinedSession> {
  const data = tempDir("data")
  const made = makePastDatabase(pastDatabaseFile(data))
  const questions: Question[] = []
  let answer = "[]"
  const services: Partial<HostServices> = {
    smallModel: async () => "bed/small",
    exists: async () => true,
    async ask(question) {
      questions.push(question)
      return { text: answer, tokens: { input: 100, output: 10 } }
    },
    ...host,
  }
  const cairn = await open({ env: { XDG_DATA_HOME: data, CAIRN_BACKGROUND: "on", ...env }, host: services })
  await cairn.app.complete
  // The user agreed long ago, before anything in the database was said.
  const { config, project, store } = cairn.app
  if (config.background === "on") store.background.setMark(settingMark(project.name), "on", 0)
  /** Cairn is there when the user says something. */
  const said = (id: string, text: string) => {
    const message = made.said(id, text)
    cairn.app.journal.note(id, [{ kind: "turn" }], message)
    return message
  }
  const past: PastDatabase = { ...made, said }
  const session = past.session({ directory: cairn.directory })
  await cairn.moments.userSpoke({ sessionID: session, text: "hello there", isFirst: true })
  const full = { ...noHost, ...services }
  return {
    ...{ cairn, past, session, questions },
    answers(next) {
      answer = typeof next === "string" ? next : JSON.stringify(next)
    },
    extract: (id = session) => extractFacts({ app: cairn.app, host: full, readOwnCall }, id),
    tidy: () => runPassIfDue(cairn.app, full, session),
  }
}
