// A secret in a real OpenCode: said by the user, printed by a tool, written by the agent, put into a summary. The host's own conversation has
// what was said in it; nothing below Cairn's root has it, and no later session is told.
import { afterAll, describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { blocksOf } from "../bed/cairn-block.ts"
import { factNames, noteText, tracesOf } from "../bed/facts-on-disk.ts"
import { stopAll } from "../bed/host.ts"
import { proves } from "../bed/host-features.ts"
import { borrowStory, newsOf } from "../bed/host-session.ts"
import { callVerb, hostTools, keepInMind, setGoal } from "../bed/host-tools.ts"
import { callTool, say } from "../bed/reply.ts"
import { summary } from "../bed/script.ts"
import { tablesNaming } from "../bed/state-on-disk.ts"
import { cairnRoot, git, untilTrue } from "../bed/store-on-disk.ts"

afterAll(stopAll)

// Put together here, so that no scanner takes this file for a leak.
const SEED = "k3Jx9QvT2mWz7RbN4sLd8HfY6pGc1AeU5oXi"
const unlikely = (at: number) => SEED.slice(at) + SEED.slice(0, at)
const token = (at: number) => `ghp_${unlikely(at)}`
/** As a password manager and a person make them. */
const PASSWORD = ["k{9]Xv&", "<Qz|7§ñw"].join(",")
const MAPBOX = ["sk", `eyJ${unlikely(3)}${unlikely(9)}`, unlikely(7).slice(0, 22)].join(".")
const KEY_LINE = unlikely(5).repeat(2)

describe.each(["1.18", "2.0"] as const)("secrets in OpenCode %s", (version) => {
  const { shell } = hostTools(version)

  test("whether said, printed, written or summarised, a secret is in no file, database or git object and in no later request", async () => {
    const story = await borrowStory(version, () => ({ env: { CAIRN_COMPACTION_MODE: "model" } }))
    const { host, model, session } = story
    const root = cairnRoot(host)
    const [said, printed, written, saved, summed] = [1, 2, 3, 4, 5].map(token) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const privately = "the unlisted number of the director"
    writeFileSync(
      join(host.project, ".env"),
      `GITHUB_TOKEN=${printed}\nDB_PASSWORD=${PASSWORD}\nMAPBOX=${MAPBOX}\n-----BEGIN RSA PRIVATE KEY-----\n${KEY_LINE}\n-----END RSA PRIVATE KEY-----\n`,
    )
    // Long enough to be shortened, so that the whole of it is kept aside.
    const command = `cat .env; for i in $(seq 1 400); do echo "src/module-$i/component-$i.tsx"; done; cat .env; sh -c 'echo "error: bad token ${printed}"; exit 3'`

    await host.prompt(session, "hello")
    await host.prompt(session, `Remember the deploy token is ${said} for the release job`)
    await host.prompt(session, `Remember that the office is reached under <private>${privately}</private> on weekdays`)
    await host.prompt(session, `TODO: rotate ${said}. Always use ${said} for the release.`)
    await story.turn([
      shell(command),
      setGoal(`Deploy with ${said}, ask <private>${privately}</private>`),
      keepInMind(`the token is ${printed}, from ＜private＞${privately}＜/private＞, and the pw is ${PASSWORD}`),
      callTool("memory_write", {
        path: "reference/deploy",
        content: `The release job signs in with ${written} every night`,
      }),
      callTool("memory_write", {
        path: "system/deploy",
        content: `The nightly job signs in with ${written} <private>${privately}</private>`,
        description: `with ${written} or ${MAPBOX} <private>${privately}</private>`,
      }),
      callVerb("memory_edit", {
        path: "reference/deploy",
        oldString: "every night",
        newString: `and ${written} every night`,
      }),
      callTool("memory_save", {
        text: `The release job signs in with ${saved}`,
        why: `it is ${saved}`,
        type: "project",
      }),
    ])
    model.rules({
      when: ({ kind }) => kind === "compaction",
      reply: say(`${summary}\n\nMemory candidates:\n- [project] The mirror of the packages signs in with ${summed}`),
    })
    await host.compact(session)
    await host.prompt(session, "go on")
    await untilTrue(() => factNames(root).some((name) => name.includes("mirror")))
    await untilTrue(() => git(root, "status", "--porcelain") === "")

    expect(noteText(root, "reference/deploy")).toContain("The release job signs in with [REDACTED")
    const secrets = {
      said,
      printed,
      written,
      saved,
      summed,
      privately,
      key: KEY_LINE,
      password: PASSWORD,
      mapbox: MAPBOX,
    }
    const look = () => {
      for (const [name, secret] of Object.entries(secrets)) {
        expect([name, tracesOf(root, secret)]).toEqual([name, []])
        expect([name, tablesNaming(host, secret)]).toEqual([name, []])
      }
    }
    look()
    const own = [...blocksOf(model, session), ...model.of("main", session).flatMap(newsOf)].join("\n")
    const other = await host.createSession()
    await host.prompt(other, "how does the release job sign in?")
    await host.restart()
    const later = await host.createSession()
    await host.prompt(later, "how does the release job sign in?")
    const requests = [other, later].map((id) => JSON.stringify(model.of("main", id).map(({ json }) => json)))
    expect(requests[1]).toContain("signs in with [REDACTED")
    for (const [name, secret] of Object.entries(secrets))
      expect([name, [own, ...requests].map((text) => text.includes(secret))]).toEqual([name, [false, false, false]])
    await host.stop()
    look()
    // The search itself must be able to find something.
    expect(tracesOf(root, "The release job signs in with [REDACTED")).toContain("git")
    proves(version, "secrets")
    await story.end()
  })
})
