import { describe, expect, test } from "bun:test"
import { join } from "node:path"
import { copiedPast } from "../../test/bed/copied-past.ts"
import { makePastDatabase, pastDatabaseFile } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { stemOf } from "../text/words.ts"
import { openPast, type PastView } from "./past.ts"

const BIRDS = ["pelican", "kestrel", "gannet", "osprei", "heron", "curlew"]

/** One process that stays, so that what it has cached counts too. */
function bed() {
  const data = tempDir("data")
  const made = makePastDatabase(pastDatabaseFile(data))
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const session = (...said: string[]) => {
    const id = made.session({ directory: "/x" })
    const messages = said.map((text, at) =>
      at % 2 === 0 ? made.said(id, text) : made.answered(id, { type: "text", text }),
    )
    made.db.query("UPDATE session SET time_updated = ? WHERE id = ?").run(made.now(), id)
    return { id, messages }
  }
  return {
    ...made,
    ...copiedPast(made),
    told: session,
    look: <T>(work: (view: PastView) => T) => past.look(undefined, work),
    listed: () => past.look(undefined, ({ sessions }) => sessions.map(({ id }) => id).sort()),
    texts: (id: string) => past.look(undefined, (view) => textsIn(view, id)),
    /** The birds that a search finds. */
    async found(): Promise<string[]> {
      await past.refresh({ forMs: 60_000, maxMegabytes: 100, restMs: 0 }, () => false)
      return past.withIndex((index) => BIRDS.filter((bird) => index.countOf(stemOf(bird), 10).count > 0))
    },
  }
}

function textsIn(view: PastView, id: string): string[] {
  const session = view.session(id)
  return view
    .places(session)
    .flatMap((place) => view.message(session, place)?.parts ?? [])
    .map((part) => (part.kind === "text" ? part.text : part.call.tool))
}

describe("messages of a session that OpenCode 2 has copied", () => {
  test("show of an answer what OpenCode 1 shows: nothing hidden, edited or deleted there, also in a search and an export", async () => {
    const { session, answered, copy, db, texts, found, look } = bed()
    const id = session({ directory: "/x" })
    const hidden = { type: "text", text: "the pelican sleeps", ignored: true }
    const made = { type: "text", text: "the kestrel sleeps", synthetic: true }
    answered(id, hidden, made, { type: "text", text: "the gannet sleeps" }, { type: "text", text: "the osprei sleeps" })
    const emptied = answered(id, { type: "text", text: "the curlew sleeps" })
    copy()
    expect(await texts(id)).toEqual(["the gannet sleeps", "the osprei sleeps", "the curlew sleeps"])
    expect(await found()).toEqual(["gannet", "osprei", "curlew"])
    db.run("UPDATE part SET data = json_set(data, '$.text', 'the heron sleeps') WHERE data LIKE '%gannet%'")
    db.run("DELETE FROM part WHERE data LIKE '%osprei%'")
    db.query("DELETE FROM part WHERE message_id = ?").run(emptied)
    expect(await texts(id)).toEqual(["the heron sleeps"])
    const exported = await look((view) => JSON.stringify(view.hostFormat(view.session(id))))
    expect(BIRDS.filter((bird) => exported.includes(bird))).toEqual([])
  })
})
