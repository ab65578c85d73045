// What the notes have on a message in a real OpenCode: named at its tail, each note once; and the lists that Cairn keeps of the notes.
import { afterAll, describe, expect, test } from "bun:test"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { blockOf } from "../bed/cairn-block.ts"
import { factNames, scopeFolder } from "../bed/facts-on-disk.ts"
import { stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowStory, newsOf, type Story, talkUntil } from "../bed/host-session.ts"
import { callTool } from "../bed/reply.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

const COLD = "reference/zz-certificates.md"
const LINE = `- ${COLD} (global): How the ingress certificates of the cluster are rotated by the nightly job`
const BY_BODY = "- reference/zz-money.md (global): Money"

/** More than the tree has room for, and one at the end that a message may want. */
function writeManyNotes({ host }: Story): void {
  const folder = join(scopeFolder(cairnRoot(host), "global"), "reference")
  mkdirSync(folder, { recursive: true })
  const note = (description: string, body = "body") => `---\ndescription: ${description}\n---\n\n${body}\n`
  for (let at = 0; at < 200; at++)
    writeFileSync(
      join(folder, `meeting-${at}.md`),
      note(`Minutes of meeting ${at} with the gardeners about hedge ${at}`),
    )
  writeFileSync(join(folder, "zz-certificates.md"), note(LINE.slice(LINE.indexOf(": ") + 2)))
  writeFileSync(join(folder, "zz-money.md"), note("Money", "Amounts are integer cents, rounded by round_cents"))
}

const proposed = (story: Story, session: string) =>
  newsOf(story.lastRequest(session)).filter((line) => line.startsWith("- reference/"))

/** The notes were written behind the host's back; it knows them when a session that begins is told of so many. */
async function withManyNotes(story: Story): Promise<string> {
  await story.host.prompt(story.session, "hello")
  writeManyNotes(story)
  await story.host.restart()
  const session = await story.host.createSession()
  await story.host.prompt(session, "hello")
  return session
}

describe.each(["1.18", "2.0"] as const)("recall in OpenCode %s", (version) => {
  test("a cold note that matches a message is named at its tail, once per session, and never for small talk", async () => {
    const story = await borrowStory(version)
    const { host } = story
    const session = await withManyNotes(story)
    expect(blockOf(story.lastRequest(session))).not.toContain(COLD)
    expect(blockOf(story.lastRequest(session))).toContain("more notes")
    await host.prompt(session, "thanks")
    expect(proposed(story, session)).toEqual([])
    await host.prompt(session, "how are the ingress certificates of the cluster rotated?")
    expect(proposed(story, session)).toEqual([LINE])
    await host.prompt(session, "and when were the ingress certificates of the cluster rotated last?")
    await host.restart()
    await host.prompt(session, "are the ingress certificates of the cluster rotated by the nightly job?")
    expect(proposed(story, session)).toEqual([LINE])
    await host.prompt(session, "keep the tip in cents too")
    expect(proposed(story, session)).toEqual([LINE, BY_BODY])
    const other = await host.createSession()
    await host.prompt(other, "how are the ingress certificates of the cluster rotated?")
    expect(blockOf(story.lastRequest(other))).toContain(`\n${LINE}\n`)
    expect(blockOf(story.lastRequest(other))).toContain("<news>\nMaybe relevant:\n")
    proves(version, "relevant")
    await story.end()
  })

  test("switched off, no note is named", async () => {
    const story = await borrowStory(version, () => ({ env: { CAIRN_RELEVANT_FACTS: "false" } }))
    const session = await withManyNotes(story)
    await story.host.prompt(session, "how are the ingress certificates of the cluster rotated?")
    expect(JSON.stringify(story.lastRequest(session).json)).not.toContain(COLD)
    await story.end()
  })

  test("the lists of notes and contradictions are written, and a new session is told about a contradiction until one side is gone", async () => {
    const story = await borrowStory(version)
    const { host, model, session } = story
    const root = cairnRoot(host)
    const file = (name: string) => join(scopeFolder(root, "project"), name)
    await host.prompt(session, "hello")
    await story.turn([
      callTool("memory_save", { text: "The API timeout is 30 seconds", type: "project" }),
      callTool("memory_save", { text: "The API timeout is 60 seconds", type: "project" }),
    ])
    const names = ["project-the-api-timeout-is-30-seconds.md", "project-the-api-timeout-is-60-seconds.md"]
    expect(factNames(root)).toEqual(names)
    await untilTrue(() => names.every((name) => readFileSync(file("_CONFLICTS.md"), "utf8").includes(name)))
    await untilTrue(() => names.every((name) => readFileSync(file("MEMORY.md"), "utf8").includes(name)))
    const newBlock = async () => {
      const other = await host.createSession()
      await host.prompt(other, "hello")
      return blockOf(model.of("main", other)[0])
    }
    expect(await newBlock()).toContain(
      `\nfacts/${names[0]} and facts/${names[1]} (project) contradict each other: ask the user which one is right\n`,
    )
    expect(await newBlock()).not.toContain("_CONFLICTS.md —")
    rmSync(file(`facts/${names[0]}`))
    await talkUntil(host, session, () => !existsSync(file("_CONFLICTS.md")))
    await untilTrue(() => !readFileSync(file("MEMORY.md"), "utf8").includes(names[0] as string))
    const block = await newBlock()
    expect(block).toContain("\n- The API timeout is 60 seconds")
    expect(block).not.toContain("contradict")
    proves(version, "generated")
    await story.end()
  })
})
