// What becomes of one labelled fact through the whole pipeline: it is said in a session of its own, by the user, the agent or a tool, and a model
// that looks through the session proposes it word for word. Each has a store of its own, so that what the next session's request shows is due to it alone.
import { minedSession } from "../test/bed/mined-session.ts"
import { closeApps } from "../test/bed/opened-app.ts"
import { toolPart } from "../test/bed/past-database.ts"

export interface Planted {
  readonly label: "durable" | "junk"
  readonly type: string
  readonly text: string
  readonly seen?: "user" | "agent" | "tool"
  readonly evidence?: string
}

export interface Came {
  readonly outcome: string
  readonly reason: string
  /** How the request of the next session shows it. */
  readonly shown: "as a fact" | "as unconfirmed" | "not"
  /** The same for junk that was said and proposed in a second session as well. */
  readonly shownTwice: Came["shown"]
}

export async function plant(row: Planted): Promise<Came> {
  const mined = await minedSession({ env: { CAIRN_BACKGROUND_TOKENS: "1000000000", CAIRN_HISTORY: "false" } })
  const record = await say(mined, row)
  const shown = shownNext(mined, row)
  if (row.label === "junk") await say(mined, row)
  const shownTwice = shownNext(mined, row)
  await closeApps()
  return { outcome: record?.outcome ?? "none", reason: record?.reason ?? "", shown, shownTwice }
}

type Mined = Awaited<ReturnType<typeof minedSession>>

async function say({ past, cairn, answers, extract }: Mined, { type, text, seen = "agent", evidence = text }: Planted) {
  const session = past.session({ directory: cairn.directory })
  cairn.app.journal.note(session, [{ kind: "turn" }])
  await cairn.app.journal.flush()
  past.said(session, seen === "user" ? evidence : "please look into how the importer of this project is set up")
  if (seen === "tool") past.answered(session, toolPart("bash", { command: "cat notes.txt" }, evidence, 0))
  past.answered(session, { type: "text", text: seen === "user" ? "All right." : evidence })
  answers([{ action: "add", type, text, evidence: [seen === "user" ? "m1" : "m2"] }])
  const came = await extract(session)
  if (typeof came === "string") return { outcome: "none", reason: came }
  return cairn.app.store.outcomes.about({ text: text.slice(0, 200) }, cairn.app.project.name, 1)[0]
}

/** A fact on record counts by its note, since a prompt may show its first words only. */
function shownNext({ cairn }: Mined, { text }: Planted): Came["shown"] {
  const prefix = cairn.prefixNow()
  const [claims = ""] = /<unconfirmed>[\s\S]*?<\/unconfirmed>/.exec(prefix) ?? []
  if (claims.includes(text)) return "as unconfirmed"
  return prefix.includes(text) ? "as a fact" : "not"
}
