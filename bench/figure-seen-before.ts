// How often a session's first message is told of an earlier session, and how often that was about the same thing: recorded projects are replayed in
// the order of time, and what the session then did decides.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { seenBefore } from "../src/prompt/seen-before.ts"
import type { SessionCard } from "../src/session/session-card.ts"
import { DATA, rowsOf } from "./quality-files.ts"
import type { Figure, Row } from "./table.ts"

interface Step {
  readonly kind: string
  readonly text?: string
  readonly compaction?: boolean
  readonly tool?: string
  readonly error?: unknown
  readonly input?: { readonly file_path?: unknown }
}

interface Recorded {
  readonly session: string
  readonly steps: readonly Step[]
}

interface Told {
  /** The session that was named; undefined: silence. */
  readonly named: SessionCard | undefined
  /** Files that the session then looked at or changed. */
  readonly touched: ReadonlySet<string>
  readonly message: string
}

const LEAST_PRECISION = 0.7

export async function seenBeforeFigure(): Promise<Figure> {
  const folder = join(DATA, "trails")
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".jsonl")) : []
  return {
    title: "Seen before: an earlier session on the same thing",
    about:
      "Recorded sessions of public projects, replayed in the order of time: at its first message a session is told of an earlier one, or of none. Right is what has proved so: the session then touches a file that the earlier one changed, or both were given the same issue. Sessions that touch no file at all prove nothing and are left out; a question on the same matter that is answered from other files counts as wrong. The threshold was chosen with the files called dev in view.",
    rows: rowsOfAll(files.sort().map((file) => [file, replayed(rowsOf<Recorded>(join(folder, file)))] as const)),
  }
}

function rowsOfAll(projects: readonly (readonly [string, readonly Told[]])[]): Row[] {
  if (projects.length === 0) return []
  return [...projects, ["all together", projects.flatMap(([, told]) => told)] as const].flatMap(([name, told]) =>
    rowsFor(name, told),
  )
}

function rowsFor(name: string, told: readonly Told[]): Row[] {
  const lines = told.filter(({ named, touched }) => named && touched.size > 0)
  const right = lines.filter(({ named, touched, message }) => isRight(named as SessionCard, touched, message)).length
  const helped = lines.filter(({ named, touched, message }) =>
    namedFiles(named as SessionCard, message).some((path) => touched.has(path)),
  ).length
  return [
    {
      what: `${name}: sessions that are told of one`,
      cairn: `${told.filter(({ named }) => named).length} of ${told.length}`,
    },
    {
      what: `${name}: rightly`,
      cairn: `${right} of ${lines.length}`,
      // A project alone has too few.
      ...(name === "all together" && {
        target: { text: `at least ${LEAST_PRECISION * 100} %`, met: right >= LEAST_PRECISION * lines.length },
      }),
    },
    { what: `${name}: one of the files it names is used`, cairn: `${helped} of ${lines.length}` },
  ]
}

const ISSUE = /\/(?:issues|pull)\/\d+/g

function isRight({ asked, files }: SessionCard, touched: ReadonlySet<string>, message: string): boolean {
  const issues: string[] = asked.match(ISSUE) ?? []
  return files.some((path) => touched.has(path)) || (message.match(ISSUE) ?? []).some((issue) => issues.includes(issue))
}

function namedFiles({ files }: SessionCard, message: string): string[] {
  return files.filter((path) => !message.includes(path.slice(path.lastIndexOf("/") + 1))).slice(-5)
}

/** What the recorder wrote in the user's name. */
const NOT_TYPED =
  /^\s*<(?:command-|local-command|bash-|task-notif|system-rem)|^Caveat:|^\[Request interrupted|^This session is being continued/
const CHANGES = new Set(["Edit", "Write", "MultiEdit"])

function replayed(sessions: readonly Recorded[]): Told[] {
  const cards: SessionCard[] = []
  return sessions.flatMap(({ session, steps }, at) => {
    const typed = steps.flatMap(({ kind, text, compaction }) =>
      kind === "user" && text && !compaction && !NOT_TYPED.test(text) ? [text] : [],
    )
    const [message, ...later] = typed
    if (message === undefined) return []
    const used = steps.filter(({ kind, error }) => kind === "tool" && !error)
    const touched = new Set(used.flatMap(pathOf))
    const changed = new Set(used.filter(({ tool = "" }) => CHANGES.has(tool)).flatMap(pathOf))
    const named = seenBefore(cards.toReversed(), message)
    const more = later.join("\n").slice(0, 1500)
    cards.push({ session, at, asked: message.slice(0, 1500), more, files: [...changed].slice(-30) })
    return [{ named, touched, message }]
  })
}

function pathOf({ input }: Step): string[] {
  const path = input?.file_path
  return typeof path === "string" && !path.includes("REDACTED")
    ? [path.replace(/^<worktree>[\\/]/, "").replaceAll("\\", "/")]
    : []
}
