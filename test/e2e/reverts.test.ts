// Messages that are taken back, in real hosts: what is gone is told, exactly, before the message that takes its place.
import { afterAll, expect, test } from "bun:test"
import { type Host, type HostVersion, startHost, stopAll } from "../bed/host.ts"
import { startModel } from "../bed/model-server.ts"
import { momentsLog } from "../bed/moments-log.ts"

afterAll(stopAll)

const idsOf = async (host: Host, session: string, ...roles: string[]) =>
  (await host.messages(session)).filter(({ role }) => roles.includes(role)).map(({ id }) => id)

async function unrevert(host: Host, session: string): Promise<void> {
  if (host.version === "2.0") await host.http.delete(`/api/session/${session}/revert`)
  else await host.http.post(`/session/${session}/unrevert`, {}, { directory: host.project })
}

/** What `reverted` tells when these messages, the last of the session, are taken back. */
function told(version: HostVersion, messages: readonly string[]): string[] {
  return (version === "2.0" ? messages.slice(0, 1) : messages).map((id) => `reverted ${id}`)
}

test.each(["1.18", "2.0"] as const)("OpenCode %s: a revert is known before the next answer", async (version) => {
  const model = await startModel()
  const log = momentsLog()
  const host = await startHost({ version, plugin: "./test/bed/moments.plugin.ts", model, env: log.env })
  const session = await host.createSession()
  const heard = () => log.of(session, "userSpoke", "reverted")
  for (const text of ["one", "two", "three"]) await host.prompt(session, text)

  // One turn.
  const three = (await idsOf(host, session, "user", "assistant")).slice(-2)
  await host.revert(session, three[0]!)
  await host.prompt(session, "four")
  expect(heard().slice(3)).toEqual([...told(version, three), "userSpoke four"])

  // Thought better of it.
  await host.revert(session, (await idsOf(host, session, "user")).at(-1)!)
  await unrevert(host, session)
  await host.prompt(session, "five")
  expect(heard().slice(3)).toEqual([...told(version, three), "userSpoke four", "userSpoke five"])

  // Everything but the first turn, across a restart.
  const all = (await idsOf(host, session, "user", "assistant")).slice(2)
  expect(all).toHaveLength(6)
  await host.revert(session, all[0]!)
  await host.restart()
  // A host that has just started is slow in everything.
  await host.prompt(await host.createSession(), "good morning")
  const before = heard().length
  await host.prompt(session, "six")
  expect(heard().slice(before)).toEqual([...told(version, all), "userSpoke six"])
  const said = log.read().filter(({ moment }) => moment === "reverted")
  expect(said.map(({ said }) => said.andAfter)).toEqual(said.map(() => version === "2.0"))

  // The tails that the next request shows are those of messages that are still there.
  const tailed = log.read().findLast(({ moment }) => moment === "promptBuilt")!.said.tailed
  expect(tailed).toEqual((await idsOf(host, session, "user")).slice(1))
  await host.stop()
  await model.close()
})
