import { expect, test } from "bun:test"
import { join } from "node:path"
import { makePastDatabase, pastDatabaseFile, toolPart } from "../../test/bed/past-database.ts"
import { tempDir } from "../../test/bed/sandbox.ts"
import { searchableText } from "./indexed-terms.ts"
import { openPast } from "./past.ts"

test("where a long text is cut for a search, half a secret is not left, however much was redacted before", async () => {
  const data = tempDir("data")
  const { session, said, answered } = makePastDatabase(pastDatabaseFile(data))
  const key = (number: number) => ` ghp_${String(number).padStart(4, "0")}abcdEFGHijklMNOPqrstUVWXyz012345\n`
  const keys = (count: number) => Array.from({ length: count }, (_, at) => key(at)).join("")
  const words = (length: number) => "some words ".repeat(length).slice(0, length)
  /** Keys, then words up to so many characters before a cut, and then one across it. */
  const cutAt = (place: number, count: number) => `${keys(count)}${words(place - keys(count).length - 12)}${key(7777)}`
  const id = session({ directory: "/x" })
  const output = `${cutAt(3400, 30)}${words(9000)}${key(8888)}`
  const atEnd = `${output}${words(1800 - keys(20).length - 20)}${keys(20)}`
  answered(id, toolPart("bash", { command: cutAt(3385, 30) + words(9000) }, atEnd))
  said(id, cutAt(62_000, 200) + words(9000))
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const seen = await past.look(undefined, (view) => {
    const of = view.session(id)
    const messages = view.places(of).map((place) => view.message(of, place, "ends"))
    return messages.flatMap((message) => message?.parts.map(searchableText) ?? [])
  })
  expect(seen).toHaveLength(2)
  expect(seen.filter((text) => /7777|8888|z012345/.test(text))).toEqual([])
})

test("of a token that begins before the cut nothing is left, however long it is", async () => {
  const data = tempDir("data")
  const { session, answered } = makePastDatabase(pastDatabaseFile(data))
  const id = session({ directory: "/x" })
  const token = (length: number) => `eyJhbGciOiJIUzI1NiJ9.${"eyJzdWIiOiJ1In0Zk3".repeat(length / 18)}.Q7s_Zk3xW9vLm2Rt`
  const lines = (count: number) => "* TLS handshake line of curl\n".repeat(count)
  for (const length of [900, 2500, 6000]) {
    answered(id, toolPart("bash", {}, `${lines(300)}{"token_type":"Bearer","access_token":"${token(length)}"}\n`))
    answered(id, toolPart("bash", {}, `${lines(90)}{"access_token":"${token(length)}"}\n${lines(300)}`))
    answered(
      id,
      toolPart("bash", { command: `${lines(60)} curl -H 'Authorization: ${token(length)}' ${lines(300)}` }, ""),
    )
  }
  const past = openPast({ XDG_DATA_HOME: data }, join(data, "past.db"))
  const seen = await past.look(undefined, (view) => {
    const of = view.session(id)
    const messages = view.places(of).map((place) => view.message(of, place, "ends"))
    return messages.flatMap((message) => message?.parts.map(searchableText) ?? [])
  })
  expect(seen).toHaveLength(9)
  expect(seen.flatMap((text) => /.{0,20}(?:eyJ|Zk3).{0,20}/.exec(text)?.[0] ?? [])).toEqual([])
})
