// Notes like those of a project that has been worked on for long: ten hot ones, the rest cold in nested folders, about 600 characters each.
// The same notes every time, so that two runs compare.
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { randomFrom } from "../test/bed/seeded-random.ts"

export const HOT_NOTES = 10
const BODY_CHARS = 600
const AREAS = ["api", "build", "auth", "storage", "billing", "search", "deploy", "editor"]
const TOPICS = ["decisions", "incidents", "conventions", "commands"]
const WORDS =
  "the retry queue must not share a connection with readers because a slow migration held the lock for minutes and every worker waited so we moved timeouts into one place keep them below the gateway limit and log which tenant was affected when a deploy rolls back run the schema check first then clear the build cache otherwise stale types survive prefer small modules named after what they own tests use real files and a temporary home".split(
    " ",
  )
const TYPES = ["decision", "feedback", "project", "reference"]

/** The first line of a hot note's body: what a prefix must show. */
export function hotLine(number: number, revision: number): string {
  return `Hot note ${number}, revision ${revision}.`
}

export function hotPath(number: number): string {
  return `system/topic-${number}.md`
}

/** `folders` are the scopes' folders. A tenth of the cold notes is global, as are three of the hot ones. */
export function writeCorpus(folders: { global: string; project: string }, cold: number): void {
  const random = randomFrom(20_260_101)
  const made = new Set<string>()
  const write = (folder: string, path: string, text: string) => {
    const file = join(folder, path)
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    made.add(dirname(file))
    writeFileSync(file, text, { mode: 0o600 })
  }
  for (let number = 0; number < HOT_NOTES; number++)
    write(number < 3 ? folders.global : folders.project, hotPath(number), hotText(number, 0))
  for (let number = 0; number < cold; number++)
    write(number % 10 === 0 ? folders.global : folders.project, coldPath(number), noteText(number, random))
}

/** Facts as Cairn writes them: one sentence each, no two alike, all in one folder. */
export function writeFacts(folder: string, count: number): void {
  const random = randomFrom(20_260_202)
  mkdirSync(join(folder, "facts"), { recursive: true, mode: 0o700 })
  for (let number = 0; number < count; number++) {
    const type = TYPES[number % TYPES.length] as string
    const text = `${sentence(random, 12)} in part ${number}`
    const head = `description: ${text}\ntype: ${type}\nsource: compaction\ncreated: "2026-01-10T09:00:00Z"\nupdated: "2026-02-11T10:30:00Z"\nevidence: ses_${number}/msg_1`
    writeFileSync(join(folder, "facts", `${type}-${number}.md`), `---\n${head}\n---\n`, { mode: 0o600 })
  }
}

export function hotText(number: number, revision: number): string {
  const body = `${hotLine(number, revision)}\n${prose(randomFrom(number + 1), BODY_CHARS)}`
  return `---\ndescription: What every session needs to know of topic ${number}\nlimit: 5000\n---\n\n${body}\n`
}

/** Two thirds reference by area and topic, the rest archive by year and facts. */
export function coldPath(number: number): string {
  const area = AREAS[number % AREAS.length] as string
  const topic = TOPICS[Math.floor(number / AREAS.length) % TOPICS.length] as string
  if (number % 3 !== 0) return `reference/${area}/${topic}/note-${number}.md`
  return number % 2 === 0 ? `archive/${2020 + (number % 6)}/${area}/note-${number}.md` : `facts/note-${number}.md`
}

function noteText(number: number, random: () => number): string {
  const head = [
    `description: ${sentence(random, 9)} (${number})`,
    `type: ${TYPES[number % TYPES.length]}`,
    "limit: 5000",
    "readonly: false",
    "created: 2026-01-10T09:00:00Z",
    "updated: 2026-02-11T10:30:00Z",
  ]
  const link = number % 4 === 0 ? `\n\nSee [[note-${Math.floor(number / 2)}]].` : ""
  return `---\n${head.join("\n")}\n---\n\n${prose(random, BODY_CHARS)}${link}\n`
}

function prose(random: () => number, chars: number): string {
  const lines: string[] = []
  for (let length = 0; length < chars; length += (lines.at(-1) as string).length + 1) lines.push(sentence(random, 14))
  return lines.join(".\n")
}

export function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ")
}
