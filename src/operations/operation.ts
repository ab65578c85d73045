// An operation is one thing that can be asked of Cairn: one verb, defined once. Agent tools, commands and the reference are derived from it.
import * as z from "zod"
import type { KeptPlan } from "../background/reconcile-report.ts"
import type { CompactAnswer } from "../compaction/checkpoint.ts"
import type { Origin } from "../facts/trust/outside-text.ts"
import type { Writer } from "../intake/note-text.ts"
import { CairnError } from "../model/errors.ts"
import { NOTE_TYPES } from "../model/note-head.ts"
import { ownCommand } from "../model/own-command.ts"
import type { Progress } from "../model/progress.ts"
import { SCOPES } from "../model/scope.ts"
import type { Config } from "../model/settings.ts"
import type { LiveSession } from "../session/live-session.ts"
import { isPaused } from "../session/pause.ts"
import { argumentFor, commandName } from "./audience.ts"
import type { ToolName } from "./registry.ts"

/** Who asks, and so in whose words the answer is. */
export type Audience = "agent" | "person"

export interface Ask extends Writer {
  /** Compacts the session's conversation; undefined if the host does not allow it. */
  readonly compact?: ((session: LiveSession) => Promise<CompactAnswer>) | undefined
  /** Merges and tidies facts now, or only plans it; a text says why not. Undefined if there is no model. */
  readonly reconcile?: ((session: LiveSession, dryRun: boolean) => Promise<KeptPlan | string>) | undefined
  /** Called while long work goes on. */
  readonly progress?: Progress | undefined
}

/** Where a person reads an answer. */
export interface Screen {
  readonly columns: number
  readonly hasColour: boolean
}

/** What a definition says and the operation keeps as it is. */
interface Described {
  /** As in the registry: an operation that is not registered does not compile. */
  readonly name: ToolName
  /** What it does, in the fewest words a model needs: they are in every request. */
  readonly summary: string
  /** `keep`: it changes long-term memory. */
  readonly effect: "read" | "write" | "keep"
  readonly access: Audience | "both"
  /** On a command line the last positional argument takes all words that follow: nobody puts what they say or look for in quotes. */
  readonly takesSentence?: boolean | undefined
  /** It can answer even if there is no memory yet: from what OpenCode has kept, or that there is none. */
  readonly needsNoMemory?: boolean | undefined
}

export interface Operation extends Described {
  /** Whether it has anything to do under these settings. */
  offered(config: Config): boolean
  readonly input: z.ZodObject
  /** Arguments that are seldom given: the tool takes them but does not describe them where few tools are offered. */
  readonly seldom: readonly string[]
  /**
   * Fields of the result that only the code needs: they are not printed as data. Each by its place, `messages.hit.session`; a list has no place of
   * its own. A name alone could be that of somebody's own argument, deeper in the result.
   */
  readonly internal: readonly string[]
  /** Arguments for people only; a model is not shown them. */
  readonly personInput: z.ZodObject
  /** Positional arguments of a command line, in this order; by default the first required text. */
  readonly words?: readonly string[] | undefined
  /** What a command line calls an argument whose own name says nothing there. */
  readonly shown: Readonly<Record<string, string>>
  /** Positional arguments that are one word, such as an id: to put one in quotes is no help. */
  readonly ids: readonly string[]
  /** Other names for arguments, from other designs; models try them. */
  readonly aliases: Readonly<Record<string, string>>
  /** Checks the arguments and does it. Returns plain data, the same for every surface. Throws `CairnError`. */
  run(ask: Ask, args: unknown): Promise<unknown>
  /** The result of `run` in words. */
  toText(result: unknown, audience: Audience, screen?: Screen): string
  /** For a verb that passes on other people's texts: where the text in this result came from. Everything else is Cairn's own words. */
  readonly origin?: ((result: unknown) => Origin) | undefined
  /** What it does with these arguments: some operations only look unless they are told to go on. */
  effectOf(args: Readonly<Record<string, unknown>>): Operation["effect"]
  /** Whether the result means that it was not done: a command then fails. */
  isRefusal(result: unknown): boolean
}

interface Definition<S extends z.ZodRawShape, P extends z.ZodRawShape, R> extends Described {
  offered?(config: Config): boolean
  readonly input: S
  readonly seldom?: readonly (keyof S & string)[]
  readonly internal?: readonly string[]
  readonly personInput?: P
  readonly words?: readonly ((keyof S | keyof P) & string)[]
  readonly shown?: Readonly<Partial<Record<(keyof S | keyof P) & string, string>>>
  readonly ids?: readonly ((keyof S | keyof P) & string)[]
  readonly aliases?: Readonly<Record<string, keyof S & string>>
  run(ask: Ask, input: InputOf<S> & Partial<InputOf<P>>): Promise<R>
  toText(result: R, audience: Audience, screen?: Screen): string
  origin?(result: R): Origin
  /** Whether it only looks with this input, though its effect is another. */
  onlyLooks?(input: Partial<InputOf<S>>): boolean
  isRefusal?(result: R): boolean
}

/** Whoever asks has loaded the registry. The names are not taken from there, because an operation that asks would import itself. */
const defined = new Set<string>()

export function isOperation(name: string): boolean {
  return defined.has(name)
}

export function operation<S extends z.ZodRawShape, R, P extends z.ZodRawShape = Record<never, never>>(
  definition: Definition<S, P, R>,
): Operation {
  defined.add(definition.name)
  const input = z.object(definition.input)
  const personInput = z.object({ ...definition.input, ...definition.personInput })
  return {
    offered: () => true,
    isRefusal: () => false,
    aliases: {},
    seldom: [],
    internal: [],
    shown: {},
    ids: [],
    ...definition,
    input,
    personInput,
    effectOf: (args) =>
      definition.onlyLooks?.(args as Partial<InputOf<S>>) === true ? ("read" as const) : definition.effect,
    async run(ask, args) {
      const { config } = ask.app
      if (definition.offered?.(config) === false)
        throw switchedOff(definition.name, ask.by, settingsFor(definition, config))
      if (ask.by === "agent") refuseCaller(ask, definition.effect)
      // The host neither checks arguments nor fills in defaults: what the model sent arrives as it is.
      const parsed = (ask.by === "person" ? personInput : input).safeParse(
        withFirstNames(withoutNulls(args), definition.aliases),
      )
      if (!parsed.success) throw badArguments(definition, parsed.error, ask.by)
      return definition.run(ask, parsed.data as Parameters<typeof definition.run>[1])
    },
  } as Operation
}

/** For settings that changed after the host received its tools; and a command line has every command, whatever the settings are. */
export function switchedOff(name: ToolName, by: Audience, settings: readonly string[] = []): CairnError {
  const code = "switched_off"
  if (by === "agent") return new CairnError(code, `${name} is switched off in the settings now`, "go on without it")
  const back = settings.length > 0 ? `set ${settings.join(" or ")} to true to have it back` : ""
  return new CairnError(code, `"${ownCommand(commandName(name))}" is switched off in the settings`, back)
}

/** Which of the settings that are off would offer it. */
function settingsFor({ offered }: { offered?(config: Config): boolean }, config: Config): string[] {
  const isOff = (setting: string) => config[setting as keyof Config] === false
  return Object.keys(config).filter((setting) => isOff(setting) && offered?.({ ...config, [setting]: true }) === true)
}

/** Before an agent changes anything, it must be known whose words these are and who has read what; a subagent has no user. */
function refuseCaller({ app, session }: Ask, effect: Operation["effect"]): void {
  if (effect === "read") return
  if (session?.parent === undefined)
    throw new CairnError(
      "session_unknown",
      "OpenCode has not yet said whether this session has a parent",
      "try again in a moment",
    )
  if (session.parent !== null && effect === "keep" && !app.config.subagentNotes)
    throw new CairnError(
      "subagent",
      "a subagent cannot write long-term notes",
      "say it in your answer instead; your caller can save it",
    )
  if (effect === "keep" && isPaused(app, session)) throw memoryPaused()
}

export function memoryPaused(): CairnError {
  return new CairnError(
    "paused",
    "the user has paused memory: nothing from this session is kept",
    "go on without it; only the user can resume it, with /memory-pause",
  )
}

export function isFor(audience: Audience): (operation: Operation) => boolean {
  return ({ access }) => access === "both" || access === audience
}

interface Property {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly description?: string
}

/** The arguments of an operation, one by one. */
export function argumentSchema(input: z.ZodObject): { properties: Record<string, Property>; required: string[] } {
  return { properties: {}, required: [], ...(z.toJSONSchema(input) as object) }
}

/** More than a note may ever hold. */
export const MAX_TEXT = 400_000

/** Bounds are checked but not described: in every request that would cost more than a model ever needs. */
export function textArg(max: number, min = 0): z.ZodString {
  return z
    .string()
    .refine((text) => text.length >= min, "it is empty")
    .refine((text) => text.length <= max, `at most ${max} characters`)
}

export function countArg(min: number, max: number): z.ZodNumber {
  return z
    .number()
    .refine(
      (value) => Number.isSafeInteger(value) && value >= min && value <= max,
      `expected a whole number from ${min} to ${max}`,
    )
}

/** What an operation gets after its arguments were checked. */
export type InputOf<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>>

export const arg = {
  path: z.string().describe("e.g. reference/api.md"),
  scope: z.enum(SCOPES).optional(),
  /** The user may add types, so this list is not complete. */
  type: textArg(40).optional().describe(NOTE_TYPES.join(", ")),
}

/** Models send null for "not given". */
function withoutNulls(args: unknown): unknown {
  if (args === null || args === undefined) return {}
  if (typeof args !== "object" || Array.isArray(args)) return args
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
}

function withFirstNames(args: unknown, aliases: Readonly<Record<string, string>> = {}): unknown {
  if (args === null || typeof args !== "object") return args
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const first = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name
      return [Object.hasOwn(args, first) ? name : first, value]
    }),
  )
}

function badArguments(
  { name, shown = {} }: { readonly name: ToolName; readonly shown?: Readonly<Record<string, string | undefined>> },
  error: z.ZodError,
  by: Audience,
): CairnError {
  const [issue] = error.issues
  const isMissing = issue?.code === "invalid_type" && /received undefined/.test(issue.message)
  const what = isMissing ? "it is missing" : (issue?.message ?? "not valid")
  const path = issue?.path.join(".") ?? ""
  const called = (by === "person" ? shown[path] : undefined) ?? path
  const fault = path === "" ? what : argumentFault(by, called, what).message
  if (by === "person") return new CairnError("bad_arguments", fault)
  return new CairnError("bad_arguments", `${name}: ${fault}`, `call ${name} again with the argument corrected`)
}

/** What is wrong with one argument, which goes by the name that the reader gives it. */
export function argumentFault(by: Audience, name: string, what: string, hint = ""): CairnError {
  return new CairnError("bad_arguments", `${by === "agent" ? `"${name}"` : argumentFor(by, name)}: ${what}`, hint)
}
