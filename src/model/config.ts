// Every setting, defined once: its default, its check, its one-line documentation, and whether a plugin option may set it. A repository can
// supply plugin options, so an option may only narrow what Cairn does (inject less, switch off), never widen it.
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import * as z from "zod"
import { parseDuration } from "./duration.ts"
import { isFolderName } from "./note-path.ts"
import { COLD_FOLDERS, PRIVATE_FOLDER } from "./scope.ts"

interface Setting<T> {
  readonly fallback: T
  readonly schema: z.ZodType<T>
  readonly summary: string
  /** Present where a plugin option may set it: whether `value` does no more than the default. */
  readonly narrows?: (value: T) => boolean
}

const whole = (min: number, max: number) => z.number().int().min(min).max(max)
const duration = z.preprocess((value, context) => {
  const ms = parseDuration(value)
  if (ms === undefined)
    context.issues.push({ code: "custom", input: value, message: 'expected a duration such as "5m", "30s" or 500' })
  return ms ?? 0
}, z.number())
const folder = z
  .string()
  .max(40)
  .refine((name) => isFolderName(name) && !name.includes("/"), "expected one plain folder name")
  .refine((name) => ![...COLD_FOLDERS, PRIVATE_FOLDER].includes(name.toLowerCase()), "that folder has another meaning")

export const SETTINGS = {
  enabled: setting(true, z.boolean(), "`false` switches Cairn off: no tools, no prefix", (value) => !value),
  inject: setting(
    true,
    z.boolean(),
    "`false` keeps the `<cairn>` prefix out of prompts; the tools stay",
    (value) => !value,
  ),
  injectSubagents: setting(false, z.boolean(), "`true` gives subagents the prefix too", (value) => !value),
  hotDir: setting("system", folder, "name of the folder whose notes are hot"),
  defaultLimit: setting(5000, whole(1, 200_000), "characters a note's body may have when it sets no `limit`"),
  prefixBudget: setting(
    12_000,
    whole(1500, 100_000),
    "most characters the whole prefix may have",
    (value) => value <= 12_000,
  ),
  hotBudget: setting(5000, whole(0, 100_000), "most characters of hot notes in the prefix", (value) => value <= 5000),
  treeBudget: setting(
    3000,
    whole(0, 100_000),
    "most characters of cold notes' index lines in the prefix",
    (value) => value <= 3000,
  ),
  maxTreeDepth: setting(
    3,
    whole(1, 8),
    "folder depth down to which cold notes are listed one by one",
    (value) => value <= 3,
  ),
  cacheTtl: setting(
    300_000,
    duration,
    'how long the provider keeps a prompt cached ("5m"; "1h" for an extended cache): after that a refresh is free',
  ),
  refreshThresholdPercentage: setting(
    0,
    z.number().min(0).max(100),
    "context usage in percent from which a changed prefix is refreshed; 0 is off",
  ),
  refreshOnPromoteDemote: setting(
    true,
    z.boolean(),
    "whether `memory_promote` and `memory_demote` refresh the prefix at once",
    (value) => !value,
  ),
  history: setting(true, z.boolean(), "whether changes are committed to git"),
  autoCommitDebounceMs: setting(2000, whole(0, 600_000), "quiet time in ms before changes are committed"),
} as const

export type SettingName = keyof typeof SETTINGS
export type Config = { readonly [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }

export interface ConfigSources {
  readonly options?: unknown
  readonly file?: { readonly name: string; readonly text: string }
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface ConfigProblem {
  readonly where: string
  readonly message: string
}

export const defaultConfig = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { fallback }]) => [name, fallback]),
) as unknown as Config

/** Defaults, then plugin options, then the user's file, then the environment; what is wrong is reported and leaves the value before it. */
export function resolveConfig(sources: ConfigSources): { config: Config; problems: ConfigProblem[] } {
  const values: Record<string, unknown> = { ...defaultConfig }
  const problems: ConfigProblem[] = []
  const take = (where: string, name: string, raw: unknown, fromOptions = false) => {
    const message = fault(name, raw, fromOptions)
    if (message) problems.push({ where, message })
    else values[name] = SETTINGS[name as SettingName].schema.parse(raw)
  }
  for (const [name, value] of Object.entries(asObject(sources.options))) take("plugin options", name, value, true)
  if (sources.file) readFile(sources.file, take, problems)
  for (const name of Object.keys(SETTINGS)) {
    const raw = sources.env?.[envName(name)]
    if (raw !== undefined) take(envName(name), name, fromText(raw))
  }
  for (const name of Object.keys(sources.env ?? {})) {
    const meant = misspeltSetting(name)
    if (meant) problems.push({ where: name, message: `unknown variable; ${meant} is meant? Ignored` })
  }
  return { config: values as unknown as Config, problems }
}

/** A variable that would name a setting if its underscores stood elsewhere. */
function misspeltSetting(variable: string): string | undefined {
  const bare = (name: string) => name.replaceAll("_", "").toUpperCase()
  const names = Object.keys(SETTINGS).map(envName)
  return names.includes(variable) ? undefined : names.find((name) => bare(name) === bare(variable))
}

/** `cacheTtl` → `CAIRN_CACHE_TTL`. */
export function envName(setting: string): string {
  return `CAIRN_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

function setting<T>(fallback: T, schema: z.ZodType<T>, summary: string, narrows?: (value: T) => boolean): Setting<T> {
  return { fallback, schema, summary, ...(narrows && { narrows }) }
}

function fault(name: string, raw: unknown, fromOptions: boolean): string | undefined {
  const setting = Object.hasOwn(SETTINGS, name) ? (SETTINGS[name as SettingName] as Setting<unknown>) : undefined
  if (!setting) return `unknown setting "${name}"; ignored`
  const parsed = setting.schema.safeParse(raw)
  if (!parsed.success) return `"${name}": ${parsed.error.issues[0]?.message ?? "not valid"}; ignored`
  if (fromOptions && !setting.narrows?.(parsed.data))
    return `"${name}" may be set to this only in cairn.jsonc, since a repository can supply options; ignored`
  return undefined
}

function readFile(
  file: { name: string; text: string },
  take: (where: string, name: string, raw: unknown) => void,
  problems: ConfigProblem[],
): void {
  const errors: ParseError[] = []
  const tree = parseTree(file.text, errors, { allowTrailingComma: true })
  const place = (offset: number) => `${file.name}:${file.text.slice(0, offset).split("\n").length}`
  for (const error of errors)
    problems.push({ where: place(error.offset), message: `not valid JSON (${printParseErrorCode(error.error)})` })
  if (!tree) return
  if (tree.type !== "object") {
    problems.push({ where: place(tree.offset), message: "expected an object of settings" })
    return
  }
  for (const property of tree.children ?? []) {
    const [key, value] = property.children ?? []
    if (!key || !value || key.value === "$schema") continue
    take(place(property.offset), String(key.value), plainValue(value))
  }
}

function plainValue(node: Node): unknown {
  return node.type === "array" || node.type === "object" ? node.children : node.value
}

function fromText(raw: string): unknown {
  const text = raw.trim()
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true"
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function asObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
