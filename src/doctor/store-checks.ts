// Whether what is on disk is whole, private and tidy.
import { existsSync } from "node:fs"
import { chmod, lstat, rm, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { messageOf } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import { isGitInstalled, runGit } from "../platform/git.ts"
import { removeSqlite, withSqlite } from "../platform/sqlite.ts"
import { staleTemps } from "../platform/temp-file.ts"
import { openWriteLock } from "../store/lock/write-lock.ts"
import {
  hasLostNotes,
  leftCopies,
  namesBelow,
  refuseForeign,
  WRITABLE_HINT,
  whyUnmakeable,
} from "../store/own-folder.ts"
import { bad, type Findings, type HealthCheck, type Patient, warn } from "./examination.ts"

const HOUR_MS = 3_600_000
const LOCK_MS = 2_000

export const storeChecks: readonly HealthCheck[] = [
  { name: "folder", healthy: whereNotesAre, examine: folder },
  { name: "modes", healthy: "nobody else can read it", examine: modes },
  { name: "databases", healthy: "the databases are whole", examine: databases },
  { name: "history", healthy: "the git history is whole and up to date", examine: history },
  { name: "lock", healthy: "nobody holds the write lock", examine: lock },
  { name: "leftovers", healthy: "nothing is left over from a crash", examine: leftovers },
  // Last, because opening memory repairs what the others check.
  { name: "store", healthy: "memory opens", examine: store },
]

function whereNotesAre({ layout: { memory } }: Patient): string {
  return existsSync(memory) ? `the notes are in ${memory}` : `no note yet; the first one goes to ${memory}`
}

async function* folder({ layout }: Patient): Findings {
  const { root, memory } = layout
  const why = await whyUnmakeable(root)
  if (why !== undefined) yield bad(why, WRITABLE_HINT)
  if (!hasLostNotes(layout)) return
  const anew = "restart OpenCode (OpenCode 2: opencode service restart), which begins with an empty memory"
  const back = `if you have an archive, close OpenCode first and run "${ownCommand("import <archive> --yes")}"`
  yield bad(`the memory folder is gone: ${memory}`, `${anew}; ${back}`)
}

async function* store({ layout, memory, settings }: Patient): Findings {
  const { app, fault } = await memory()
  if (fault !== undefined) return yield bad(`memory cannot be opened: ${fault}`, `look at ${layout.root}`)
  const said = new Set(settings.map(({ text }) => text))
  for (const { text, hint } of app?.notices ?? []) if (!said.has(text)) yield warn(text, hint || "see cairn.log")
}

async function entriesOf({ layout }: Patient): Promise<string[]> {
  const folders = [layout.root, layout.memory, layout.historyGit]
  const inside = await Promise.all(
    folders.map(async (folder) => (await namesBelow(folder)).map((name) => join(folder, name))),
  )
  return [...new Set([...folders, ...inside.flat()])].filter(existsSync)
}

async function* modes(patient: Patient): Findings {
  const open: string[] = []
  const foreign = await refuseForeign(patient.layout).then(() => undefined, messageOf)
  if (foreign !== undefined) return yield bad(foreign, "set CAIRN_HOME to an empty folder; this one stays as it is")
  for (const path of await entriesOf(patient)) {
    const found = await lstat(path)
    if (!found.isSymbolicLink() && (found.mode & 0o077) !== 0) open.push(path)
  }
  if (open.length === 0) return
  const fix = async () => {
    for (const path of open) await chmod(path, (await stat(path)).isDirectory() ? 0o700 : 0o600)
  }
  const [first] = open
  const what =
    open.length === 1
      ? `${first} can be read by others`
      : `${open.length} files or folders can be read by others, such as ${first}`
  yield bad(what, `"${ownCommand("doctor --fix")}" makes them private`, fix)
}

async function* databases({ layout }: Patient): Findings {
  for (const path of [layout.stateDb, layout.indexDb, layout.pastDb].filter(existsSync)) {
    const fault = await faultOf(path)
    const what = `${basename(path)} is damaged (${fault})`
    if (fault !== undefined && path === layout.stateDb)
      yield bad(what, "start OpenCode: Cairn sets it aside and starts a new one; notes are not affected")
    else if (fault !== undefined)
      yield bad(
        what,
        `it only repeats what is stored elsewhere: "${ownCommand("doctor --fix")}" removes it, and Cairn builds it again`,
        () => removeSqlite(path),
      )
  }
}

async function faultOf(path: string): Promise<string | undefined> {
  try {
    return await withSqlite(path, { busyTimeoutMs: LOCK_MS }, (db) => {
      const [row] = db.all<{ quick_check: string }>("PRAGMA quick_check(1)")
      return row?.quick_check === "ok" ? undefined : (row?.quick_check ?? "it does not answer")
    })
  } catch (error) {
    return messageOf(error)
  }
}

async function* history({ layout, log }: Patient): Findings {
  if (!isGitInstalled())
    return yield warn("git is not installed, so there is no history", "install git; notes work without it")
  if (!existsSync(layout.historyGit) || hasLostNotes(layout)) return
  const place = { gitDir: layout.historyGit, workTree: layout.memory }
  const { code, stderr } = await runGit(place, ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"])
  if (code !== 0)
    yield bad(
      `the history is damaged: ${stderr.trim().split("\n")[0] ?? ""}`,
      "start OpenCode: Cairn sets the damaged history aside and starts a new one",
    )
  const last = log.findLast(({ event }) => event === "history.behind" || event === "history.current")
  if (last?.event === "history.behind")
    yield warn(`git failed the last time: ${last.fields.reason}`, "Cairn tries again by itself; notes are safe")
}

async function* lock({ layout }: Patient): Findings {
  if (!existsSync(layout.lockDb)) return
  try {
    const held = await openWriteLock(layout.lockDb)
    await held.hold(LOCK_MS, async () => undefined).finally(held.close)
  } catch (error) {
    yield bad(
      `another process has held the write lock for ${LOCK_MS / 1000} seconds: ${messageOf(error)}`,
      "find the process that hangs and end it; the lock is then free at once",
    )
  }
}

async function* leftovers({ layout, now }: Patient): Findings {
  const left = [...(await staleTemps(layout.memory, HOUR_MS, now)), ...(await leftCopies(layout.root, now))]
  if (left.length > 0)
    yield warn(
      `${left.length} temporary files or folders of a process that died, such as ${left[0]}`,
      `"${ownCommand("doctor --fix")}" removes them`,
      async () => {
        for (const path of left) await rm(path, { recursive: true, force: true })
      },
    )
  const aside = (await namesBelow(layout.root)).filter((name) => /\.damaged-\d+$|^history\.git\.\w/.test(name))
  if (aside.length > 0)
    yield warn(
      `set aside because they were damaged: ${aside.join(", ")}`,
      `delete them in ${layout.root} once you are sure that nothing is missing`,
    )
}
