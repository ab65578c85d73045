import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { POOL_LIMITS } from "../model/tunable.ts"
import { contentKey } from "../text/matching.ts"
import { MAX_ITEM } from "../text/text.ts"
import type { MemoryEvent } from "./memory-event.ts"
import { poolScore } from "./memory-pool.ts"
import {
  BUILT_IN_SLOTS,
  emptyWorking,
  type Item,
  POOL,
  slotSettings,
  type WorkingMemory,
  workingAfter,
  workingItems,
} from "./working-memory.ts"

const { items: MAX_POOL } = POOL_LIMITS
const slots = slotSettings({ risk: { max: 2, title: "Risks" } })
const add = (slot: string, text: string): MemoryEvent => ({ kind: "item", slot, text, why: "test" })
const mention = (message: string, ...texts: string[]): MemoryEvent => ({ kind: "mention", texts, in: message })
const step: MemoryEvent = { kind: "step" }
const compaction: MemoryEvent = { kind: "compaction", id: "c" }

interface State {
  readonly working: WorkingMemory
  readonly step: number
}
const nothing: State = { working: emptyWorking, step: 0 }

function next(state: State, event: MemoryEvent): State {
  const at = state.step + (event.kind === "step" ? 1 : 0)
  return { working: workingAfter(state.working, event, at, slots), step: at }
}
const after = (events: readonly MemoryEvent[], from = nothing) => events.reduce(next, from)
const workingOf = (...events: MemoryEvent[]) => after(events).working
const texts = (items: readonly Item[] | undefined) => (items ?? []).map(({ text }) => text)
const numbered = (count: number, slot: string) => Array.from({ length: count }, (_, i) => add(slot, `item ${i + 1}`))

describe("the settings", () => {
  test("the built-in slots", () => {
    const sizes = Object.entries(BUILT_IN_SLOTS).map(([name, { max }]) => [name, max])
    expect(sizes).toEqual([
      ["error", 3],
      ["decision", 5],
      ["todo", 3],
      ["dependency", 3],
    ])
  })

  test("custom slots come after them, may change them, and cannot be the pool", () => {
    const pool = { max: 9, title: "Mine" }
    const merged = slotSettings({ risk: { max: 2, title: "Risks" }, todo: { max: 7, title: "To do" }, pool })
    expect(Object.keys(merged)).toEqual(["error", "decision", "todo", "dependency", "risk"])
    expect(merged.todo).toEqual({ max: 7, title: "To do" })
    expect(slotSettings()).toEqual(BUILT_IN_SLOTS)
  })
})

describe("a slot", () => {
  test.each(Object.entries(slots).map(([name, { max }]) => [name, max] as const))(
    "%s keeps the newest %d, newest first; the rest is in the pool",
    (name, max) => {
      const { slots: filled, pool } = workingOf(...numbered(max + 2, name))
      expect(texts(filled[name])).toEqual(Array.from({ length: max }, (_, i) => `item ${max + 2 - i}`))
      expect(texts(pool)).toEqual(["item 2", "item 1"])
    },
  )

  test("the oldest leaves with its mentions", () => {
    const { pool } = workingOf(add("todo", "a thing"), add("todo", "a thing"), ...numbered(3, "todo"))
    expect(pool).toEqual([{ text: "a thing", mentions: 2, touched: 0 }])
  })

  test("what leaves begins to fade in the pool only then, however old it is", () => {
    const long = Array.from({ length: 40 }, () => step)
    const state = after([add("todo", "a thing"), ...long, ...numbered(3, "todo")])
    expect(state.working.pool).toEqual([{ text: "a thing", mentions: 1, touched: 40 }])
    expect(texts(next(state, step).working.pool)).toEqual(["a thing"])
  })

  test("the same content again is one item: counted, touched and at the front", () => {
    const { slots: filled } = workingOf(add("todo", "Fix it"), add("todo", "other"), step, add("todo", "fix  IT."))
    expect(filled.todo).toEqual([
      { text: "Fix it", mentions: 2, touched: 1 },
      { text: "other", mentions: 1, touched: 0 },
    ])
  })

  test("takes what sits in the pool", () => {
    const { slots: filled, pool } = workingOf(add(POOL, "use npm"), add("decision", "use npm"))
    expect(filled.decision).toEqual([{ text: "use npm", mentions: 2, touched: 0 }])
    expect(pool).toEqual([])
  })

  test("takes what sits in another slot", () => {
    const { slots: filled } = workingOf(add("todo", "use npm"), add("decision", "use npm"))
    expect([texts(filled.todo), texts(filled.decision)]).toEqual([[], ["use npm"]])
  })

  test("keeps what comes again for the pool", () => {
    const { slots: filled, pool } = workingOf(add("todo", "use npm"), add(POOL, "use npm"))
    expect([filled.todo?.[0]?.mentions, pool]).toEqual([2, []])
  })

  test.each(["gone", "constructor"])("keeps what comes again for %p, which is no slot", (name) => {
    const { slots: filled, pool } = workingOf(add("todo", "use npm"), add(name, "use npm"))
    expect([filled.todo?.[0]?.mentions, pool]).toEqual([2, []])
  })

  test.each(["gone", "__proto__", "constructor", "toString", ""])(
    "an unknown one, %p: the item is in the pool",
    (name) => {
      const working = workingOf(add(name, "kept"), add(name, "too"))
      expect(texts(working.pool)).toEqual(["too", "kept"])
      expect(workingItems(working)).toHaveLength(2)
    },
  )

  test("that the settings no longer have gives its items to the pool at the next item", () => {
    const before = workingOf(add("risk", "one"), add("risk", "two"), add("todo", "three"))
    const now = workingAfter(before, add("todo", "four"), 0, { todo: { max: 1, title: "T" } })
    expect(texts(now.slots.todo)).toEqual(["four"])
    expect(texts(now.pool).sort()).toEqual(["one", "three", "two"])
  })
})

describe("an item", () => {
  test("is one line of at most 200 characters, cut at a word", () => {
    const [item] = workingOf(add(POOL, `one\ntwo ${"word ".repeat(100)}`)).pool as [Item]
    expect(item.text.length).toBeLessThanOrEqual(MAX_ITEM)
    expect(item.text).toMatch(/^one two word .* word…$/)
  })

  test("without text is none", () => expect(workingOf(add("todo", " \n "))).toEqual(emptyWorking))

  test.each([
    "src/model/text.ts",
    "README.md",
    ".gitignore",
    "src/Makefile",
    "/etc/hosts",
    "~/notes",
    "app/(group)/[id]/page.tsx",
    "packages/@scope/x.ts",
    "文档/说明.md",
  ])("%p is a path", (text) => expect(workingOf(add(POOL, text)).pool[0]?.isPath).toBe(true))

  test.each([
    "see src/a.ts",
    "@types/node",
    "lodash@4.17.21",
    "https://example.com/a.html",
    "决定使用A/B测试",
    "plain",
    "v1.2",
    "done.",
  ])("%p is no path", (text) => expect(workingOf(add(POOL, text)).pool[0]).not.toHaveProperty("isPath"))
})

describe("the pool", () => {
  test("forgets at a step what has faded, and slots do not fade", () => {
    const long = Array.from({ length: 28 }, () => step)
    const state = after([add(POOL, "a note"), add("todo", "a task"), ...long])
    expect(texts(state.working.pool)).toEqual(["a note"])
    expect(workingItems(next(state, step).working).map(({ text }) => text)).toEqual(["a task"])
  })

  test("takes a new item even if all others are named more often", () => {
    const often = numbered(MAX_POOL, POOL).flatMap((event) => [event, event])
    const { pool } = workingOf(...often, add(POOL, "new"))
    expect(pool).toHaveLength(MAX_POOL)
    expect([texts(pool)[0], texts(pool).includes("item 1")]).toEqual(["new", false])
  })

  test("keeps its better half at a compaction, and slots stay", () => {
    const state = after([
      ...numbered(5, POOL),
      add("todo", "a task"),
      step,
      mention("m", "item 1", "item 3"),
      compaction,
    ])
    expect(texts(state.working.pool)).toEqual(["item 5", "item 3", "item 1"])
    expect(texts(state.working.slots.todo)).toEqual(["a task"])
  })
})

describe("a mention", () => {
  test("counts and touches, in slots and in the pool, and moves nothing", () => {
    const events = [
      add("todo", "one"),
      add("todo", "two"),
      add(POOL, "three"),
      step,
      mention("m", "one", "three", "no"),
    ]
    expect(workingOf(...events)).toEqual({
      slots: {
        todo: [
          { text: "two", mentions: 1, touched: 0 },
          { text: "one", mentions: 2, touched: 1, mentionedIn: ["m"] },
        ],
      },
      pool: [{ text: "three", mentions: 2, touched: 1, mentionedIn: ["m"] }],
    })
  })

  test("counts once a message, also when another comes between", () => {
    const events = [mention("a", "one", "one"), mention("b", "one"), mention("a", "one")]
    expect(workingOf(add("todo", "one"), ...events).slots.todo?.[0]?.mentions).toBe(3)
  })

  test("remembers a bounded number of messages", () => {
    const many = Array.from({ length: 100 }, (_, i) => mention(`m${i}`, "one"))
    const [item] = workingOf(add(POOL, "one"), ...many).pool as [Item]
    expect([item.mentions, item.mentionedIn?.length]).toEqual([101, 8])
  })
})

describe("taking out", () => {
  const events = [add("todo", "one"), add("error", "two"), add(POOL, "three")]
  const left = (event: MemoryEvent) => texts(workingItems(workingOf(...events, event)))

  test.each<[string, MemoryEvent, string[]]>([
    ["an item of a slot", { kind: "remove", text: "one" }, ["two", "three"]],
    ["an item of the pool", { kind: "remove", text: "three" }, ["one", "two"]],
    ["a piece of an item is not the item", { kind: "remove", text: "thre" }, ["one", "two", "three"]],
    ["all", { kind: "clear" }, []],
    ["a slot", { kind: "clear", slot: "todo" }, ["two", "three"]],
    ["the pool", { kind: "clear", slot: POOL }, ["one", "two"]],
    ["a slot that is not there", { kind: "clear", slot: "gone" }, ["one", "two", "three"]],
  ])("%s", (_name, event, expected) => expect(left(event)).toEqual(expected))
})

test("what is not about it leaves it as it is", () => {
  const working = workingOf(...numbered(3, "todo"))
  for (const event of [{ kind: "turn" }, { kind: "files", files: [] }] as const)
    expect(workingAfter(working, event, 9, slots)).toBe(working)
})

const anySlot = fc.constantFrom(...Object.keys(slots), POOL, POOL, POOL, POOL, "gone", "__proto__")
const anyText = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 150 }).map((n) => `item ${n}`) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
)
const anyItem = fc.record({ kind: fc.constant("item" as const), slot: anySlot, text: anyText, why: fc.constant("x") })
const anyEvent: fc.Arbitrary<MemoryEvent> = fc.oneof(
  { weight: 150, arbitrary: anyItem },
  { weight: 15, arbitrary: fc.constant(step) },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant("mention" as const),
      texts: fc.array(anyText, { maxLength: 6 }),
      in: fc.constantFrom("m1", "m2", "m3"),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("remove" as const), text: anyText }) },
  { weight: 1, arbitrary: fc.constant(compaction) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const), slot: anySlot }) },
)
const story = fc.array(anyEvent, { minLength: 20, maxLength: 250, size: "max" })

/** What `check` finds wrong at each event of many stories. */
function eachMoment(check: (before: State, event: MemoryEvent, after: State) => readonly string[]): void {
  fc.assert(
    fc.property(story, (events) => {
      let state = nothing
      const wrong: string[] = []
      for (const event of events) {
        const now = next(state, event)
        wrong.push(...check(state, event, now))
        state = now
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: 60 },
  )
}

/** The names of what does not hold. */
const broken = (held: Readonly<Record<string, boolean>>) => Object.keys(held).filter((name) => !held[name])

describe("whatever happens", () => {
  test("slots and pool keep to their sizes, and one content is one item", () => {
    let fullest = 0
    eachMoment((_before, _event, { working }) => {
      const items = workingItems(working)
      fullest = Math.max(fullest, working.pool.length)
      return broken({
        "slots keep to their sizes": Object.entries(working.slots).every(
          ([name, items]) => items.length <= (slots[name]?.max ?? 0),
        ),
        "one content is one item": new Set(items.map(({ text }) => contentKey(text))).size === items.length,
        "texts are short lines": items.every(({ text }) => text.length <= MAX_ITEM && !/[\n\r]/.test(text)),
      })
    })
    expect(fullest).toBe(MAX_POOL)
  })

  test("nothing goes but by a rule, and the newest is always there", () => {
    let cut = 0
    eachMoment((before, event, now) => {
      const isThere = new Set(workingItems(now.working).map(({ text }) => text))
      const gone = workingItems(before.working).filter(({ text }) => !isThere.has(text))
      const scores = (items: readonly Item[]) => items.map((item) => poolScore(item, now.step))
      const best = Math.max(0, ...scores(gone))
      const least = (items: readonly Item[]) => Math.min(Number.POSITIVE_INFINITY, ...scores(items))
      switch (event.kind) {
        case "item": {
          if (event.text.trim() === "") return []
          const isNewest = ({ text }: Item) => contentKey(text) === contentKey(event.text)
          cut += gone.length
          return broken({
            "the newest is there": workingItems(now.working).filter(isNewest).length === 1,
            "only a full pool lets go": gone.length === 0 || now.working.pool.length === MAX_POOL,
            "the least goes": best <= least(now.working.pool.filter((item) => !isNewest(item))),
          })
        }
        case "mention":
          return broken({ "a mention takes nothing": gone.length === 0 })
        case "step":
          return broken({ "only the faded goes": best < 0.01 })
        case "remove":
          return broken({ "the named goes": gone.every(({ text }) => contentKey(text) === contentKey(event.text)) })
        case "clear": {
          const cleared = event.slot === POOL ? before.working.pool : (ownSlot(before, event.slot) ?? [])
          return broken({ "the slot goes": texts(gone).join("\n") === texts(cleared).join("\n") })
        }
        case "compaction":
          return broken({
            "half goes": gone.length === Math.floor(before.working.pool.length / 2),
            "the worse half goes": best <= least(now.working.pool),
          })
        default:
          return []
      }
    })
    expect(cut).toBeGreaterThan(0)
  })

  test("saying a thing again is a mention of it", () => {
    const repeats = fc.array(fc.boolean(), { maxLength: 12 })
    fc.assert(
      fc.property(story, anyItem, repeats, (events, item, again) => {
        fc.pre(item.text.trim() !== "")
        const first = after([...events, item])
        const plain = (state: State) =>
          workingItems(state.working).map(({ text, mentions, touched }) => ({ text, mentions, touched }))
        const mixed = again.map((isAdd, i) => (isAdd ? item : mention(`again ${i}`, item.text)))
        const added = again.map(() => item)
        expect(plain(after(mixed, first))).toEqual(plain(after(added, first)))
      }),
      { numRuns: 60 },
    )
  })

  test("kept as JSON and read again, it goes on the same", () => {
    eachMoment((before, event, now) => {
      const saved = JSON.parse(JSON.stringify(before)) as State
      return broken({
        "it is the same": Bun.deepEquals(saved, before),
        "it goes on the same": Bun.deepEquals(next(saved, event), now),
      })
    })
  })

  test("no state is ever changed in place", () => {
    eachMoment((before, event) => {
      const saved = JSON.stringify(before)
      next(before, event)
      return broken({ "it stays": JSON.stringify(before) === saved })
    })
  })
})

function ownSlot({ working }: State, name: string | undefined): readonly Item[] | undefined {
  return name !== undefined && Object.hasOwn(working.slots, name) ? working.slots[name] : undefined
}
