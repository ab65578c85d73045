// The settings in force: defaults, the plugin's options, the user's file, the environment. Mistakes are reported with their place, and never stop
// anything.
import { findNodeAtLocation, getNodeValue, type JSONPath, type ParseError, parseTree } from "jsonc-parser"
import { nearestOf } from "../text/nearest-name.ts"
import { recordAt } from "./fields.ts"
import { jsonFault } from "./json-fault.ts"
import { valueFault } from "./setting-fault.ts"
import { type Config, defaultConfig, SETTINGS, type Setting, type SettingName } from "./settings.ts"

export interface ConfigSources {
  readonly options?: unknown
  readonly file?: { readonly name: string; readonly text: string }
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface ConfigProblem {
  readonly where: string
  readonly message: string
}

/** Defaults, then plugin options, then the user's file, then the environment; a wrong value is reported and leaves the one before it. */
export function resolveConfig(sources: ConfigSources) {
  const values: Record<string, unknown> = { ...defaultConfig }
  const problems: ConfigProblem[] = []
  const ofOptions = new Set<string>()
  const take = (where: Where, name: string, raw: unknown, fromOptions = false) => {
    const found = fault(name, raw, fromOptions)
    if (found) return void problems.push({ where: where(found.at), message: found.message })
    values[name] = SETTINGS[name as SettingName].schema.parse(raw)
    if (fromOptions && values[name] !== defaultConfig[name as SettingName]) ofOptions.add(name)
    else ofOptions.delete(name)
  }
  for (const [name, value] of Object.entries(recordAt(sources.options) ?? {}))
    take(() => "plugin options", name, value, true)
  if (sources.file) readFile(sources.file, take, problems)
  // A variable that was left behind is no consent against a clear no.
  for (const [name, value, variable] of fromOlderNames(sources.env ?? {}))
    if (name !== "background" || values.background !== "off") take(() => variable, name, value)
  for (const name of Object.keys(SETTINGS)) {
    const raw = sources.env?.[envName(name)]
    if (raw !== undefined) take(() => envName(name), name, fromText(raw))
  }
  for (const name of Object.keys(sources.env ?? {})) {
    const meant = misspeltSetting(name)
    if (meant) problems.push({ where: name, message: `unknown variable; ${meant} is meant? Ignored` })
  }
  // A repository can supply options.
  return { config: values as unknown as Config, problems, narrowed: [...ofOptions] }
}

/** Variables of the design that background work was modelled on. Somebody who switched it on there has agreed. */
function fromOlderNames(env: Readonly<Record<string, string | undefined>>): [string, unknown, string][] {
  return Object.entries(OLDER_NAMES).flatMap(([variable, settings]) => {
    const raw = env[variable]?.trim()
    if (!raw) return []
    return Object.entries(settings(raw)).map(([name, value]): [string, unknown, string] => [name, value, variable])
  })
}

/** Only a clear yes is one; what is neither is reported like any wrong value. */
function switchedTo(raw: string): boolean | string {
  if (/^(?:1|true|on|yes)$/i.test(raw)) return true
  return /^(?:0|false|off|no)$/i.test(raw) ? false : raw
}

const OLDER_NAMES: Readonly<Record<string, (raw: string) => Partial<Record<SettingName, unknown>>>> = {
  MEMORY_EXTRACT_ENABLED: (raw) => ({
    extract: switchedTo(raw),
    ...(switchedTo(raw) === true && { background: "on" }),
  }),
  MEMORY_EXTRACT_DEBOUNCE_MS: (raw) => ({ extractDebounceMs: fromText(raw) }),
  MEMORY_EXTRACT_MODEL: (raw) => ({ extractModel: raw }),
  MEMORY_COMPACT_ENABLED: (raw) => ({ reconcile: switchedTo(raw) }),
  MEMORY_COMPACT_CHURN: (raw) => ({ reconcileChurn: fromText(raw) }),
  MEMORY_COMPACT_MIN_ENTRIES: (raw) => ({ reconcileMinFacts: fromText(raw) }),
  MEMORY_COMPACT_INTERVAL_MS: (raw) => ({ reconcileIntervalMs: fromText(raw) }),
  // That design raised it to a minute instead of refusing it.
  MEMORY_COMPACT_POLL_MS: (raw) => ({ reconcilePollMs: /^\d+$/.test(raw) ? Math.max(60_000, Number(raw)) : raw }),
  MEMORY_COMPACT_MODEL: (raw) => ({ reconcileModel: raw }),
}

/** A variable that would name a setting if its underscores were elsewhere. */
function misspeltSetting(variable: string): string | undefined {
  const bare = (name: string) => name.replaceAll("_", "").toUpperCase()
  const names = Object.keys(SETTINGS).map(envName)
  return names.includes(variable) ? undefined : names.find((name) => bare(name) === bare(variable))
}

/** `cacheTtl` → `CAIRN_CACHE_TTL`. */
export function envName(setting: string): string {
  return `CAIRN_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** Where a part of a setting's value is written. */
type Where = (at: JSONPath) => string

/** `at`: the part of the value that is wrong. */
function fault(name: string, raw: unknown, fromOptions: boolean): { message: string; at: JSONPath } | undefined {
  const setting = Object.hasOwn(SETTINGS, name) ? (SETTINGS[name as SettingName] as Setting<unknown>) : undefined
  if (!setting) {
    const near = nearestOf(name, Object.keys(SETTINGS))
    const meant = near === undefined ? "" : `; did you mean "${near}"?`
    return { message: `unknown setting "${name}"${meant}${meant ? " Ignored" : "; ignored"}`, at: [] }
  }
  const parsed = setting.schema.safeParse(raw)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = (issue?.path ?? []).map((part) => (typeof part === "symbol" ? String(part) : part))
    const at = issue?.code === "unrecognized_keys" ? [...path, ...issue.keys.slice(0, 1)] : path
    const what = issue === undefined ? "not valid" : valueFault(issue, valueAt(raw, path))
    const ignored = at.length > 0 ? `all of "${name}" is ignored` : "ignored"
    return { message: `"${[name, ...at].join(".")}": ${what}; ${ignored}`, at }
  }
  if (fromOptions && !setting.narrows?.(parsed.data)) {
    const message = `"${name}" may be set to this only in cairn.jsonc, since a repository can supply options; ignored`
    return { message, at: [] }
  }
  return undefined
}

function valueAt(value: unknown, path: JSONPath): unknown {
  return path.reduce<unknown>((at, key) => (at as Readonly<Record<string | number, unknown>> | undefined)?.[key], value)
}

function readFile(
  file: { name: string; text: string },
  take: (where: Where, name: string, raw: unknown) => void,
  problems: ConfigProblem[],
): void {
  const errors: ParseError[] = []
  const tree = parseTree(file.text, errors, { allowTrailingComma: true })
  const place = (offset: number) => `${file.name}:${file.text.slice(0, offset).split("\n").length}`
  for (const error of errors) {
    const { line, what } = jsonFault(file.text, error)
    problems.push({ where: `${file.name}:${line}`, message: `not valid JSON: ${what}` })
  }
  if (!tree) return
  if (tree.type !== "object") {
    problems.push({ where: place(tree.offset), message: "expected an object of settings" })
    return
  }
  for (const property of tree.children ?? []) {
    const [key, value] = property.children ?? []
    if (!key || !value || key.value === "$schema") continue
    const where = (at: JSONPath) =>
      place((at.length > 0 ? findNodeAtLocation(value, at) : property)?.offset ?? property.offset)
    take(where, String(key.value), getNodeValue(value))
  }
}

function fromText(raw: string): unknown {
  const text = raw.trim()
  if (/^[{[]/.test(text)) return parseJson(text)
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true"
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

/** For a variable that holds an object or a list; text that is neither fails the setting's own check. */
function parseJson(text: string): unknown {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors)
  return tree && errors.length === 0 ? getNodeValue(tree) : text
}
