// Every setting, defined once: its default, its check, its one-line documentation, and whether a plugin option may set it. A repository can supply
// plugin options, so an option may only narrow what Cairn does (inject less, switch off), never widen it.
import * as z from "zod"
import { BLOCK_LIMITS } from "./core-block.ts"
import { parseDuration } from "./duration.ts"
import { isFolderName } from "./note-path.ts"
import { patternFault } from "./pattern.ts"
import { COLD_FOLDERS, PRIVATE_FOLDER, SCOPES } from "./scope.ts"
import { TOOL_MODES, type ToolMode } from "./tool-mode.ts"
import {
  ACTIVITY_LIMITS,
  LEAST_PRUNED,
  POOL_LIMITS,
  PRUNE_LIMITS,
  PRUNE_MODES,
  type PruneLimits,
  RETENTION,
  RETIRING_AGES,
  SWEEP_LIMITS,
} from "./tunable.ts"

export interface Setting<T> {
  readonly fallback: T
  readonly schema: z.ZodType<T>
  readonly summary: string
  /** Present if a plugin option may set it: whether `value` does no more than the default. */
  readonly narrows?: (value: T) => boolean
}

const whole = (min: number, max: number) => z.number().int().min(min).max(max)
const durationOrAuto = z.preprocess(
  (value, context) => {
    if (value === "auto") return value
    const ms = parseDuration(value)
    if (ms === undefined)
      context.issues.push({ code: "custom", input: value, message: 'expected a duration such as "5m", "30s" or 500' })
    return ms ?? 0
  },
  z.union([z.literal("auto"), z.number()]),
)
const folder = z
  .string()
  .max(40)
  .refine((name) => isFolderName(name) && !name.includes("/"), "expected one plain folder name")
  .refine((name) => ![...COLD_FOLDERS, PRIVATE_FOLDER].includes(name.toLowerCase()), "that folder has another meaning")

const blockLimit = whole(1, 20_000)
const percent = z.number().min(1).max(100)
const share = z.number().min(0).max(1)
const days = z.number().min(0).max(3650)
const steps = whole(1, 10_000)
const PRESSURE = { moderate: 70, high: 85, critical: 95 }
const atMost =
  <T extends object>(limits: T) =>
  (value: T) =>
    Object.entries(limits).every(([name, limit]) => (value as Record<string, number>)[name]! <= limit)
const atLeast =
  <T extends object>(limits: T) =>
  (value: T) =>
    atMost(value)(limits)
const pruneLines = whole(LEAST_PRUNED, 100_000)
const pruneLimits = (fallback: PruneLimits) =>
  numbers(fallback, { listing: pruneLines, other: pruneLines, ends: whole(1, 10_000), names: whole(0, 10_000) })
const pattern = z
  .string()
  .max(500)
  .superRefine((source, context) => {
    const fault = patternFault(source)
    if (fault !== undefined) context.addIssue({ code: "custom", message: `${source}: ${fault}` })
  })
const cue = z
  .string()
  .max(200)
  .superRefine((text, context) => {
    const [, source] = /^\/(.+)\/$/s.exec(text) ?? []
    const fault = source === undefined ? undefined : patternFault(source)
    if (fault !== undefined) context.addIssue({ code: "custom", message: `${text}: ${fault}` })
    if (source === undefined && !/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(text))
      context.addIssue({ code: "custom", message: "expected words, or a pattern between slashes" })
  })
const pruneRule = z.strictObject({
  tool: z.string().max(100).optional(),
  command: pattern.optional(),
  keep: z.array(pattern).max(20).optional(),
  fold: z.array(pattern).max(20).optional(),
  head: whole(0, 2000).optional(),
  tail: whole(0, 2000).optional(),
})
const slotName = z.string().regex(/^[a-z][a-z0-9_-]{0,30}$/, "expected a lower-case name")
const slot = z.strictObject({
  max: whole(1, 20),
  title: z.string().min(1).max(40),
  patterns: z.array(pattern).max(10).optional(),
})

const { halfLifeDays: _h, shown: _s, ...SLOWING } = RETENTION

/** The most facts in a prompt, whatever the settings say. */
const MOST_SHOWN = 500

/** In addition to the five; using one of their names changes how that type is shown. */
const factType = z.strictObject({
  cap: whole(0, MOST_SHOWN).optional(),
  weight: z.number().min(0.1).max(10).optional(),
  scope: z.enum(SCOPES).optional(),
  /** Days. */
  staleAfter: whole(1, 3650).optional(),
})

const modelName = z
  .string()
  .max(200)
  .refine((name) => name === "" || /^[^/\s]+\/\S+$/.test(name), 'expected "provider/model"')

/** Limit for the user's text on what is worth keeping. */
export const MAX_PROTOCOL = 4000

export const SETTINGS = {
  enabled: switchedOn("`false` switches Cairn off: no tools, no prefix"),
  inject: switchedOn("`false` keeps the `<cairn>` prefix out of prompts; the tools stay"),
  tools: setting<ToolMode>(
    "standard",
    z.enum(TOOL_MODES),
    'which verbs of memory are tools of their own: those of ordinary work and the router `memory` for the rest (`"standard"`), every one (`"full"`), or the router alone (`"compact"`). Takes effect in the next session',
    (value) => value !== "full",
  ),
  injectSubagents: switchedOn("`false` keeps the project's hot notes and the parent's goal out of subagents' prompts"),
  tail: switchedOn("`false` adds no news to user messages"),
  coreMemory: switchedOn("`false` switches the core blocks off"),
  workingMemory: switchedOn("`false` switches working memory off"),
  activity: switchedOn("`false` keeps no account of files, commands and errors of a session"),
  capture: switchedOn(
    "`false` saves nothing automatically: neither what the user asks to remember nor what a compaction proposes",
  ),
  saveWaitMs: ceiling(
    150,
    0,
    10_000,
    "how many ms a message waits until what it asks to remember is written; after that it is written in the background. OpenCode waits 3 s in all",
  ),
  rememberCues: setting<readonly string[]>(
    [],
    z.array(cue).max(50),
    'words of your own that ask to remember what follows, at the beginning of a sentence, or a pattern between slashes: `["note to self", "/^nb[:,]/"]`',
  ),
  relevantFacts: switchedOn("`false` adds no facts and notes that match a user message to its tail"),
  pastSessions: switchedOn("`false` switches past sessions off: the verbs that show them, and their index"),
  pastIndexMegabytes: setting(
    200,
    whole(1, 100_000),
    "how large the index of past sessions (`past.db`) may grow; the oldest sessions are left out",
    (value) => value <= 200,
  ),
  background: setting<"ask" | "off" | "on">(
    "ask",
    z.enum(["ask", "off", "on"]),
    'whether Cairn may call a model in the background, to note what was said in passing: not before you have agreed (`"ask"`: by `cairn background on`), `"on"` or `"off"`',
    (value) => value === "off",
  ),
  backgroundTokens: ceiling(
    100_000,
    0,
    1_000_000_000,
    "most tokens that background calls may use per day, for all projects together; 0 switches them off",
  ),
  backgroundTokensPerRun: ceiling(
    20_000,
    2000,
    1_000_000,
    "most tokens of one background run: a look through a conversation, or a pass over the facts",
  ),
  extract: switchedOn("`false` switches off the background search for facts that nobody asked to keep"),
  extractDebounceMs: setting(60_000, whole(0, 3_600_000), "quiet time in ms after a turn before it is looked at"),
  extractModel: setting(
    "",
    modelName,
    "the model (`provider/model`) that looks for facts; by default the host's `small_model`, and never the one you work with",
  ),
  protocol: setting(
    "",
    z.string().max(MAX_PROTOCOL),
    "what is worth keeping, in your own words: for the agent, for summaries and for background extraction. By default the file `cairn-protocol.md` beside this one, read at the start",
  ),
  reconcile: switchedOn("`false` switches off the background pass that merges and tidies facts"),
  reconcileModel: setting("", modelName, "the model (`provider/model`) for that; by default the one of `extractModel`"),
  reconcileChurn: setting(8, whole(1, 10_000), "facts that must have changed before facts are tidied"),
  reconcileMinFacts: setting(2, whole(2, 10_000), "facts of a scope below which nothing is tidied"),
  reconcileIntervalMs: setting(
    12 * 3_600_000,
    whole(60_000, 1_000_000_000_000),
    "ms since the last pass after which any change is enough",
  ),
  reconcilePollMs: setting(600_000, whole(60_000, 1_000_000_000), "ms at least between two automatic passes"),
  subagentMemory: setting(
    false,
    z.boolean(),
    "`true` lets subagents write into their parent's working memory and activity",
    (value) => !value,
  ),
  subagentNotes: setting(
    false,
    z.boolean(),
    "`true` lets subagents write long-term notes; they have no user, so orders and claims about the user are not trusted",
    (value) => !value,
  ),
  trustedTools: setting<readonly string[]>(
    [],
    z.array(z.string().min(1).max(100)).max(200),
    'tools of MCP servers and other plugins whose answers do not contain strangers\' words; `*` stands for any letters: `["filesystem_*", "serena_find_symbol"]`. After any other tool that is not OpenCode\'s own, what the agent saves in the same turn waits for your review',
  ),
  hotDir: setting("system", folder, "name of the folder whose notes are hot"),
  defaultLimit: setting(5000, whole(1, 200_000), "characters a note's body may have when it sets no `limit`"),
  prefixBudget: ceiling(16_000, 1500, 100_000, "most characters the whole prefix may have"),
  hotBudget: ceiling(
    100_000,
    0,
    100_000,
    "most characters of hot notes in the prefix; by default they share what the other parts leave of `prefixBudget`",
  ),
  treeBudget: ceiling(3000, 0, 100_000, "most characters of cold notes' index lines in the prefix"),
  factsBudget: ceiling(
    100_000,
    0,
    100_000,
    "most characters of facts in the prefix; by default they share what the other parts leave of `prefixBudget`",
  ),
  workingBudget: ceiling(1600, 0, 100_000, "most characters of working memory in the prefix"),
  activityBudget: ceiling(700, 0, 100_000, "most characters of activity in the prefix"),
  tailBudget: ceiling(700, 100, 10_000, "most characters of news at the tail"),
  coreLimits: setting(
    BLOCK_LIMITS,
    numbers(BLOCK_LIMITS, { goal: blockLimit, progress: blockLimit, context: blockLimit }),
    'characters a core block may have: `{"goal": 1000, "progress": 2000, "context": 1500}`',
    atMost(BLOCK_LIMITS),
  ),
  slots: setting<Readonly<Record<string, z.infer<typeof slot>>>>(
    {},
    z.record(slotName, slot),
    'slots of your own in working memory: `{"question": {"max": 3, "title": "Questions", "patterns": ["^Q: (.+)"]}}`',
  ),
  pool: setting(
    POOL_LIMITS,
    numbers(POOL_LIMITS, { items: whole(1, 500), decay: share, floor: share }),
    "what working memory keeps beside its slots: at most `items`; a model step leaves `decay` of an item's score, and below `floor` it is dropped",
    ({ items, decay, floor }) => items <= POOL_LIMITS.items && decay <= POOL_LIMITS.decay && floor >= POOL_LIMITS.floor,
  ),
  activityLimits: setting(
    ACTIVITY_LIMITS,
    numbers(ACTIVITY_LIMITS, {
      files: whole(1, 200),
      filesShown: whole(0, 200),
      errors: whole(1, 50),
      errorsShown: whole(0, 50),
      decisions: whole(1, 100),
      decisionsShown: whole(0, 100),
    }),
    "how many files, open errors and recent decisions of a session are kept, and how many the prompt shows within `activityBudget`",
    atMost(ACTIVITY_LIMITS),
  ),
  errors: setting<{ readonly categories: Readonly<Record<string, string>> }>(
    { categories: {} },
    z.strictObject({
      categories: z.record(slotName, pattern),
    }),
    'categories of commands of your own, tried before the built-in ones: `{"categories": {"deploy": "^kubectl"}}`',
  ),
  types: setting<Readonly<Record<string, z.infer<typeof factType>>>>(
    {},
    z.record(slotName, factType),
    'types of facts of your own, or another number for a built-in one (`{"feedback": {"cap": 20}}`). Where there are more facts than places in the prompt, a type has `cap` of them; a type of `cap` 0 is never shown: `{"incident": {"cap": 4, "weight": 1.5, "scope": "project", "staleAfter": 30}}`',
  ),
  retention: setting(
    RETENTION,
    numbers(RETENTION, {
      halfLifeDays: z.number().min(0.1).max(36_500),
      slower: z.number().min(0.1).max(1),
      dormantAfterDays: days,
      dormantRate: share,
      shown: whole(0, MOST_SHOWN),
    }),
    "how facts fade: after `halfLifeDays` a fact counts half, and each reinforcement divides that by `slower`; once nobody has worked on the project for `dormantAfterDays`, a day counts `dormantRate`. A prompt has `shown` places for facts (how many a type may take while others wait: `types`)",
    // It shows no more, and nothing fades more slowly.
    ({ halfLifeDays, shown, ...others }) =>
      halfLifeDays <= RETENTION.halfLifeDays && shown <= RETENTION.shown && atLeast(SLOWING)(others),
  ),
  maxTreeDepth: ceiling(3, 1, 8, "folder depth down to which cold notes are listed one by one"),
  cacheTtl: setting<number | "auto">(
    "auto",
    durationOrAuto,
    'how long the provider keeps a prompt cached: after that a refresh is free. `"auto"` takes 5 minutes for Claude and an hour for others; `"1h"` fits an extended cache',
  ),
  refreshThresholdPercentage: setting(
    0,
    z.number().min(0).max(100),
    "context usage in percent from which a changed prefix is refreshed; 0 is off",
  ),
  pressure: setting(
    PRESSURE,
    numbers(PRESSURE, { moderate: percent, high: percent, critical: percent }).refine(
      ({ moderate, high, critical }) => moderate < high && high < critical,
      "expected moderate < high < critical",
    ),
    'percent of the compaction point at which a level begins: `{"moderate": 70, "high": 85, "critical": 95}`',
  ),
  intervention: setting<"tail" | "prompt" | "off">(
    "tail",
    z.enum(["tail", "prompt", "off"]),
    'how the agent is asked to tidy up when the window is nearly full: at the `"tail"` of a message, by a `"prompt"` of its own when idle, or `"off"`',
    (value) => value !== "prompt",
  ),
  prune: switchedOn("`false` never shortens tool outputs"),
  pruneLimits: setting(
    PRUNE_LIMITS,
    z.strictObject({
      normal: pruneLimits(PRUNE_LIMITS.normal),
      aggressive: pruneLimits(PRUNE_LIMITS.aggressive),
      hyper: pruneLimits(PRUNE_LIMITS.hyper),
    }),
    "from how many lines on an output is shortened (a `listing`, any `other`), how many first and last lines stay (`ends`, as room for the best lines) and how many `names` of what was left out; `aggressive` from pressure high on, `hyper` at critical",
    (value) => PRUNE_MODES.every((mode) => atLeast(PRUNE_LIMITS[mode])(value[mode])),
  ),
  sweep: setting(
    SWEEP_LIMITS,
    numbers(SWEEP_LIMITS, {
      events: whole(1, 100_000),
      files: whole(0, 100_000),
      days,
      megabytes: z.number().min(0).max(100_000),
    }),
    "how many of the outputs that were shortened or left out are kept whole for `memory_read`, all projects together: `files`, `days`, `megabytes`; looked after at a start and every so many tool calls (`events`). What a session at work may still ask for stays besides",
  ),
  pruneRules: setting<readonly z.infer<typeof pruneRule>[]>(
    [],
    z.array(pruneRule).max(50),
    'rules of your own for long tool outputs, tried first: `[{"command": "^kubectl", "keep": ["Error"], "fold": ["^I\\\\d"], "head": 20, "tail": 20}]`',
  ),
  longWindow: setting<"auto" | "lapsed" | "off">(
    "auto",
    z.enum(["auto", "lapsed", "off"]),
    'when old tool outputs leave the requests, each for one line that says how to get it back: when the provider\'s cache is gone anyway (`"lapsed"`), also when that pays although the cache is there and before the window is full (`"auto"`), or never (`"off"`)',
    () => true,
  ),
  longWindowAges: setting(
    RETIRING_AGES,
    numbers(RETIRING_AGES, { superseded: steps, lapsed: steps, output: steps, focus: steps }),
    "after how many steps of the model an output may leave: after its file was changed (`superseded`), by its age when a pause was so long that the provider's cache is gone (`lapsed`) and otherwise (`output`), and a source file that was read before anything was changed in that turn (`focus`). What was shown again leaves a step later",
    atLeast(RETIRING_AGES),
  ),
  compactionMode: setting<"auto" | "instant" | "model">(
    "auto",
    z.enum(["auto", "instant", "model"]),
    'who writes a summary where the host leaves that open (OpenCode 2): Cairn at once and without a model (`"instant"`), or the model, and Cairn puts back what it left out (`"model"`, and `"auto"`, because a model also knows why things were done); where the model fails, Cairn',
  ),
  autoContinue: switchedOn(
    "`false` stops OpenCode 1 from beginning a turn of its own after a compaction when the last turn was over",
  ),
  refreshOnPromoteDemote: switchedOn("whether `memory_promote` and `memory_demote` refresh the prefix at once"),
  toasts: setting(
    true,
    z.boolean(),
    "whether you are shown, once a turn, what your own words saved and what waits for you: a toast in OpenCode 1.18, a line on the screen in OpenCode 2",
  ),
  history: setting(true, z.boolean(), "whether changes are committed to git"),
  autoCommitDebounceMs: setting(2000, whole(0, 600_000), "quiet time in ms before changes are committed"),
} as const

export type SettingName = keyof typeof SETTINGS
export type Config = { readonly [K in SettingName]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never }

export const defaultConfig = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { fallback }]) => [name, fallback]),
) as unknown as Config

/** On by default: an option may switch it off. */
function switchedOn(summary: string): Setting<boolean> {
  return setting(true, z.boolean(), summary, (value) => !value)
}

/** An option may lower it. */
function ceiling(fallback: number, min: number, max: number, summary: string): Setting<number> {
  return setting(fallback, whole(min, max), summary, (value) => value <= fallback)
}

/** An object of numbers; missing ones are taken from the fallback. */
function numbers<T extends Readonly<Record<string, number>>>(
  fallback: T,
  checks: { readonly [Name in keyof T]: z.ZodNumber },
): z.ZodType<T> {
  const fields = Object.entries(checks).map(([name, check]) => [name, (check as z.ZodNumber).default(fallback[name]!)])
  return z.strictObject(Object.fromEntries(fields)).prefault({}) as unknown as z.ZodType<T>
}

function setting<T>(fallback: T, schema: z.ZodType<T>, summary: string, narrows?: (value: T) => boolean): Setting<T> {
  return { fallback, schema, summary, ...(narrows && { narrows }) }
}
