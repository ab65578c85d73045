import { afterAll, describe, expect, setSystemTime, test } from "bun:test"
import { rmSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { closeApps, open } from "../../test/bed/opened-app.ts"
import { userFile as settingsOfUser } from "../../test/bed/user-file.ts"
import { noticesText } from "../model/notice.ts"
import { nullLog } from "../platform/log.ts"
import { openSettings } from "./settings-file.ts"

afterAll(closeApps)

const userFile = () => settingsOfUser({ CAIRN_TOOLS: "full" })

const AT_ONCE = { lookMs: 0 }

describe("the user's settings", () => {
  test("hold again as soon as the file changes, comes or goes", async () => {
    const file = userFile()
    const settings = await openSettings(file, nullLog, AT_ONCE)
    expect(settings.config.tailBudget).toBe(700)
    const seen: number[] = []
    for (const text of [
      '{ "tailBudget": 500 }',
      '{ // less\n "tailBudget": 300, }',
      undefined,
      '{ "tailBudget": 400 }',
    ]) {
      if (text === undefined) rmSync(file.path)
      else file.write(text)
      await settings.refresh()
      seen.push(settings.config.tailBudget)
    }
    expect(seen).toEqual([500, 300, 700, 400])
    expect(settings.problems).toEqual([])
  })

  test("the text on what is worth keeping comes from a file next to the settings, unless a setting has it", async () => {
    const file = userFile()
    file.write("{}")
    const beside = join(dirname(file.path), "cairn-protocol.md")
    writeFileSync(beside, "\nKeep what auditors ask for.\n")
    expect((await openSettings(file, nullLog)).config.protocol).toBe("Keep what auditors ask for.")
    file.write('{ "protocol": "Keep ports." }')
    expect((await openSettings(file, nullLog)).config.protocol).toBe("Keep ports.")
    file.write("{}")
    writeFileSync(beside, "x".repeat(5000))
    const { config, problems } = await openSettings(file, nullLog)
    expect([config.protocol, problems.length]).toEqual(["", 1])
  })

  test("stay as they were while there is a mistake in the file, which is told with its line", async () => {
    const file = userFile()
    file.write('{ "tailBudget": 500 }')
    const settings = await openSettings(file, nullLog, AT_ONCE)
    file.write('{ "tailBudget": 300,\n  "inject": "perhaps" }')
    await settings.refresh()
    expect(settings.config).toMatchObject({ tailBudget: 500, inject: true })
    expect(settings.problems).toMatchObject([
      {
        text: expect.stringMatching(/^cairn\.jsonc:2: "inject"/),
        hint: "until it is fixed, the earlier settings stay in force",
      },
    ])
    file.write('{ "tailBudget": "x", "inject": 1,\n  "tolls": 1, "pool": { "items": 0 } }')
    await settings.refresh()
    expect(noticesText(settings.problems)).toBe(
      'cairn.jsonc:1: "tailBudget": expected a number, not "x"\ncairn.jsonc:1: "inject": expected true or false, not 1\ncairn.jsonc:2: unknown setting "tolls"; did you mean "tools"?\ncairn.jsonc:2: "pool.items": expected at least 1, not 0; until it is fixed, the earlier settings stay in force',
    )
    file.write('{ "tailBudget": 300,\n  "inject": ')
    await settings.refresh()
    expect(settings.problems[0]?.text).toMatch(/^cairn\.jsonc:2: not valid JSON/)
    expect(settings.config.tailBudget).toBe(500)
    file.write('{ "tailBudget": 300,\n  "inject": false }')
    await settings.refresh()
    expect(settings.config).toMatchObject({ tailBudget: 300, inject: false })
    expect(settings.problems).toEqual([])
  })

  test("that the store or the list of tools is made with wait for a restart, and say so", async () => {
    const file = userFile()
    const sources = { env: { XDG_CONFIG_HOME: file.env.XDG_CONFIG_HOME } }
    const settings = await openSettings(sources, nullLog, { ...AT_ONCE, untilRestart: () => ["tools"] })
    const choosing = await openSettings(sources, nullLog, AT_ONCE)
    file.write('{ "hotDir": "always", "tailBudget": 300, "tools": "compact" }')
    await Promise.all([settings.refresh(), choosing.refresh()])
    expect(settings.config).toMatchObject({ hotDir: "system", tailBudget: 300, tools: "standard" })
    expect(settings.problems).toMatchObject([
      { code: "needs_restart", text: expect.stringContaining('"hotDir"') },
      { code: "needs_restart", text: expect.stringContaining('"tools"') },
    ])
    expect(choosing.config).toMatchObject({ hotDir: "system", tools: "compact" })
  })

  test("are looked at once a second at most, and not while somebody writes them", async () => {
    const file = userFile()
    const patient = await openSettings(file, nullLog)
    const settings = await openSettings(file, nullLog, AT_ONCE)
    file.write('{ "tailBudget": 500 }')
    await patient.refresh()
    expect(patient.config.tailBudget).toBe(700)
    const written = Date.now()
    utimesSync(file.path, written / 1000, written / 1000)
    setSystemTime(written + 20)
    await settings.refresh()
    expect(settings.config.tailBudget).toBe(700)
    setSystemTime(written + 1000)
    await settings.refresh()
    setSystemTime()
    expect(settings.config.tailBudget).toBe(500)
  })

  test("hold in an app that is open: new blocks, slots, tools and notices", async () => {
    const file = userFile()
    const settings = await openSettings(file, nullLog, AT_ONCE)
    const cairn = await open({ settings })
    cairn.edit("system/a.md", "the hot note")
    await cairn.app.scopeNotes("project").refreshHot()
    expect(cairn.prefixNow()).toContain("the hot note")
    expect(await cairn.call("core_memory_read")).toContain("goal")
    file.write(
      '{ "hotBudget": 0, "coreMemory": false, "workingMemory": false, "activity": false, "slots": {"idea": {"max": 2, "title": "Ideas"}} }',
    )
    await settings.refresh()
    expect(cairn.prefixNow()).not.toContain("the hot note")
    expect(Object.keys(cairn.app.slots)).toContain("idea")
    expect(await cairn.call("core_memory_read")).toStartWith("Error (switched_off): core_memory_read is switched off")
    file.write("{")
    await settings.refresh()
    expect(noticesText(cairn.app.notices)).toContain("cairn.jsonc:1: not valid JSON")
  })
})
