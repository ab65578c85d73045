// Past sessions below a store, asked by the verbs as an agent calls them.
import { cleanText } from "../../src/redaction/clean-text.ts"
import { type OpenedApp, openWithoutHistory } from "./opened-app.ts"
import { makePastDatabase, pastDatabaseFile } from "./past-database.ts"
import { tempDir } from "./sandbox.ts"

export async function pastBed(env: Record<string, string> = {}) {
  const data = tempDir("data")
  const past = makePastDatabase(pastDatabaseFile(data))
  const cairn = await openWithoutHistory({ env: { XDG_DATA_HOME: data, ...env } })
  const directory = cairn.app.project.checkout.directory
  return { cairn, past, data, directory, call: askedAgain(cairn.call) }
}

const MOST_QUESTIONS = 100

export const modelOf = (id: string) => JSON.stringify({ providerID: "p", id })

/** An agent's question waits a moment for the index; on a busy machine that may be too short, and it is told to ask again. */
function askedAgain(call: OpenedApp["call"]): OpenedApp["call"] {
  return async (...question) => {
    let answer = await call(...question)
    for (let asked = 1; asked < MOST_QUESTIONS && answer.includes("ask again later for the rest"); asked++)
      answer = await call(...question)
    return answer
  }
}

/** Cairn has been there when the messages were sent. */
export function remember({ app }: OpenedApp, session: string, ...messages: readonly string[]): Promise<void> {
  for (const message of messages) app.journal.note(session, [{ kind: "turn", said: cleanText("x").text }], message)
  return app.journal.flush()
}
