// Recorded sessions played again as the requests they would have been, with old outputs leaving by one rule or another: what all input costs,
// how often the window is full, and what the agent went on to use that only what has left still had.

import { argumentOf, replacedName, replacedText } from "../src/host/replaced-text.ts"
import { RETIRING_AGES } from "../src/model/tunable.ts"
import { cacheTtlOf } from "../src/prompt/epoch-ladder.ts"
import { type CachePrices, cachePricesOf } from "../src/window/retiring/cache-prices.ts"
import { type NamedFiles, whenNamed } from "../src/window/retiring/named-files.ts"
import { factsOf, type OutputFacts, type OutputKind, pathsRead } from "../src/window/retiring/output-target.ts"
import { likelySaved, type Retirable, retirableOutputs } from "../src/window/retiring/retirable.ts"
import { planRetiring } from "../src/window/retiring/retire-plan.ts"
import { retiredLine } from "../src/window/retiring/retired-line.ts"
import type { SaidText, ShownOutput } from "../src/window/retiring/shown-output.ts"
import { tokensOf } from "../src/window/retiring/shown-output.ts"
import { type Block, type CacheModel, cacheCost, type Request } from "./cache-simulator.ts"
import type { TrailCall, TrailSession, TrailStep } from "./trail-sessions.ts"
import { bareLines, inputText, namesIn } from "./trajectories.ts"

/** How outputs leave: by Cairn's rules, only when the cache has lapsed, all of an age, as OpenCode prunes, or with all else in a compaction. */
export type Rule = "none" | "cairn" | "lapsed" | "age" | "host" | "compaction"

/** What Cairn puts into a request beside that. */
export interface CairnParts {
  readonly tools: readonly string[]
  readonly prefixes: readonly string[]
  readonly tails: readonly (string | undefined)[]
  /** By call: what an output was cut to when it was written. */
  readonly shortened: ReadonlyMap<string, string>
}

export interface Played {
  readonly cost: number
  readonly compactions: number
  /** Deliberate ones. */
  readonly breaks: number
  readonly requests: number
  /** Uses of names, and of lines in edits, that stood in the conversation before; those that nothing shown had any more. */
  readonly names: number
  readonly lostNames: number
  readonly lines: number
  readonly lostLines: number
}

const HOST_TOOLS = "t".repeat(36_000)
const HOST_SYSTEM = "s".repeat(16_000)
/** Of 200,000 tokens OpenCode leaves 32,000 to the answer. */
const USABLE = 168_000
const CRITICAL = 0.95
const MODERATE = 0.7
const SUMMARY = "m".repeat(8_000)
const KEPT_TOKENS = 15_000
const LEAST_LINE = 8
const WAY_BACK = "memory_read output:0123456789ab"
const CLEARED = "[Old tool result content cleared]"
const PROTECTED_TOKENS = 40_000
const LEAST_FREED = 20_000

/** A message in a request; of an output, the output; of a call, the text that it replaced. */
interface Piece {
  readonly role: string
  text: string
  readonly output?: ShownOutput | undefined
  /** The last of its message. */
  readonly ends: boolean
}

class Replay {
  pieces: Piece[] = []
  readonly requests: Request[] = []
  readonly counted = { compactions: 0, breaks: 0, names: 0, lostNames: 0, lines: 0, lostLines: 0 }
  readonly #rule: Rule
  readonly #prices: CachePrices
  readonly #ttlMs: number
  readonly #parts: CairnParts | undefined
  readonly #facts = new Map<string, OutputFacts>()
  readonly #gone = new Set<string>()
  /** Whose reads have left; when the agent reads one of them again, reads stay longer. */
  readonly #files = new Set<string>()
  readonly #longer = new Set<OutputKind>()
  readonly #lines = new Map<string, string>()
  readonly #named = new Map<string, NamedFiles>()
  readonly #said = { names: new Set<string>(), lines: new Set<string>() }
  readonly #used = new Set<string>()
  readonly #where = { names: new Map<string, string[]>(), lines: new Map<string, string[]>() }
  #lastAt = Number.NEGATIVE_INFINITY
  #turns: number[] = []
  readonly #saidAt: SaidText[] = []

  constructor(rule: Rule, model: CacheModel, parts: CairnParts | undefined) {
    this.#rule = rule
    this.#prices = cachePricesOf(model.name, model.ttlMs)
    // People with Claude's cache of an hour say so in the settings; for others Cairn assumes one.
    this.#ttlMs = model.entries === "at marks" ? model.ttlMs : cacheTtlOf("auto", model.name)
    this.#parts = parts
  }

  step(step: TrailStep, at: number, time: number): void {
    if (step.typedChars > 0) this.#user(step, at)
    if (at > 0) this.#leave(at, time)
    this.#count(step)
    this.#send(time, at)
    this.#agent(step, at)
    if (this.tokens >= USABLE) this.#compact()
  }

  get tokens(): number {
    const chars = this.pieces.reduce((sum, { text }) => sum + text.length, 0)
    return tokensOf(HOST_TOOLS.length + HOST_SYSTEM.length + chars)
  }

  #user(step: TrailStep, at: number): void {
    const text = step.typed.join("\n")
    const tail = this.#parts?.tails[at] ?? ""
    this.pieces.push({ role: "user", text: padded(text, step.typedChars) + tail, ends: true })
    this.#turns.push(this.pieces.length - 1)
    for (const name of textOf(text).names) this.#said.names.add(name)
    this.#saidAt.push({ id: `${at}`, step: at, text })
    if (this.#rule === "host") this.#prune()
  }

  #agent(step: TrailStep, at: number): void {
    const said = padded(step.said, step.saidChars)
    const calls = step.calls.map((call) => ({
      text: padded(JSON.stringify(call.args), call.inputChars),
      output: replacedBy(call, at + 1),
    }))
    const own = [{ text: said, output: undefined }, ...calls].filter(({ text }) => text !== "")
    own.forEach((piece, index) => {
      this.pieces.push({ role: "assistant", ...piece, ends: index === own.length - 1 })
    })
    for (const { id, tool, args, output, outputChars, failed } of step.calls) {
      const text = this.#parts?.shortened.get(id) ?? padded(output, outputChars)
      if (tool === "read" && !failed && this.#files.has(factsOf({ tool, args }).path ?? "")) this.#longer.add("read")
      // Recordings of one kind call a command that failed a tool that failed.
      const isCommand = tool === "bash"
      const shown = { call: id, tool, args, text, ok: isCommand || !failed, step: at + 1, before: 0 }
      this.pieces.push({
        role: "tool",
        text,
        ends: true,
        output: isCommand ? { ...shown, exit: failed ? 1 : 0 } : shown,
      })
      for (const name of textOf(output).names) push(this.#where.names, name, id)
      for (const line of textOf(output).lines) push(this.#where.lines, line, id)
    }
  }

  /** What the agent uses now. */
  #count({ said, calls }: TrailStep): void {
    const { counted } = this
    for (const name of new Set(
      [said, ...calls.map(({ args }) => inputText(args))].flatMap((one) => textOf(one).names),
    )) {
      const places = this.#where.names.get(name)
      if (this.#said.names.has(name)) counted.names++
      else if (places) {
        counted.names++
        const isGone = (id: string) => this.#gone.has(id) && !this.#lines.get(id)?.includes(name)
        if (places.every(isGone)) counted.lostNames++
      }
    }
    const edits = calls.filter(({ tool }) => tool === "edit")
    const old = edits.map(({ args }) => String(args.old_string ?? args.oldString ?? ""))
    for (const line of new Set(old.flatMap((one) => textOf(one).lines))) {
      const places = this.#where.lines.get(line)
      if (!this.#said.lines.has(line) && !places) continue
      counted.lines++
      if (!this.#said.lines.has(line) && places?.every((id) => this.#gone.has(id))) counted.lostLines++
    }
    for (const name of textOf(said).names) this.#said.names.add(name)
    for (const call of calls) this.#keep(call)
  }

  /** What the agent wrote stays, except for what an edit replaced. */
  #keep({ id, tool, args }: TrailCall): void {
    for (const [name, value] of Object.entries(args)) {
      const { names, lines } = textOf(inputText(value))
      for (const one of names) this.#used.add(one)
      const mayLeave = tool === "edit" && name === replacedName(args)
      for (const one of names)
        if (mayLeave) push(this.#where.names, one, argumentOf(id, name))
        else this.#said.names.add(one)
      if (tool !== "edit" && tool !== "write") continue
      for (const line of lines)
        if (mayLeave) push(this.#where.lines, line, argumentOf(id, name))
        else this.#said.lines.add(line)
    }
  }

  #leave(at: number, time: number): void {
    if (this.#rule === "none" || this.#rule === "host") return
    const isLapsed = time - this.#lastAt > this.#ttlMs
    const { outputs, tokens } = this.#placed()
    const retirable = this.#rule === "age" ? olderThan(outputs, at) : this.#retirable(outputs, at, { tokens, isLapsed })
    const all = this.tokens
    const plan = planRetiring(
      retirable,
      {
        free: isLapsed ? "lapsed" : undefined,
        mayBreak: this.#rule !== "lapsed",
        tooMany: all >= CRITICAL * USABLE ? all - MODERATE * USABLE : 0,
        prices: this.#prices,
        tokens,
      },
      likelySaved,
    )
    if (!plan) return
    if (!isLapsed) this.counted.breaks++
    if (this.#rule === "compaction") this.#compact()
    else for (const one of plan.outputs) this.#retire(one)
  }

  #retire(one: Retirable): void {
    const { call } = one.output
    const path = one.kind === "read" ? this.#factsOf(one.output).path : undefined
    const isFile = path !== undefined
    const line =
      this.#rule === "age" ? "[old output left out]" : retiredLine(one, this.#used, { kept: WAY_BACK, isFile })
    const piece = this.pieces.find(({ output }) => output?.call === call)
    const left = one.output.argument === undefined ? "" : piece?.text.slice(one.output.text.length)
    if (piece) piece.text = `${left}${line}`
    this.#gone.add(call)
    if (isFile) this.#files.add(path)
    this.#lines.set(call, line)
  }

  #placed(): { outputs: ShownOutput[]; tokens: number } {
    let chars = 0
    const outputs: ShownOutput[] = []
    for (const { text, output } of this.pieces) {
      if (output && !this.#gone.has(output.call)) outputs.push({ ...output, before: tokensOf(chars) })
      chars += text.length
    }
    return { outputs, tokens: tokensOf(chars) }
  }

  #retirable(
    outputs: readonly ShownOutput[],
    steps: number,
    { tokens, isLapsed }: { readonly tokens: number; readonly isLapsed: boolean },
  ): Retirable[] {
    return retirableOutputs({
      conversation: { outputs, said: this.#saidAt, steps, tokens },
      from: 0,
      factsOf: (output) => this.#factsOf(output),
      named: whenNamed(this.#saidAt, pathsRead(outputs.map((one) => this.#factsOf(one))), this.#named),
      ages: RETIRING_AGES,
      isLapsed,
      longer: this.#longer,
      stays: () => false,
    })
  }

  #factsOf(output: ShownOutput): OutputFacts {
    const known = this.#facts.get(output.call) ?? factsOf(output)
    this.#facts.set(output.call, known)
    return known
  }

  /** After a turn: all but the last two turns and the newest 40,000 tokens of outputs, where that frees 20,000. */
  #prune(): void {
    const before = this.#turns.at(-3)
    if (before === undefined) return
    let kept = 0
    const shown = this.pieces
      .slice(0, before)
      .filter(({ role, output }) => role === "tool" && output && !this.#gone.has(output.call))
    const old = shown.toReversed().filter(({ text }) => {
      kept += tokensOf(text.length)
      return kept > PROTECTED_TOKENS
    })
    if (old.reduce((sum, { text }) => sum + tokensOf(text.length), 0) < LEAST_FREED) return
    this.counted.breaks++
    for (const piece of old) {
      piece.text = CLEARED
      if (piece.output) this.#gone.add(piece.output.call)
    }
  }

  #send(time: number, at: number): void {
    const ends = this.pieces.flatMap(({ ends }, index) => (ends ? [index] : []))
    const marked = new Set(ends.slice(-2))
    const blocks = this.pieces.map(({ role, text }, index): Block => ({ role, text, mark: marked.has(index) }))
    this.requests.push({ at: time, blocks: [...this.#head(at), ...blocks] })
    this.#lastAt = time
  }

  #head(at: number): Block[] {
    const prefix = this.#parts?.prefixes[at]
    const system = prefix === undefined ? [HOST_SYSTEM] : [HOST_SYSTEM, prefix]
    return [
      ...[HOST_TOOLS, ...(this.#parts?.tools ?? [])].map((text) => ({ role: "tools", text })),
      ...system.map((text) => ({ role: "system", text, mark: true })),
    ]
  }

  #compact(): void {
    this.counted.compactions++
    this.#send(this.#lastAt, this.requests.length - 1)
    let kept = 0
    const from = this.pieces.findLastIndex(({ text }) => {
      kept += tokensOf(text.length)
      return kept > KEPT_TOKENS
    })
    for (const { role, output } of this.pieces.slice(0, from + 1))
      if (output && role === "tool") this.#gone.add(output.call)
    this.pieces = [{ role: "user", text: SUMMARY, ends: true }, ...this.pieces.slice(from + 1)]
    this.#turns = []
  }
}

/** `pauses`: as recorded; else a request every so many milliseconds. */
export function playTrail(
  { steps }: TrailSession,
  rule: Rule,
  {
    model,
    pauses,
    parts,
  }: { readonly model: CacheModel; readonly pauses: "real" | number; readonly parts?: CairnParts },
): Played {
  const replay = new Replay(rule, model, parts)
  for (const [at, step] of steps.entries()) replay.step(step, at, pauses === "real" ? step.at : at * pauses)
  const { cost } = cacheCost(replay.requests, model)
  return { ...replay.counted, cost, requests: steps.length }
}

export function sumOfPlayed(some: readonly Played[]): Played {
  const sum = (of: (one: Played) => number) => some.reduce((all, one) => all + of(one), 0)
  return {
    cost: sum(({ cost }) => cost),
    compactions: sum(({ compactions }) => compactions),
    breaks: sum(({ breaks }) => breaks),
    requests: sum(({ requests }) => requests),
    names: sum(({ names }) => names),
    lostNames: sum(({ lostNames }) => lostNames),
    lines: sum(({ lines }) => lines),
    lostLines: sum(({ lostLines }) => lostLines),
  }
}

function olderThan(outputs: readonly ShownOutput[], steps: number): Retirable[] {
  const old = outputs.filter(({ step, argument }) => argument === undefined && steps - step >= RETIRING_AGES.output)
  return old.map((output) => ({ output, kind: "other", why: "age", tokens: tokensOf(output.text.length) }))
}

const known = new Map<string, { readonly names: readonly string[]; readonly lines: readonly string[] }>()

/** Each text is read once, however often its session is played. */
function textOf(text: string) {
  const found = known.get(text) ?? {
    names: [...new Set(namesIn(text))],
    lines: [...new Set(bareLines(text))].filter(({ length }) => length >= LEAST_LINE),
  }
  known.set(text, found)
  return found
}

/** Where the recording has cut the arguments, all of them by the same share. */
function replacedBy({ id, tool, args, inputChars, failed }: TrailCall, step: number): ShownOutput | undefined {
  const replaced = replacedText({ call: id, tool, args, text: "", ok: !failed, step, before: 0 })
  if (!replaced) return undefined
  const cut = Math.max(1, inputChars / JSON.stringify(args).length)
  return { ...replaced, text: padded(replaced.text, Math.floor(replaced.text.length * cut)) }
}

function padded(text: string, chars: number): string {
  return text.length >= chars ? text : text.padEnd(chars, " ")
}

function push(places: Map<string, string[]>, key: string, id: string): void {
  const known = places.get(key)
  if (known) known.push(id)
  else places.set(key, [id])
}
