// Sets to search in: conversations, and questions with the turns or sessions that answer them. The data stay outside the project.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Conversation } from "./past-searches.ts"
import { DATA, rowsOf } from "./quality-files.ts"
import type { Document, Question } from "./retrieval-quality.ts"
import type { TrailFile, TrailSession, TrailStep } from "./trail-sessions.ts"
import { inputText, type Trajectory } from "./trajectories.ts"

export interface SearchSet {
  readonly conversations: readonly Conversation[]
  /** The same for the baselines: whole turns or whole sessions. */
  readonly docs: readonly Document[]
  readonly questions: readonly Question[]
  /** Sessions that are as good as each other for whoever looks for one of them: continued from the same beginning. */
  readonly itemOf?: (session: string) => string
}

/** Every file of the folder whose name begins so, by its name. */
export function setFiles(folder: string, begins: RegExp): string[] {
  const path = join(DATA, folder)
  return existsSync(path)
    ? readdirSync(path)
        .filter((name) => begins.test(name))
        .sort()
        .map((name) => join(path, name))
    : []
}

interface Corpora {
  readonly corpora: readonly {
    readonly docs: readonly {
      readonly id: string
      readonly text: string
      readonly group?: string
      readonly date?: string
    }[]
    readonly queries: readonly Question[]
  }[]
}

/** One set a conversation; turns are told apart by their group. */
export function turnSets(file: string): SearchSet[] {
  const { corpora } = JSON.parse(readFileSync(file, "utf8")) as Corpora
  return corpora.map(({ docs, queries }) => {
    const groups = Map.groupBy(docs, ({ group }) => group ?? "")
    const conversations = [...groups].map(([group, turns], at) => ({
      id: `ses_${group}`,
      at: timeOf(turns[0]?.date) ?? at * 86_400_000,
      turns: turns.map(({ id, text }) => ({ id, role: "user" as const, parts: [{ type: "text", text }] })),
    }))
    return { conversations, docs, questions: queries }
  })
}

/** The same where a document is a whole session, a turn a line. */
export function sessionSets(file: string): SearchSet[] {
  const { corpora } = JSON.parse(readFileSync(file, "utf8")) as Corpora
  return corpora.map(({ docs, queries }) => {
    const conversations = docs.map(({ id, text }, at) => ({
      id,
      at: timeOf(text.slice(0, 60)) ?? at * 86_400_000,
      turns: text
        .split(/\n(?=\p{Lu}\w+: )/u)
        .slice(1)
        .map((turn, number) => ({
          id: `${id}:${number}`,
          role: "user" as const,
          parts: [{ type: "text", text: turn }],
        })),
    }))
    return { conversations, docs, questions: queries }
  })
}

/** "1:56 pm on 8 May, 2023" */
function timeOf(date: string | undefined): number | undefined {
  const [, day, month, year] = /on (\d+) (\w+), (\d{4})/.exec(date ?? "") ?? []
  return day ? Date.parse(`${day} ${month} ${year} UTC`) : undefined
}

/** Known items: the title of a task finds the session that worked on it, in which the task itself is left out. */
export function knownItemSet(file: string, isVague: boolean): SearchSet {
  const recorded = rowsOf<Trajectory>(file)
  const conversations = recorded.map(({ id, steps }, at) => ({
    id,
    at: Date.UTC(2026, 0, 1) + at * 3_600_000,
    turns: steps.map(({ text, tool, input, output }, number) => ({
      id: `${id}:${number}`,
      role: "assistant" as const,
      parts: [
        { type: "text", text },
        { type: "tool", tool: tool ?? "shell", state: { status: "completed", input, output } },
      ],
    })),
  }))
  const docs = recorded.map(({ id, steps }) => ({
    id,
    text: steps.map(({ text, input, output }) => `${text}\n${JSON.stringify(input)}\n${output}`).join("\n"),
  }))
  const questions = recorded.flatMap(({ id, task }) => {
    const title = titleOf(task)
    const texts = isVague ? triplesOf(title) : [title]
    return texts.filter((text) => text !== "").map((text) => ({ text, rel: [id] }))
  })
  return { conversations, docs, questions }
}

/** Without a choice of ours; the next triple begins one word further. */
function threeWords(text: string, triple: number): string {
  const words = text.match(/\b[a-z]{4,}\b/gi) ?? []
  return [1, 3, 5].flatMap((at) => words[(at + triple) % Math.max(1, words.length)] ?? []).join(" ")
}

const TRIPLES = 6

/** One triple alone would be chance: with forty questions, a single one moves the figure by two hundredths. */
function triplesOf(text: string): string[] {
  return [...new Set(Array.from({ length: TRIPLES }, (_, triple) => threeWords(text, triple)))]
}

/**
 * The same for sessions of people: what somebody typed first, or three words of it, finds the session that it began, in which that message is left out.
 * Sessions with the same first message are one item.
 */
export function firstMessageSet({ sessions }: TrailFile, isVague: boolean): SearchSet {
  const begun = sessions.flatMap((session, at) => {
    const [first] = typedIn(session)
    return first === undefined ? [] : [{ id: `ses_${at}`, first, steps: session.steps }]
  })
  const leftOut = begun.map(({ id, first, steps }) => withoutTyped(id, steps, new Set([first])))
  const [conversations, docs] = [leftOut.map(({ conversation }) => conversation), leftOut.map(({ doc }) => doc)]
  const items = Map.groupBy(begun, ({ first }) => first)
  const itemOf = new Map(begun.map(({ id, first }) => [id, items.get(first)?.[0]?.id ?? id]))
  const questions = [...items].flatMap(([first, [one]]) => {
    const rel = [one?.id ?? ""]
    if (!isVague) return [{ text: first, rel }]
    return triplesOf(first)
      .filter((text) => text !== "")
      .map((text) => ({ text, rel }))
  })
  return { conversations, docs, questions, itemOf: (session) => itemOf.get(session) ?? session }
}

/** Shorter messages are "go on" and "commit this". */
const LEAST_WORDS = 4

/** Any message that somebody typed finds its session, in which all of these are left out; those of several sessions are no questions. */
export function typedMessageSet({ sessions }: TrailFile): SearchSet {
  const isQuestion = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= LEAST_WORDS
  const asked = sessions.map((session, at) => ({
    id: `ses_${at}`,
    steps: session.steps,
    typed: new Set(typedIn(session).filter(isQuestion)),
  }))
  const leftOut = asked.map(({ id, steps, typed }) => withoutTyped(id, steps, typed))
  const bySaid = Map.groupBy(
    asked.flatMap(({ id, typed }) => [...typed].map((text) => ({ id, text }))),
    ({ text }) => text,
  )
  const questions = [...bySaid].flatMap(([text, [one, another]]) => (another ? [] : [{ text, rel: [one?.id ?? ""] }]))
  return {
    conversations: leftOut.map(({ conversation }) => conversation),
    docs: leftOut.map(({ doc }) => doc),
    questions,
  }
}

/** Commands of the host and their output are in tags; nobody looks for a session by them. */
function typedIn({ steps }: TrailSession): string[] {
  return steps.flatMap(({ typed }) => typed).filter((text) => !/^\s*<[a-z-]+>/.test(text))
}

/** A session as a conversation to search in, and as a document for the baselines. */
function withoutTyped(id: string, steps: readonly TrailStep[], out: ReadonlySet<string>) {
  return {
    conversation: {
      id,
      at: steps[0]?.at ?? 0,
      turns: steps.flatMap((step, number) => turnsOf(step, `${id}:${number}`, out)),
    },
    doc: { id, text: steps.map((step) => textOf(step, out)).join("\n") },
  }
}

function turnsOf({ typed, said, calls }: TrailStep, id: string, out: ReadonlySet<string>) {
  const text = typed.filter((one) => !out.has(one)).join("\n")
  const user = { id: `${id}u`, role: "user" as const, parts: [{ type: "text", text }] }
  const tools = calls.map(({ tool, args, output }) => ({
    type: "tool",
    tool,
    state: { status: "completed", input: args, output },
  }))
  const agent = { id: `${id}a`, role: "assistant" as const, parts: [{ type: "text", text: said }, ...tools] }
  return text === "" ? [agent] : [user, agent]
}

function textOf({ typed, said, calls }: TrailStep, out: ReadonlySet<string>): string {
  const called = calls.map(({ args, output }) => `${inputText(args)}\n${output}`)
  return [...typed.filter((one) => !out.has(one)), said, ...called].join("\n")
}

/** The first sentence that says what is wrong. */
function titleOf(task: string): string {
  const text = task.replace(/^[\s\S]*?(?:PR description:|Bug:)\s*/, "").trim()
  return (text.split("\n").find((line) => line.trim().length > 10) ?? "").slice(0, 200)
}
