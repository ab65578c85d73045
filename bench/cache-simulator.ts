// What a series of requests costs with a provider's prompt cache, in units of uncached input tokens. A request is a list of blocks in the
// order in which the provider reads it (tools, system, messages); a token is taken for four characters. Three ways of caching exist: at
// marks that the client sets, at one place that the provider chooses (the end), and wherever two requests stop being the same.

export interface Block {
  /** `tools`, `system`, `user`, `assistant`, `tool`: the same words of somebody else are another prompt. */
  readonly role: string
  readonly text: string
  /** A cache mark stands at its end. Providers that take no marks do not see it. */
  readonly mark?: boolean
}

export interface Request {
  /** In milliseconds; the requests of a list are in order. */
  readonly at: number
  readonly blocks: readonly Block[]
}

export interface CacheModel {
  readonly name: string
  /** What a token costs that is read from the cache. */
  readonly read: number
  /** What one costs that is written to it; one that is neither costs 1. */
  readonly write: number
  /** A shorter prompt is not cached. */
  readonly leastTokens: number
  /** How long a prefix is kept after its last use. */
  readonly ttlMs: number
  readonly entries: "at marks" | "at the end" | "anywhere"
  /** How many blocks before a mark an entry is looked for, its own included. */
  readonly lookBack?: number
  /** The cache's unit; a part of it is not read. */
  readonly stepTokens?: number
}

/** In tokens. */
export interface CacheCost {
  readonly read: number
  readonly written: number
  readonly uncached: number
  /** All of it at the model's prices. */
  readonly cost: number
}

const MINUTE_MS = 60_000
const CHARS_PER_TOKEN = 4
const MAX_MARKS = 4

const anthropic = { read: 0.1, leastTokens: 1024, entries: "at marks", lookBack: 20 } as const
const openAi = { read: 0.1, leastTokens: 1024 }

/** As published in 2026 at platform.claude.com, developers.openai.com and ai.google.dev. */
export const CACHE_MODELS: readonly CacheModel[] = [
  { name: "Anthropic, 5 minutes", ...anthropic, write: 1.25, ttlMs: 5 * MINUTE_MS },
  { name: "Anthropic, 1 hour", ...anthropic, write: 2, ttlMs: 60 * MINUTE_MS },
  { name: "OpenAI up to GPT-5.5", ...openAi, write: 1, ttlMs: 5 * MINUTE_MS, entries: "anywhere", stepTokens: 128 },
  { name: "OpenAI from GPT-5.6", ...openAi, write: 1.25, ttlMs: 30 * MINUTE_MS, entries: "at the end" },
  { name: "Gemini", read: 0.1, write: 1, leastTokens: 4096, ttlMs: 5 * MINUTE_MS, entries: "anywhere" },
]

/** Reads whatever stood in any earlier request, to the character, and for nothing: the most that any cache could do. */
export const IDEAL_CACHE: CacheModel = {
  name: "ideal prefix cache",
  read: 0,
  write: 1,
  leastTokens: 0,
  ttlMs: Number.POSITIVE_INFINITY,
  entries: "anywhere",
}

/** The cost of all requests of one conversation, or of several that share a cache. */
export function cacheCost(requests: readonly Request[], model: CacheModel): CacheCost {
  const cache = model.entries === "anywhere" ? cacheOfTexts(model) : cacheOfEntries(model)
  const sum = { read: 0, written: 0, uncached: 0 }
  for (const request of requests) {
    const { read, written } = cache(request)
    const total = request.blocks.reduce((chars, { text }) => chars + text.length, 0) / CHARS_PER_TOKEN
    sum.read += read
    sum.written += written
    sum.uncached += total - read - written
  }
  return { ...sum, cost: sum.read * model.read + sum.written * model.write + sum.uncached }
}

/** Sends a request and tells how many of its tokens were read from the cache and written to it. */
type Cache = (request: Request) => { readonly read: number; readonly written: number }

function cacheOfTexts({ leastTokens, ttlMs, stepTokens }: CacheModel): Cache {
  let earlier: Request[] = []
  return (request) => {
    earlier = earlier.filter(({ at }) => request.at - at <= ttlMs)
    const shared = Math.max(0, ...earlier.map(({ blocks }) => sharedChars(blocks, request.blocks))) / CHARS_PER_TOKEN
    const whole = stepTokens === undefined ? shared : Math.floor(shared / stepTokens) * stepTokens
    earlier.push(request)
    // Writing costs nothing extra here, so what is written counts as uncached.
    return { read: whole >= leastTokens ? whole : 0, written: 0 }
  }
}

function sharedChars(earlier: readonly Block[], later: readonly Block[]): number {
  let chars = 0
  for (const [at, { role, text }] of later.entries()) {
    const other = earlier[at]
    if (other?.role !== role) return chars
    if (other.text !== text) return chars + sharedPrefix(other.text, text)
    chars += text.length
  }
  return chars
}

function sharedPrefix(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one[length] === other[length]) length++
  return length
}

/** Where a block ends. */
interface Place {
  /** Stands for everything up to here. */
  readonly key: number
  readonly tokens: number
}

function cacheOfEntries({ entries, leastTokens, ttlMs, lookBack = Number.POSITIVE_INFINITY }: CacheModel): Cache {
  const keyOf = prefixKeys()
  /** When the prefix of this key was used last. */
  const used = new Map<number, number>()
  return ({ at, blocks }) => {
    const places = placesOf(blocks, keyOf)
    const isAlive = ({ key }: Place) => at - (used.get(key) ?? Number.NEGATIVE_INFINITY) <= ttlMs
    const ends = entries === "at the end" ? [places.length - 1] : marksOf(blocks)
    const kept = ends.filter((end) => (places[end]?.tokens ?? 0) >= leastTokens)
    const found = kept.flatMap((end) => places.slice(Math.max(0, end + 1 - lookBack), end + 1).filter(isAlive))
    const read = Math.max(0, ...found.map(({ tokens }) => tokens))
    const last = Math.max(read, ...kept.map((end) => places[end]?.tokens ?? 0))
    // Whoever reads a prefix uses those that it begins with.
    for (const place of places) if (place.tokens <= read && isAlive(place)) used.set(place.key, at)
    for (const end of kept) used.set((places[end] as Place).key, at)
    return { read, written: last - read }
  }
}

function marksOf(blocks: readonly Block[]): number[] {
  const marks = blocks.flatMap(({ mark }, at) => (mark ? [at] : []))
  if (marks.length > MAX_MARKS) throw new Error(`${marks.length} cache marks: a request may have ${MAX_MARKS}`)
  return marks
}

function placesOf(blocks: readonly Block[], keyOf: (before: number, block: Block) => number): Place[] {
  let [key, chars] = [0, 0]
  return blocks.map((block) => {
    key = keyOf(key, block)
    chars += block.text.length
    return { key, tokens: chars / CHARS_PER_TOKEN }
  })
}

/** A number for every series of blocks, told from the number of what stands before the last one. */
function prefixKeys(): (before: number, block: Block) => number {
  const known = new Map<string, Map<string, number>>()
  let last = 0
  return (before, { role, text }) => {
    // Texts are long and come again in every request: as keys of their own they are hashed once and never copied.
    const place = `${before} ${role}`
    const texts = known.get(place) ?? new Map<string, number>()
    known.set(place, texts)
    const key = texts.get(text) ?? ++last
    texts.set(text, key)
    return key
  }
}
