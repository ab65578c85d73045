// Whether what is on disk is whole, private and tidy.
import { existsSync } from "node:fs"
import { chmod, lstat, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { messageOf } from "../model/errors.ts"
import { ownCommand } from "../model/own-command.ts"
import { runGit } from "../platform/git.ts"
import { openSqlite } from "../platform/sqlite.ts"
import { isTempName } from "../platform/temp-file.ts"
import { leftCopies } from "../store/left-copies.ts"
import { openWriteLock } from "../store/lock/write-lock.ts"
import { refuseForeign } from "../store/own-folder.ts"
import { bad, type CheckFinding, type HealthCheck, type Patient, warn } from "./examination.ts"

const HOUR_MS = 3_600_000
const LOCK_MS = 2_000

export const storeChecks: readonly HealthCheck[] = [
  { name: "modes", healthy: "nobody else can read it", examine: modes },
  { name: "databases", healthy: "the databases are whole", examine: databases },
  { name: "history", healthy: "the git history is whole and up to date", examine: history },
  { name: "lock", healthy: "nobody holds the write lock", examine: lock },
  { name: "leftovers", healthy: "nothing is left over from a crash", examine: leftovers },
  // Last, because opening memory repairs what the others check.
  { name: "store", healthy: "memory opens", examine: store },
]

async function store({ layout, memory, settings }: Patient): Promise<CheckFinding[]> {
  const { app, fault } = await memory()
  if (fault !== undefined) return [bad(`memory cannot be opened: ${fault}`, `look at ${layout.root}`)]
  const said = new Set(settings.map(({ text }) => text))
  const news = (app?.notices ?? []).filter(({ text }) => !said.has(text))
  return news.map(({ text, hint }) => warn(text, hint || "see cairn.log"))
}

async function entriesOf({ layout }: Patient): Promise<string[]> {
  const folders = [layout.root, layout.memory, layout.historyGit]
  const inside = await Promise.all(
    folders.map((folder) =>
      readdir(folder).then(
        (names) => names.map((name) => join(folder, name)),
        () => [],
      ),
    ),
  )
  return [...new Set([...folders, ...inside.flat()])].filter(existsSync)
}

async function modes(patient: Patient): Promise<CheckFinding[]> {
  const open: string[] = []
  const foreign = await refuseForeign(patient.layout).then(() => undefined, messageOf)
  if (foreign !== undefined) return [bad(foreign, "set CAIRN_HOME to an empty folder; this one stays as it is")]
  for (const path of await entriesOf(patient)) {
    const found = await lstat(path)
    if (!found.isSymbolicLink() && (found.mode & 0o077) !== 0) open.push(path)
  }
  if (open.length === 0) return []
  const fix = async () => {
    for (const path of open) await chmod(path, (await stat(path)).isDirectory() ? 0o700 : 0o600)
  }
  const [first] = open
  const what =
    open.length === 1
      ? `${first} can be read by others`
      : `${open.length} files or folders can be read by others, such as ${first}`
  return [bad(what, `"${ownCommand("doctor --fix")}" makes them private`, fix)]
}

async function databases({ layout }: Patient): Promise<CheckFinding[]> {
  const findings: CheckFinding[] = []
  const derived = [layout.indexDb, layout.pastDb]
  for (const path of [layout.stateDb, ...derived]) {
    if (!existsSync(path)) continue
    const fault = await faultOf(path)
    if (fault === undefined) continue
    const name = basename(path)
    const isDerived = derived.includes(path)
    const fix = async () => {
      for (const ending of ["", "-wal", "-shm"]) await rm(path + ending, { force: true })
    }
    findings.push(
      isDerived
        ? bad(
            `${name} is damaged (${fault})`,
            `it only repeats what is stored elsewhere: "${ownCommand("doctor --fix")}" removes it, and Cairn builds it again`,
            fix,
          )
        : bad(
            `${name} is damaged (${fault})`,
            "start OpenCode: Cairn sets it aside and starts a new one; notes are not affected",
          ),
    )
  }
  return findings
}

async function faultOf(path: string): Promise<string | undefined> {
  try {
    const db = await openSqlite(path, { busyTimeoutMs: LOCK_MS })
    try {
      const [row] = db.all<{ quick_check: string }>("PRAGMA quick_check(1)")
      return row?.quick_check === "ok" ? undefined : (row?.quick_check ?? "it does not answer")
    } finally {
      db.close()
    }
  } catch (error) {
    return messageOf(error)
  }
}

async function history({ layout, log }: Patient): Promise<CheckFinding[]> {
  const place = { gitDir: layout.historyGit, workTree: layout.memory }
  try {
    // The history's own folder may not be there yet.
    await runGit({ gitDir: tmpdir(), workTree: tmpdir() }, ["--version"])
  } catch {
    return [warn("git is not installed, so there is no history", "install git; notes work without it")]
  }
  if (!existsSync(layout.historyGit)) return []
  const { code, stderr } = await runGit(place, ["fsck", "--connectivity-only", "--no-dangling", "--no-progress"])
  const findings: CheckFinding[] = []
  if (code !== 0)
    findings.push(
      bad(
        `the history is damaged: ${String(stderr).trim().split("\n")[0] ?? ""}`,
        "start OpenCode: Cairn sets the damaged history aside and starts a new one",
      ),
    )
  const last = log.findLast(({ event }) => event === "history.behind" || event === "history.current")
  if (last?.event === "history.behind")
    findings.push(
      warn(`git failed the last time: ${last.fields.reason}`, "Cairn tries again by itself; notes are safe"),
    )
  return findings
}

async function lock({ layout }: Patient): Promise<CheckFinding[]> {
  if (!existsSync(layout.lockDb)) return []
  try {
    const held = await openWriteLock(layout.lockDb)
    try {
      await held.hold(LOCK_MS, async () => undefined)
      return []
    } finally {
      held.close()
    }
  } catch (error) {
    return [
      bad(
        `another process has held the write lock for ${LOCK_MS / 1000} seconds: ${messageOf(error)}`,
        "find the process that hangs and end it; the lock is then free at once",
      ),
    ]
  }
}

async function leftovers(patient: Patient): Promise<CheckFinding[]> {
  const { layout, now } = patient
  const inNotes = await readdir(layout.memory, { recursive: true, withFileTypes: true }).catch(() => [])
  const temps: string[] = []
  for (const entry of inNotes.filter((one) => one.isFile() && isTempName(one.name))) {
    const path = join(entry.parentPath, entry.name)
    if (now - (await stat(path)).mtimeMs > HOUR_MS) temps.push(path)
  }
  temps.push(...(await leftCopies(layout.root, now)))
  const fix = async () => {
    for (const path of temps) await rm(path, { recursive: true, force: true })
  }
  const aside = (await readdir(dirname(layout.stateDb)).catch((): string[] => [])).filter((name) =>
    /\.damaged-\d+$|^history\.git\.\w/.test(name),
  )
  return [
    ...(temps.length > 0
      ? [
          warn(
            `${temps.length} temporary files or folders of a process that died, such as ${temps[0]}`,
            `"${ownCommand("doctor --fix")}" removes them`,
            fix,
          ),
        ]
      : []),
    ...(aside.length > 0
      ? [
          warn(
            `set aside because they were damaged: ${aside.join(", ")}`,
            `delete them in ${layout.root} once you are sure that nothing is missing`,
          ),
        ]
      : []),
  ]
}
