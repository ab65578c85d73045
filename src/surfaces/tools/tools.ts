// The agent's tools, derived from the operations: some verbs are separate tools, and all can be reached through the router. A tool never throws:
// errors come back as a short text that tells the model how to do it right.
import type { App } from "../../app.ts"
import { untilDeadline } from "../../model/deadline.ts"
import { CairnError, messageOf } from "../../model/errors.ts"
import { recordAt } from "../../model/fields.ts"
import type { Config, SettingName } from "../../model/settings.ts"
import { isToolOfItsOwn } from "../../model/tool-mode.ts"
import { type Ask, argumentSchema, isFor, type Operation, switchedOff } from "../../operations/operation.ts"
import { operations as registered } from "../../operations/registry.ts"
import { type AgentTool, type Caller, errorText, jsonSchema } from "./agent-tool.ts"
import { routerTool } from "./router.ts"

const TOOL_MS = 30_000

export interface ToolHost {
  /** Returns the opened app, or throws why there is none. */
  app(): Promise<App>
  /** The calling session and, as far as the host tells, those it works for. */
  session(app: App, id: string): Promise<Ask["session"]>
  readonly compact?: Ask["compact"]
  readonly reconcile?: Ask["reconcile"]
  /** Whether the host's permissions deny the verb as a tool; then it is denied through the router too. */
  isDenied?(verb: string, caller: Caller): Promise<boolean>
  readonly operations?: readonly Operation[]
}

export function agentTools(config: Config, host: ToolHost): AgentTool[] {
  const { tools: mode, hotDir } = config
  const verbs = (host.operations ?? registered).filter(isFor("agent"))
  const [own, others] = [true, false].map((isOwn) =>
    verbs.filter((verb) => verb.offered(config) && isToolOfItsOwn(mode, verb.name) === isOwn),
  ) as [Operation[], Operation[]]
  const tools = own.map((verb) => {
    const isShort = mode === "standard" && verb.seldom.length > 0
    const seldom = Object.fromEntries(verb.seldom.map((name) => [name, true as const]))
    const input = isShort ? verb.input.omit(seldom) : verb.input
    const usage = isShort ? argumentsText(verb) : undefined
    return {
      name: verb.name,
      description: verb.summary.replaceAll("system/", `${hotDir}/`),
      input,
      schema: () => jsonSchema(input),
      call: (args: unknown, caller: Caller) => withinTime(answerCall(verb, host, args, caller, usage)),
    }
  })
  if (mode === "full") return tools
  const router = routerTool(verbs, others, own.length === 0, {
    offered: async () => {
      const now = await host.app().catch(() => undefined)
      return (verb) => verb.offered(now?.config ?? config)
    },
    isDenied: async (verb, caller) => (await host.isDenied?.(verb, caller).catch(refuseUnknown)) ?? false,
    call: (verb, args, caller) => answerCall(verb, host, args, caller, argumentsText(verb)),
    refuse: (verb, error, caller) => refuseCall(verb, host, caller, error),
  })
  return [...tools, { ...router, call: (args, caller) => withinTime(router.call(args, caller)) }]
}

/**
 * Settings that are switched on now and offer a tool of its own which the host was not given, since they were off when it asked: they have to wait, or
 * the prompt would name a tool that is not there. What else they offer is reached through the router.
 */
export function waitingForTools(first: Config, next: Config): SettingName[] {
  const own = registered.filter(
    (verb) => isFor("agent")(verb) && [first, next].some(({ tools }) => isToolOfItsOwn(tools, verb.name)),
  )
  const names = Object.keys(next) as SettingName[]
  return names.filter((name) => {
    const isOn = first[name] === false && next[name] === true
    return isOn && own.some((verb) => !verb.offered(first) && verb.offered({ ...first, [name]: true }))
  })
}

/** A verb's arguments in one line, the answer to a wrong call: `memory_delete takes path (string: e.g. reference/api.md), scope? (project|global)`. */
function argumentsText({ name, input }: Operation): string {
  const { properties, required } = argumentSchema(input)
  const all = Object.entries(properties).map(([argument, { type, enum: values, description }]) => {
    const what = [values?.join("|") ?? type, description].filter(Boolean).join(": ")
    return `${argument}${required.includes(argument) ? "" : "?"} (${what})`
  })
  return `${name} takes ${all.length === 0 ? "no arguments" : all.join(", ")}`
}

/** Arguments without an effect, of which the caller should be told: the verb does not know them, or has the same under its first name. */
function unusedArguments({ input, aliases }: Operation, args: unknown): string[] {
  const given = Object.entries(recordAt(args) ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]))
  const isUsed = (name: string) =>
    Object.hasOwn(input.shape, name) || (Object.hasOwn(aliases, name) && !given.includes(`${aliases[name]}`))
  return given.filter((name) => !isUsed(name)).map((name) => name.slice(0, 40))
}

/** `usage` is added to the answer to wrong arguments, if no schema has explained all of them. */
async function answerCall(
  verb: Operation,
  host: ToolHost,
  args: unknown,
  caller: Caller,
  usage?: string,
): Promise<string> {
  const unused = unusedArguments(verb, args)
  const remark = unused.length > 0 ? `\n(ignored: ${unused.join(", ")}; ${argumentsText(verb)})` : ""
  try {
    const app = await host.app()
    if (!app.config.enabled) throw switchedOff(verb.name, "agent")
    const session = caller.sessionID ? await host.session(app, caller.sessionID) : undefined
    const ask: Ask = { app, by: "agent", session, compact: host.compact, reconcile: host.reconcile }
    const result = await verb.run(ask, args)
    if (verb.origin) recordOrigin(app, caller, verb.origin(result))
    return verb.toText(result, "agent") + remark
  } catch (error) {
    const isMisused = error instanceof CairnError && error.code === "bad_arguments"
    const explained = isMisused && usage && !remark ? new CairnError(error.code, `${error.message}. ${usage}`) : error
    return (await refuseCall(verb, host, caller, explained)) + remark
  }
}

/** Cairn's own words, so the answer counts as trusted. */
async function refuseCall(verb: Operation, host: ToolHost, caller: Caller, error: unknown): Promise<string> {
  const app = await host.app().catch(() => undefined)
  if (app && verb.origin) recordOrigin(app, caller, "trusted")
  const offered = caller.sessionID ? app?.sessions.get(caller.sessionID).served.tools : undefined
  return errorText(error, offered ?? app?.config.tools ?? "full")
}

/** Recorded before the answer is sent, so that whoever sees the call, even after a restart, knows whose text it showed. */
function recordOrigin(
  { journal, sessions }: App,
  { sessionID, callID }: Caller,
  origin: ReturnType<NonNullable<Operation["origin"]>>,
): void {
  if (!sessionID || !callID) return
  journal.note(sessionID, [{ kind: "answer", call: callID, origin }], sessions.get(sessionID).turn.answers)
}

/** If permissions are unknown, nothing is done that may be denied. */
function refuseUnknown(error: unknown): never {
  const why = `Cairn could not find out whether OpenCode's permissions allow it: ${messageOf(error)}`
  throw new CairnError("permission_unknown", why, "try again, or go on without it")
}

function withinTime(work: Promise<string>): Promise<string> {
  return untilDeadline(TOOL_MS, work, "Error (timeout): memory did not answer in time. Go on without it")
}
