// A store on disk, filled with notes that Cairn has seen before: indexed, and committed to its history.
import { rmSync } from "node:fs"
import { join } from "node:path"
import { openApp } from "../src/app.ts"
import { systemClock } from "../src/platform/clock.ts"
import { layoutOf } from "../src/store/layout.ts"
import { readSettings } from "../src/store/settings-file.ts"
import { createProject } from "../test/bed/host-home.ts"
import { tempDir } from "../test/bed/sandbox.ts"
import type { NaiveScope } from "./baseline-naive.ts"
import { writeCorpus, writeFacts } from "./corpus.ts"

export interface BenchStore {
  readonly root: string
  /** The project folder that the notes belong to. */
  readonly directory: string
  readonly cold: number
  /** Cold notes that a complete prefix lists or counts: also the list of projects that Cairn keeps. */
  readonly listed: number
  readonly scopes: readonly [NaiveScope, NaiveScope]
}

export interface StorePlan {
  readonly cold: number
  /** Beside the cold notes, in the project's scope. */
  readonly facts?: number
  readonly root?: string
  readonly directory?: string
  /** False leaves indexing and committing to whoever opens the store next. */
  readonly seen?: boolean
}

const COMMIT_MS = 120_000

export async function makeStore(plan: StorePlan): Promise<BenchStore> {
  const { cold, facts = 0, root = tempDir("store"), directory = createProject(), seen = true } = plan
  const env = { CAIRN_HOME: root }
  const host = { name: "bench", database: "bench" }
  const open = async () => openApp({ directory, env, clock: systemClock, settings: await readSettings({ env }), host })
  const empty = await open()
  const folderOf = (name: "global" | "project") => join(layoutOf(root).memory, ...empty.scope(name).folder)
  const folders = { global: folderOf("global"), project: folderOf("project") }
  await empty.close()
  writeCorpus(folders, cold)
  writeFacts(folders.project, facts)
  if (seen) {
    const app = await open()
    await app.complete
    await app.store.history?.flush(COMMIT_MS)
    await app.close()
  }
  const scopes = [
    { name: "global", folder: folders.global },
    { name: "project", folder: folders.project },
  ] as const
  return { root, directory, cold, listed: cold + facts + 1, scopes }
}

/** As after an update of Cairn that reads notes differently: the notes are known to git, but no index is. */
export function forgetIndex({ root }: Pick<BenchStore, "root">): void {
  for (const ending of ["", "-wal", "-shm"]) rmSync(layoutOf(root).indexDb + ending, { force: true })
}

const made = new Map<number, Promise<BenchStore>>()

/** One store of each size for all figures of a run. */
export function storeOf(cold: number): Promise<BenchStore> {
  const store = made.get(cold) ?? makeStore({ cold })
  made.set(cold, store)
  return store
}
