// What a person does to whole projects: rename one, join two, split one, forget one. The old name is unregistered last, so that an interrupted
// change can be repeated. Not a change-set of notes, because whole folders move: with what is no note, and by one rename where that is possible, so
// that a crash leaves one project and not two halves. It is announced to history like one.
import { existsSync } from "node:fs"
import { mkdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { CairnError } from "../../model/errors.ts"
import { freeName } from "../../model/free-name.ts"
import { MAX_NOTE_BYTES } from "../../model/note.ts"
import { parseNote } from "../../model/note-file.ts"
import { isFolderName } from "../../model/note-path.ts"
import { projectFolderName } from "../../model/project-identity.ts"
import { readFileBelow, replaceFile } from "../../platform/durable-file.ts"
import { columnsIn } from "../../platform/known-schema.ts"
import type { Log } from "../../platform/log.ts"
import { readRepository } from "../../platform/repository.ts"
import type { Sqlite } from "../../platform/sqlite.ts"
import { walkFiles } from "../../platform/walk-files.ts"
import { type NamedChange, type ProjectChange, projectMessage } from "../git/commit-message.ts"
import { DECISIONS_FILE } from "../notes/person-decisions.ts"
import { spareState } from "../tables/spare-state.ts"
import {
  emptyRecord,
  listTaken,
  PROJECTS,
  projectNamed,
  readProjects,
  releaseKeys,
  writeRecord,
} from "./project-files.ts"
import { allKeysOf, ownKeys } from "./project-judgement.ts"
import { openKeyIndex } from "./project-keys.ts"

export interface ProjectChangesOptions {
  readonly memoryDir: string
  readonly db: Sqlite | undefined
  readonly log: Log
  /** Called before files are moved or removed, with their paths below the memory folder. */
  readonly announce?: ((change: NamedChange) => void) | undefined
}

/** The caller is the only writer, and history has the current notes. `today` is the day. */
export function openProjectChanges({ memoryDir, db, log, announce }: ProjectChangesOptions, today: () => string) {
  const folderOf = (name: string) => join(memoryDir, PROJECTS, name)
  const records = () => readProjects(memoryDir, log)
  const known = async (name: string) => projectNamed(name, await records())

  async function refuseTaken(name: string): Promise<void> {
    if (!isFolderName(name))
      throw new CairnError(
        "bad_project_name",
        `"${name.slice(0, 60)}" cannot be a project's name`,
        "letters, digits, dots, dashes",
      )
    if ((await listTaken(memoryDir, await records())).includes(name))
      throw new CairnError("project_exists", `there is already a project "${name}"`, "join merges two projects")
  }

  const rows = spareState(db, log, "project.rows")
  const tell = (what: ProjectChange, paths: readonly string[]) => announce?.({ why: projectMessage(what), paths })

  /** The table of keys is derived from the files. */
  const indexKeys = async () => openKeyIndex(db, log).replace(await records())

  return {
    async rename(from: string, to: string): Promise<void> {
      await known(from)
      await refuseTaken(to)
      const files = await walkFiles(folderOf(from))
      tell({ action: "rename", name: from, other: to }, [...pathsIn(from, files), ...pathsIn(to, files)])
      rows.transaction((db) => moveProjectRows(db, from, to))
      await rename(folderOf(from), folderOf(to))
      await indexKeys()
    },
    /** Moves all files of `from` to `into`, which gets the keys of both. Returns how many notes were moved. */
    async join(from: string, into: string): Promise<number> {
      const [gone, heir] = [await known(from), await known(into)]
      const moves = await plannedMoves(memoryDir, from, into)
      tell({ action: "join", name: from, other: into }, [
        ...pathsIn(from, await walkFiles(folderOf(from))),
        ...pathsIn(into, [DECISIONS_FILE, ...moves.map(({ to }) => to)]),
      ])
      await appendDecisions(memoryDir, from, into)
      for (const { path, to } of moves) {
        await mkdir(join(folderOf(into), dirname(to)), { recursive: true, mode: 0o700 })
        await rename(join(folderOf(from), path), join(folderOf(into), to))
      }
      await writeRecord(memoryDir, heir, gone.keys, today())
      rows.transaction((db) => moveProjectRows(db, from, into))
      await rm(folderOf(from), { recursive: true, force: true })
      await indexKeys()
      return moves.length
    },
    async forget(name: string): Promise<void> {
      await known(name)
      tell({ action: "forget", name }, pathsIn(name, await walkFiles(folderOf(name))))
      rows.transaction((db) => dropProjectRows(db, name))
      await rm(folderOf(name), { recursive: true, force: true })
      await indexKeys()
    },
    /** Gives the folder a memory of its own from now on, whatever its remote says. Returns its name. */
    async split(directory: string, wanted: string | undefined): Promise<string> {
      const facts = await readRepository(directory)
      const folder = await allKeysOf(facts)
      const all = await records()
      const name = wanted ?? projectFolderName(facts.name, folder.keys, new Set(await listTaken(memoryDir, all)))
      await refuseTaken(name)
      const own = [...folder.keys.filter(({ kind }) => kind === "own"), ...ownKeys(folder)]
      await mkdir(folderOf(name), { recursive: true, mode: 0o700 })
      await writeRecord(memoryDir, emptyRecord(name), own, today())
      await releaseKeys(memoryDir, all, own)
      await indexKeys()
      return name
    },
  }
}

/** Files that identify a project, and generated ones. */
const NOT_MOVED = /^(?:\.identity\.json|\.local\.json)|^(?:MEMORY|_CONFLICTS)\.md$/
const MAX_DECISIONS_BYTES = 16 * 1024 * 1024

function pathsIn(project: string, files: readonly string[]): string[] {
  return files.map((path) => `${PROJECTS}/${project}/${path}`)
}

/** If a name is taken, the project's is appended; identical notes are not moved. */
async function plannedMoves(memoryDir: string, from: string, into: string): Promise<{ path: string; to: string }[]> {
  const [source, target] = [join(memoryDir, PROJECTS, from), join(memoryDir, PROJECTS, into)]
  const moves: { path: string; to: string }[] = []
  const isTaken = (one: string) => existsSync(join(target, one)) || moves.some(({ to }) => to === one)
  for (const path of (await walkFiles(source)).filter((one) => !NOT_MOVED.test(basename(one)))) {
    if (path === DECISIONS_FILE || (await isSameNote(memoryDir, path, from, into))) continue
    const to = isTaken(path) ? freeName(path.replace(/(?=\.\w+$)|$/, `-of-${from}`), isTaken) : path
    moves.push({ path, to })
  }
  return moves
}

/** Both say the same and are equally trusted; when they were written does not matter. */
async function isSameNote(memoryDir: string, path: string, from: string, into: string): Promise<boolean> {
  const folder = path.split("/").slice(0, -1)
  const read = async (name: string) => {
    const found = await readFileBelow(memoryDir, [PROJECTS, name, ...folder], basename(path), MAX_NOTE_BYTES)
    return found && !found.truncated ? parseNote(Buffer.from(found.bytes).toString("utf8")) : undefined
  }
  const [here, there] = [await read(from), await read(into)]
  if (!here || !there || here.problem || there.problem) return false
  return here.body === there.body && here.head.trust === there.head.trust
}

async function appendDecisions(memoryDir: string, from: string, into: string): Promise<void> {
  const read = async (name: string) =>
    (await readFileBelow(memoryDir, [PROJECTS, name], DECISIONS_FILE, MAX_DECISIONS_BYTES))?.bytes ?? new Uint8Array()
  const gone = await read(from)
  if (gone.length === 0) return
  const all = Buffer.concat([gone, await read(into)])
  await replaceFile(memoryDir, [PROJECTS, into], DECISIONS_FILE, all, { maxBytes: MAX_DECISIONS_BYTES })
}

/** Their `session` is `project/session`. */
const PREFIXED = ["epoch", "shown_prompt"]

function moveProjectRows(db: Sqlite, from: string, to: string): void {
  for (const table of tablesByProject(db)) {
    // If the other project already has the same row, that one stays.
    db.run(`UPDATE OR IGNORE ${table} SET project = ? WHERE project = ?`, to, from)
    db.run(`DELETE FROM ${table} WHERE project = ?`, from)
  }
  for (const table of PREFIXED) {
    const sql = `UPDATE OR IGNORE ${table} SET session = ?1 || substr(session, length(?2) + 1) WHERE substr(session, 1, length(?2)) = ?2`
    db.run(sql, `${to}/`, `${from}/`)
  }
}

function dropProjectRows(db: Sqlite, name: string): void {
  const sessions = "SELECT id FROM session WHERE project = ?"
  db.run(`DELETE FROM session_event WHERE session IN (${sessions})`, name)
  db.run(`DELETE FROM compaction WHERE session IN (${sessions})`, name)
  for (const table of tablesByProject(db)) db.run(`DELETE FROM ${table} WHERE project = ?`, name)
  for (const table of PREFIXED) db.run(`DELETE FROM ${table} WHERE substr(session, 1, length(?1)) = ?1`, `${name}/`)
}

/** Including those that a newer Cairn has added. */
function tablesByProject(db: Sqlite): string[] {
  return columnsIn(db).flatMap(({ table, column }) => (column === "project" ? [table] : []))
}
