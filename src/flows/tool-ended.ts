// A tool has ended: what it did is recorded, and the items of working memory that its arguments name count as named again.
import { posix } from "node:path"
import type { App } from "../app.ts"
import { commandsIn } from "../commands/command.ts"
import { readsOutput } from "../commands/command-event.ts"
import { type ProjectScripts, projectScripts, runsScript } from "../commands/project-scripts.ts"
import { lastFolder } from "../commands/shell-files.ts"
import { saidOutside } from "../facts/trust/outside-text.ts"
import { readAhead } from "../intake/session-evidence.ts"
import { toLog } from "../model/errors.ts"
import { cleanOutput } from "../redaction/clean-text.ts"
import { withoutPrivateText } from "../redaction/private-text.ts"
import { heardOf, isTainting, outsideHeard } from "../session/evidence.ts"
import { asItems, fromReasons } from "../session/extract.ts"
import { type LiveSession, lineOf, updateSession } from "../session/live-session.ts"
import { callEnded } from "../session/near-work.ts"
import { type EndedTool, KEPT_ARGUMENTS, toolEvents } from "../session/tool-events.ts"
import { readScriptsIn } from "../store/instruction-files.ts"
import { argumentText } from "./argument-text.ts"
import type { ToolEnded } from "./contract.ts"
import { itemsNamed, namesUsed } from "./names-used.ts"
import { recordEvents } from "./session-events.ts"

/** For all arguments together; a written file is not a list of mentions. */
const MAX_ARGUMENTS = 8000
/** The host's answer to a call of a tool that does not exist: its arguments are the host's. */
const INVALID = "invalid"
/** How much of an output is read: it says which pull request or run exists now. */
const MAX_ENDING = 4000

/** What a tool says is data, and repeating it later does not make it trusted; nor does passing it on through a subagent. */
export function hearTool(app: App, session: LiveSession, ended: ToolEnded): void {
  const origin = app.journal.read(session.id).notes.origins[ended.callID]
  const said = saidOutside({ ...ended, text: ended.output, origin }, app.config.trustedTools)
  if (!said) return
  const { line } = lineOf(app.sessions, session)
  for (const one of isTainting(said.kind) ? line : [session])
    updateSession(one, { evidence: outsideHeard(one.evidence, said) })
  // After the hook has answered.
  setImmediate(() => void readAhead(session, heardOf(said.text)).catch(toLog(app, "read-ahead")))
}

export function seeToolEnd(app: App, keeper: LiveSession, ended: ToolEnded, scripts?: ProjectScripts): void {
  if (ended.isOwn) return
  const { workingMemory, activity, errors } = app.config
  const { worktree, directory } = app.project.checkout
  const events = toolEvents(cleanEnded(ended), {
    place: { root: worktree, cwd: directory },
    categories: errors.categories,
    scripts,
    workingMemory,
    activity,
  })
  const fixedLast = () => app.journal.read(keeper.id).activity.resolvedErrors[0]?.fingerprint
  const before = fixedLast()
  const called = argumentText(ended.args, MAX_ARGUMENTS)
  // What the call itself adds to working memory is already named by that.
  const added = new Set<string>(events.flatMap((event) => (event.kind === "item" ? [event.text] : [])))
  recordEvents(app, keeper, [
    ...(workingMemory ? itemsNamed(app, keeper, called, { added }) : []),
    ...(activity && ended.tool !== INVALID ? namesUsed(app, called, ended.output.slice(-MAX_ENDING)) : []),
    ...events,
  ])
  const isFixed = ended.exit === 0 && fixedLast() !== before
  const files = events.flatMap((event) => (event.kind === "files" ? event.files : []))
  const isEdit = files.some(({ action }) => action === "edit" || action === "write")
  const { near, reasons } = callEnded(keeper.nearWork, isFixed || isEdit)
  updateSession(keeper, { nearWork: near })
  recordEvents(app, keeper, asItems(fromReasons(reasons)))
}

/** Both ends of a long text: failures are reported there, and reading all of it would block the host. */
const MOST_READ = 20_000

function endsOf(text: string): string {
  if (text.length <= MOST_READ) return text
  const head = text.slice(0, MOST_READ / 3)
  const tail = text.slice(-2 * head.length)
  // Whole lines: half of a secret is not recognised as one.
  return `${head.slice(0, head.lastIndexOf("\n") + 1)}${tail.slice(tail.indexOf("\n") + 1)}`
}

/** As much of the call as is kept. The output of a successful command is not, so most outputs are not searched for secrets here. */
function cleanEnded({ tool, args, ok, output, exit, files, added }: ToolEnded): EndedTool {
  const clean = (text: string) => cleanOutput(endsOf(text)).text
  const kept = KEPT_ARGUMENTS.flatMap((name) => {
    const value = args[name]
    // A model's words, unlike what a tool printed: what it was asked to keep private is not kept.
    return typeof value === "string" ? [[name, clean(withoutPrivateText(value))] as const] : []
  })
  const isRead =
    !ok || (exit === 0 ? typeof args.command === "string" && readsOutput(args.command) : exit !== undefined)
  return {
    tool,
    args: Object.fromEntries(kept),
    ok,
    output: clean(isRead ? output : ""),
    exit,
    files: files.map(({ path, to, ...file }) => ({
      ...file,
      path: clean(path),
      ...(to !== undefined && { to: clean(to) }),
    })),
    ...(added !== undefined && { added: clean(added) }),
  }
}

export function namesScript(app: App, { tool, args }: ToolEnded): boolean {
  return app.config.activity && tool === "bash" && typeof args.command === "string" && runsScript(args.command)
}

export async function namedScripts(app: App, { args }: ToolEnded): Promise<ProjectScripts> {
  const { worktree, directory } = app.project.checkout
  const cwd = typeof args.workdir === "string" ? posix.resolve(directory, args.workdir) : directory
  const folder = posix.normalize(lastFolder(commandsIn(String(args.command)), { root: worktree, cwd }) ?? directory)
  const inside = folder.startsWith(`${worktree}/`) ? [folder] : []
  const files = await readScriptsIn({ directory, worktree }, inside)
  const { npm, make } = projectScripts(files)
  return { npm: cleaned(npm), make: cleaned(make) }
}

/** Parts of them are kept with the session. */
function cleaned(scripts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...scripts].map(([name, line]) => [name, cleanOutput(line).text]))
}
