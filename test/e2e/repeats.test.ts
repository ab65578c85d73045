// What a user has to say again in a second session, in a real OpenCode, over a restart too: it becomes a fact with both turns as evidence, or
// the model is told what was said then.
import { afterAll, describe, expect, test } from "bun:test"
import { factNames, noteText } from "../bed/facts-on-disk.ts"
import { stopAll } from "../bed/host.ts"
import { borrowStory, newsOf } from "../bed/host-session.ts"
import { cairnRoot, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

describe.each(["1.18", "2.0"] as const)("repeated in OpenCode %s", (version) => {
  test("a correction typed again in other words becomes a fact, two different wishes do not", async () => {
    const story = await borrowStory(version)
    const { host, session } = story
    const root = cairnRoot(host)
    await host.prompt(session, "hello")
    await host.prompt(session, "No, we use pnpm here, not npm")
    await host.prompt(session, "Never touch the lexer")
    expect(newsOf(story.lastRequest()).join("\n")).toContain(
      'If this applies beyond this session, save it with memory_save: "Never touch the lexer"',
    )
    await host.restart()

    const later = await host.createSession()
    await host.prompt(later, "hello")
    await host.prompt(later, "Never rename the parser")
    await host.prompt(later, "Please use pnpm instead of npm")
    await untilTrue(() => factNames(root).length + factNames(root, "global").length === 1)
    const scope = factNames(root).length === 1 ? "project" : "global"
    const text = noteText(root, `facts/${factNames(root, scope)[0]}`, scope)
    const [, first] = (await host.messages(session)).filter(({ role }) => role === "user")
    const [, , second] = (await host.messages(later)).filter(({ role }) => role === "user")
    expect(text).toContain("\nsource: explicit\n")
    expect(text).toContain(`\nevidence: ${later}/${second?.id}, ${session}/${first?.id}\n`)
    expect(text).toEndWith("\n\nUse pnpm instead of npm\n")
    await story.end()
  })

  test("a complaint turns the wish of an earlier session into a fact, or reminds the model of it, once", async () => {
    const story = await borrowStory(version)
    const { host, session } = story
    await host.prompt(session, "hello")
    await host.prompt(session, "write the fetcher. without lodash if possible pls")
    await host.prompt(session, "nice but no comments over every line pls")
    await host.restart()

    const later = await host.createSession()
    const news = () => newsOf(story.lastRequest(later)).join("\n")
    const line =
      'In an earlier session the user said "nice but no comments over every line pls". If this message repeats a standing wish, save it as a rule with memory_save.'
    await host.prompt(later, "hello")
    await host.prompt(later, "look, comments again")
    expect(news()).toContain(line)
    await host.prompt(later, "comments!! i can read code")
    expect(news().split(line)).toHaveLength(2)
    const root = cairnRoot(host)
    expect(factNames(root)).toEqual([])

    await host.prompt(later, "there is lodash in the imports again")
    await untilTrue(() => factNames(root).length === 1)
    const text = noteText(root, `facts/${factNames(root)[0]}`, "project")
    const [, first] = (await host.messages(session)).filter(({ role }) => role === "user")
    const [, , , last] = (await host.messages(later)).filter(({ role }) => role === "user")
    expect(text).toContain(`\nevidence: ${later}/${last?.id}, ${session}/${first?.id}\n`)
    expect(text).toEndWith("\n\nWithout lodash if possible\n")
    await story.end()
  })
})
