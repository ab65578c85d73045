// How often the right note comes up, and nothing where nothing fits: on the project's own corpus, on every `quality/relevance.<part>.json`,
// and on both beside a thousand notes about something else.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { NoteInfo } from "../src/model/note.ts"
import { questionIn } from "../src/prompt/relevance.ts"
import { MAX_RELEVANT } from "../src/prompt/relevant-lines.ts"
import { isTelling, termsOf } from "../src/search/search-terms.ts"
import { type NotedMessage, type NotedProjects, relevanceCorpus, relevanceOf } from "../test/bed/relevance-corpus.ts"
import { plainBm25 } from "./baseline-bm25.ts"
import { DATA } from "./quality-files.ts"
import { shareText } from "./spread.ts"
import type { Row } from "./table.ts"

const LEAST_FOUND = 0.83
const LEAST_SILENT = 0.92

/** `others` are notes about something else. */
export function notedRows(others: readonly NoteInfo[]): Row[] {
  const sets = [{ name: "own corpus", set: relevanceCorpus() }, ...filesOf("relevance")]
  return sets.flatMap(({ name, set }) => [
    ...rowsFor(name, set, []),
    ...(others.length > 0 ? rowsFor(`${name}, beside ${others.length} others`, set, others) : []),
  ])
}

function filesOf(name: string): { name: string; set: NotedProjects }[] {
  const folder = join(DATA, "quality")
  return (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.startsWith(`${name}.`) && file.endsWith(".json"))
    .sort()
    .map((file) => ({ name: file, set: JSON.parse(readFileSync(join(folder, file), "utf8")) }))
}

type Best = (message: NotedMessage) => readonly string[]

function rowsFor(name: string, set: NotedProjects, others: readonly NoteInfo[]): Row[] {
  const wanting = set.messages.filter(({ want }) => want.length > 0)
  const sharing = wanting.filter((message) => sharesAWord(set, message))
  const rest = set.messages.filter(({ want }) => want.length === 0)
  const cairn = ownBest(set, others)
  const bm25 = plainBest(set)
  const found = (best: Best, of: readonly NotedMessage[]) =>
    of.filter((message) => best(message).some((id) => message.want.includes(id))).length
  const silent = (best: Best) => rest.filter((message) => best(message).length === 0).length
  const wrong = wanting.flatMap((message) => cairn(message).filter((id) => !message.want.includes(id))).length
  const isTarget = others.length === 0
  const target = (right: number, of: number, least: number) =>
    isTarget ? { target: { text: `at least ${100 * least} %`, met: right >= least * of } } : {}
  const withBaseline = (text: string) => (isTarget ? { baseline: `BM25: ${text}` } : {})
  return [
    {
      what: `${name}: the right note comes`,
      cairn: `${shareText(found(cairn, wanting), wanting.length)}, with ${wrong} wrong ones`,
      ...withBaseline(`${found(bm25, wanting)} of ${wanting.length}`),
    },
    {
      what: `${name}: of those that share more than everyday words with it`,
      cairn: shareText(found(cairn, sharing), sharing.length),
      ...withBaseline(`${found(bm25, sharing)} of ${sharing.length}`),
      ...target(found(cairn, sharing), sharing.length, LEAST_FOUND),
    },
    {
      what: `${name}: nothing fits, nothing comes`,
      cairn: shareText(silent(cairn), rest.length),
      ...withBaseline(`${silent(bm25)} of ${rest.length}`),
      ...target(silent(cairn), rest.length, LEAST_SILENT),
    },
  ]
}

/** A word or a name that is not one of those that any message may have. */
function sharesAWord({ notes }: NotedProjects, { text, want }: NotedMessage): boolean {
  const { words, names } = termsOf(text)
  const telling = [...new Map([...names, ...words])].filter(([, weight]) => isTelling(weight)).map(([term]) => term)
  return notes
    .filter(({ id }) => want.includes(id))
    .some(({ path, description, body = "" }) => {
      const said = termsOf(`${path.replace(/[/_-]|\.md$/g, " ")} ${description} ${body}`)
      return telling.some((term) => said.words.has(term) || said.names.has(term))
    })
}

function ownBest(set: NotedProjects, others: readonly NoteInfo[]): Best {
  const projects = new Map(projectsOf(set).map((name) => [name, relevanceOf(set, name, others)]))
  return ({ project, text }) =>
    projects
      .get(project)
      ?.best(questionIn(text), { exclude: () => false, limit: MAX_RELEVANT })
      .map(({ note }) => note.hash) ?? []
}

function plainBest(set: NotedProjects): Best {
  const projects = new Map(
    projectsOf(set).map((name) => {
      const notes = set.notes.filter(({ project }) => project === name || project === "user")
      return [name, plainBm25(notes.map(({ id, description, body = "" }) => ({ id, text: `${description} ${body}` })))]
    }),
  )
  return ({ project, text }) => projects.get(project)?.best(text, MAX_RELEVANT) ?? []
}

function projectsOf({ messages }: NotedProjects): string[] {
  return [...new Set(messages.map(({ project }) => project))]
}
