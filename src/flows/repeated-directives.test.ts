// What the user has to say in a second session is a fact; a rule said once is offered to the model.

import { afterAll, expect, test } from "bun:test"
import { existsSync, readdirSync } from "node:fs"
import { closeApps, type OpenOptions, openWithoutHistory as open } from "../../test/bed/opened-app.ts"
import { seenBy } from "../intake/session-evidence.ts"

afterAll(closeApps)

async function begun(options?: OpenOptions) {
  const cairn = await open(options)
  await cairn.app.complete
  let count = 0
  const say = async (sessionID: string, text: string) => {
    const messageID = `msg_${100 + count++}`
    return (await cairn.moments.userSpoke({ sessionID, messageID, text, isFirst: false })).tail ?? ""
  }
  const facts = () =>
    (["project", "global"] as const).flatMap((scope) =>
      existsSync(cairn.file("facts", scope))
        ? readdirSync(cairn.file("facts", scope)).map((name) => cairn.read(`facts/${name}`, scope))
        : [],
    )
  const served = async (sessionID: string) => {
    await say(sessionID, "hello")
    await cairn.moments.promptBuilt({ sessionID, model: "p/m", purpose: "turn", tailed: [], foreign: () => [] })
  }
  const userWords = (sessionID: string) => seenBy(cairn.app, cairn.app.sessions.get(sessionID)).userTurns
  return { ...cairn, say, facts, served, userWords }
}

const OFFER = "If this applies beyond this session, save it with memory_save"

test("a rule is offered to the model once, a passing wish and a known fact are not", async () => {
  const { say, served } = await begun()
  await served("ses_a")
  expect(await say("ses_a", "Never push to main")).toContain(`${OFFER}: "Never push to main"`)
  expect(await say("ses_a", "never push to main.")).not.toContain(OFFER)
  expect(await say("ses_a", "Don't commit it yet")).not.toContain(OFFER)
  await say("ses_a", "Remember: never edit generated files")
  expect(await say("ses_a", "do not touch the generated files")).not.toContain(OFFER)
})

test("said again in other words in another session it is a fact with both turns as evidence, also over a restart", async () => {
  const before = await begun()
  await before.say("ses_a", "No, we use pnpm here, not npm")
  expect(before.facts()).toEqual([])
  await before.app.close()

  const { say, facts, served, app, directory: _ } = await begun({ root: before.root, directory: before.directory })
  await served("ses_b")
  expect(await say("ses_b", "Use pnpm instead of npm")).toContain(
    "Saved, because the user also said this in an earlier session: facts/",
  )
  expect(facts()).toEqual([expect.stringContaining("evidence: ses_b/msg_101, ses_a/msg_100")])
  expect(facts()[0]).toContain("source: explicit")
  expect(facts()[0]).toEndWith("\n\nUse pnpm instead of npm\n")
  const [outcome] = app.store.outcomes.about({ text: "pnpm" }, app.project.name, 5)
  expect(outcome).toMatchObject({ session: "ses_b", message: "msg_101", said: "user", outcome: "promoted" })
  // A third time it is known.
  await say("ses_c", "please use pnpm, not npm")
  expect(facts()).toHaveLength(1)
})

test("the opposite of what was said, or of what is known, is a wish of its own, for the model to judge", async () => {
  const { say, facts, served, clock } = await begun()
  await served("ses_a")
  await say("ses_a", "Always ask me before running the migrations")
  await say("ses_a", "Remember: always squash commits before merging")
  clock.time += 60_000
  await served("ses_b")
  expect(await say("ses_b", "Never ask me before running the migrations")).toContain(`"Always ask me before running`)
  expect(await say("ses_b", "Never squash commits before merging")).toContain(`${OFFER}: "Never squash commits`)
  expect(facts()).toHaveLength(1)
})

test("no fact comes of two wishes, one session, a fork, a resent message, a message taken back, a document, a subagent", async () => {
  const { say, facts, moments } = await begun({ host: { parentOf: async (id) => (id === "ses_sub" ? "ses_a" : null) } })
  await say("ses_a", "Never push to main")
  await say("ses_a", "do not push to main")
  await say("ses_b", "Never force-push to a shared branch")
  await say("ses_sub", "never push to main")
  await moments.forked({ sessionID: "ses_fork", from: "ses_a" })
  await say("ses_fork", "never push directly to main")
  await say("ses_c", `never push to main. ${"Here is a long text about the parser. ".repeat(50)}`)
  const task = "Port the parser to Rust. Never touch the lexer."
  await say("ses_d", task)
  await say("ses_e", task)
  await say("ses_f", "never rename the tables")
  await moments.reverted({ sessionID: "ses_f", messageID: "msg_108", andAfter: true })
  await say("ses_g", "do not rename the tables")
  expect(facts()).toEqual([])
  await say("ses_h", "Do not rename the tables")
  expect(facts()).toHaveLength(1)
})

test("a complaint about what an earlier session forbade is a fact in the words of the rule, and a report of a fault is none", async () => {
  const { say, facts, served } = await begun()
  await say("ses_a", "write the fetcher. without lodash if possible pls")
  await say("ses_a", "always use the logger in the worker")
  await served("ses_b")
  await say("ses_b", "the logger of the worker is broken again")
  expect(facts()).toEqual([])
  expect(await say("ses_b", "there is lodash in the imports again")).toContain("Saved, because the user also said this")
  expect(facts()).toEqual([
    expect.stringMatching(/evidence: ses_b\/msg_104, ses_a\/msg_100\n[\s\S]*\n\nWithout lodash if possible\n$/),
  ])
  await served("ses_c")
  expect(await say("ses_c", "lodash again??")).not.toContain("Saved")
  expect(facts()).toHaveLength(1)
})

test("no fact comes of what the user quoted or what was hidden, and the shell's quotation marks are no quotation", async () => {
  const { say, facts } = await begun()
  await say("ses_a", 'the style guide says "never use lodash in src"')
  await say("ses_a", "the old reviewer said: no moment in the frontend")
  await say("ses_a", "the password is hunter2 for staging")
  await say("ses_b", "lodash again??")
  await say("ses_b", "moment in the frontend again??")
  await say("ses_b", "you forgot the staging password again")
  expect(facts()).toEqual([])
  await say("ses_a", '"no semicolons in this project pls"')
  await say("ses_b", '"semicolons again??"')
  expect(facts()).toEqual([expect.stringContaining("No semicolons in this project")])
})

const RECALLED = "In an earlier session the user said"

test("what may be said again is brought to the model's mind once a session, and the sentence of then vouches", async () => {
  const { say, facts, served, userWords } = await begun()
  await say("ses_a", "nice but no comments over every line pls")
  await served("ses_b")
  expect(await say("ses_b", "run the tests")).not.toContain(RECALLED)
  const line = `${RECALLED} "nice but no comments over every line pls". If this message repeats a standing wish, save it as a rule with memory_save.`
  expect(await say("ses_b", "look, comments again")).toContain(line)
  expect(await say("ses_b", "comments!! i can read code")).not.toContain(RECALLED)
  expect(userWords("ses_b")).toContain("nice but no comments over every line pls")
  expect(facts()).toEqual([])
})

test("who says that it was said before is offered to the model, whatever is known of it, and not beside another line", async () => {
  const { say, served } = await begun()
  await served("ses_a")
  expect(await say("ses_a", "you forgot the changelog")).toContain(`${OFFER}: "you forgot the changelog"`)
  expect(await say("ses_a", "run it again please")).not.toContain(OFFER)
  await say("ses_a", "Remember: every change has an entry in the changelog")
  expect(await say("ses_a", "like I said, the changelog")).not.toContain(OFFER)
})

test("nothing is brought to mind of a fact, a fork, a deleted session, or with capture off", async () => {
  const { say, served, moments } = await begun()
  await say("ses_a", "no semicolons pls")
  await say("ses_x", "no lodash pls")
  await moments.sessionDeleted({ sessionID: "ses_x" })
  await served("ses_b")
  expect(await say("ses_b", "lodash again??")).not.toContain(RECALLED)
  await moments.forked({ sessionID: "ses_fork", from: "ses_a" })
  await served("ses_fork")
  expect(await say("ses_fork", "semicolons again??")).not.toContain(RECALLED)
  await say("ses_c", "Remember: no semicolons in this project")
  expect(await say("ses_b", "semicolons again!!")).not.toContain(RECALLED)
  const off = await begun({ env: { CAIRN_CAPTURE: "false" } })
  await off.say("ses_a", "no semicolons pls")
  await off.served("ses_b")
  expect(await off.say("ses_b", "semicolons again??")).not.toContain(RECALLED)
})

test("a session that is deleted takes what was typed in it along", async () => {
  const { say, facts, moments } = await begun()
  await say("ses_a", "Never push to main")
  await moments.sessionDeleted({ sessionID: "ses_a" })
  await say("ses_b", "do not push to main")
  expect(facts()).toEqual([])
})
