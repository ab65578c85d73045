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

const DELETE_MESSAGE = "DELETE FROM message WHERE id = ?"

describe("a session that OpenCode 2 has copied", () => {
  test("is gone when OpenCode 2 has deleted it, also the only one; one that went on in OpenCode 1 is there", async () => {
    const { told, copy, in1, in2, listed, found, said } = bed()
    const only = told("the pelican sleeps").id
    copy()
    expect([await listed(), await found()]).toEqual([[only], ["pelican"]])
    in2.delete(only)
    expect([await listed(), await found()]).toEqual([[], []])
    in1.does(only, "UPDATE session SET time_updated = time_updated + 60000 WHERE id = ?", only)
    said(only, "the kestrel sleeps")
    expect([await listed(), await found()]).toEqual([[only], ["pelican", "kestrel"]])
  })

  test("is gone when OpenCode 1 has deleted it; one that went on in OpenCode 2 is there", async () => {
    const { told, copy, in1, in2, listed, found, row } = bed()
    const [gone, stays] = [told("the pelican sleeps").id, told("the kestrel sleeps").id]
    copy()
    in1.delete(gone)
    expect([await listed(), await found()]).toEqual([[stays], ["kestrel"]])
    in2.does(gone, "UPDATE session_v2 SET title = 'of OpenCode 2' WHERE id = ?", gone)
    row(gone, "user", { text: "the gannet sleeps" })
    expect([await listed(), await found()]).toEqual([[gone, stays].sort(), ["pelican", "kestrel", "gannet"]])
  })

  test("is there while others are still copied, and when OpenCode 1 has imported it later with its old times", async () => {
    const { told, copy, in2, listed, db, now } = bed()
    const [first, second] = [told("the pelican sleeps").id, told("the kestrel sleeps").id]
    copy("a part")
    expect(await listed()).toEqual([first, second].sort())
    copy()
    const later = told("the gannet sleeps")
    const old = now() - 3_600_000
    db.query("UPDATE session SET time_created = ?1, time_updated = ?1 WHERE id = ?2").run(old, later.id)
    db.query("UPDATE message SET time_created = ? WHERE session_id = ?").run(old, later.id)
    expect(await listed()).toEqual([first, second, later.id].sort())
    in2.delete(first)
    expect(await listed()).toEqual([second, later.id].sort())
  })

  test("is there when a future OpenCode 2 has emptied the old tables", async () => {
    const { told, copy, listed, texts, db } = bed()
    const { id } = told("the pelican sleeps", "deeply")
    copy()
    for (const table of ["part", "message"]) db.run(`DELETE FROM ${table}`)
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply"])
    db.run("DELETE FROM session")
    db.run("DELETE FROM event_sequence")
    expect(await listed()).toEqual([id])
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply"])
  })
})

describe("messages of a session that OpenCode 2 has copied", () => {
  test("that OpenCode 2 has taken back stay away, also all of them; what OpenCode 1 says later is there", async () => {
    const { told, copy, in1, in2, texts, found, said } = bed()
    const { id, messages } = told("the pelican sleeps", "deeply", "the kestrel sleeps", "too")
    const whole = told("the gannet sleeps", "too")
    copy()
    const revert = "DELETE FROM session_message WHERE session_id = ?1 AND id >= ?2"
    in2.does(id, revert, id, messages[2] ?? "")
    in2.does(whole.id, revert, whole.id, "")
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply"])
    expect(await texts(whole.id)).toEqual([])
    expect(await found()).toEqual(["pelican"])
    in1.does(id, "UPDATE session SET time_updated = time_updated + 60000 WHERE id = ?", id)
    said(id, "the osprei sleeps")
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply", "the osprei sleeps"])
    expect(await found()).toEqual(["pelican", "osprei"])
  })

  test("that OpenCode 2 has taken back and may still restore stay away; what OpenCode 1 says later is there", async () => {
    const { told, copy, in1, in2, texts, said } = bed()
    const { id, messages } = told("the pelican sleeps", "deeply", "the kestrel sleeps", "too")
    copy()
    const revert = JSON.stringify({ messageID: messages[2] })
    in2.does(id, "UPDATE session_v2 SET revert = ?1 WHERE id = ?2", revert, id)
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply"])
    in1.does(id, "UPDATE session SET time_updated = time_updated + 60000 WHERE id = ?", id)
    said(id, "the osprei sleeps")
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply", "the osprei sleeps"])
  })

  test("that OpenCode 1 has taken back stay away, before they are deleted and afterwards", async () => {
    const { told, copy, in1, texts, found, look, said, now } = bed()
    const { id, messages } = told("the pelican sleeps", "deeply", "the kestrel sleeps", "too")
    copy()
    const revert = JSON.stringify({ messageID: messages[2] })
    in1.does(id, "UPDATE session SET revert = ?1, time_updated = ?2 WHERE id = ?3", revert, String(now()), id)
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply"])
    expect(await found()).toEqual(["pelican"])
    expect(await look((view) => view.place(view.session(id), messages[2] ?? ""))).toBeUndefined()
    in1.does(id, "UPDATE session SET revert = NULL WHERE id = ?", id)
    for (const message of messages.slice(2)) in1.does(id, DELETE_MESSAGE, message)
    said(id, "the osprei sleeps")
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply", "the osprei sleeps"])
    expect(await found()).toEqual(["pelican", "osprei"])
  })

  test("that were taken back before they were copied stay away, although the copy has lost the mark", async () => {
    const { told, copy, texts, db } = bed()
    const { id, messages } = told("the pelican sleeps", "deeply", "the kestrel sleeps")
    db.query("UPDATE session SET revert = ? WHERE id = ?").run(JSON.stringify({ messageID: messages[2] }), id)
    copy()
    expect(await texts(id)).toEqual(["the pelican sleeps", "deeply"])
  })

  test("that OpenCode 1 has deleted stay away; who has changed the session last decides, also on its title and whether it is archived", async () => {
    const { told, copy, in1, in2, texts, found, look, row } = bed()
    const { id, messages } = told("the pelican sleeps", "deeply", "the kestrel sleeps", "too")
    copy()
    const state = () =>
      look((view) => [view.session(id).title, view.session(id).archived, ...textsIn(view, id)] as unknown[])
    in1.does(id, "UPDATE session SET title = 'of OpenCode 1', time_archived = 1700000000000 WHERE id = ?", id)
    in1.does(id, DELETE_MESSAGE, messages[2] ?? "")
    expect(await state()).toEqual(["of OpenCode 1", 1700000000000, "the pelican sleeps", "deeply", "too"])
    expect(await found()).toEqual(["pelican"])
    in2.does(id, "UPDATE session_v2 SET title = 'of OpenCode 2' WHERE id = ?", id)
    row(id, "user", { text: "the gannet sleeps" })
    const all = ["the pelican sleeps", "deeply", "the kestrel sleeps", "too", "the gannet sleeps"]
    expect(await state()).toEqual(["of OpenCode 2", undefined, ...all])
    expect(await found()).toEqual(["pelican", "kestrel", "gannet"])
    // Neither host has moved a time: only the order of what both have done tells.
    in1.does(id, DELETE_MESSAGE, messages[0] ?? "")
    expect(await texts(id)).toEqual(["deeply", "too", "the gannet sleeps"])
    expect(await found()).toEqual(["gannet"])
  })

  test("show of an answer what OpenCode 1 shows: nothing hidden, edited or deleted there, also in a search and an export", async () => {
    const { session, answered, copy, db, texts, found, look, wait } = bed()
    const id = session({ directory: "/x" })
    const hidden = { type: "text", text: "the pelican sleeps", ignored: true }
    const made = { type: "text", text: "the kestrel sleeps", synthetic: true }
    answered(id, hidden, made, { type: "text", text: "the gannet sleeps" }, { type: "text", text: "the osprei sleeps" })
    const emptied = answered(id, { type: "text", text: "the curlew sleeps" })
    copy()
    expect(await texts(id)).toEqual(["the gannet sleeps", "the osprei sleeps", "the curlew sleeps"])
    expect(await found()).toEqual(["gannet", "osprei", "curlew"])
    wait(1000)
    db.run("UPDATE part SET data = json_set(data, '$.text', 'the heron sleeps') WHERE data LIKE '%gannet%'")
    db.run("DELETE FROM part WHERE data LIKE '%osprei%'")
    db.query("DELETE FROM part WHERE message_id = ?").run(emptied)
    expect(await texts(id)).toEqual(["the heron sleeps"])
    expect(await found()).toEqual(["heron"])
    const exported = await look((view) => JSON.stringify(view.hostFormat(view.session(id))))
    expect(BIRDS.filter((bird) => exported.includes(bird))).toEqual([])
  })
})
