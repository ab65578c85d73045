// Labelled lines of `quality/<name>.<part>.jsonl`: the part that a rule was written with, and any other part that lies beside it.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const DATA = process.env.CAIRN_BENCH_DATA ?? "../shared/data"
const FOLDER = join(DATA, "quality")

export interface QualityFile<T> {
  readonly name: string
  readonly rows: readonly T[]
}

export function qualityFiles<T>(name: string): QualityFile<T>[] {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : []
  return files
    .filter((file) => /^[.-]/.test(file.slice(name.length)) && file.startsWith(name) && file.endsWith(".jsonl"))
    .sort()
    .map((file) => ({ name: file, rows: rowsOf<T>(join(FOLDER, file)) }))
}

export function rowsOf<T>(path: string): T[] {
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}
