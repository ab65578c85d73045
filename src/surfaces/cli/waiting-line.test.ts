import { expect, test } from "bun:test"
import { setTimeout as sleep } from "node:timers/promises"
import { openWaitingLine } from "./waiting-line.ts"

async function told(showsProgress: boolean): Promise<string> {
  let out = ""
  const complain = (text: string) => {
    out += text
  }
  const line = openWaitingLine({ complain, showsProgress, columns: 40 }, "exporting")
  line.progress(1, 2000)
  const early = out
  while (showsProgress && out === "") await sleep(20)
  line.progress(1200, 2000)
  line.progress(300, undefined, "files read")
  line.tell(`checking ${"x".repeat(60)}`)
  line.close()
  return `${early}|${out}`
}

test("a person is told how far long work is, on a line that goes away; nothing else is", async () => {
  const [early, ...lines] = (await told(true)).split(/\||\r\u001b\[K/)
  expect(early).toBe("")
  expect(lines.some((line) => /^exporting: 1,200 of 2,000 … \d s$/.test(line))).toBe(true)
  expect(lines.some((line) => /^exporting, files read: 300 … \d s$/.test(line))).toBe(true)
  expect([lines.every((line) => line.length < 40), lines.at(-1)]).toEqual([true, ""])
  expect(await told(false)).toBe("|")
})
