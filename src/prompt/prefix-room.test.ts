// Of any store and any session: the block keeps its budget, each part that has something to say has its floor, and what is not shown is counted.
import { expect, test } from "bun:test"
import fc from "fast-check"
import { factWith } from "../../test/bed/facts.ts"
import { BLOCKS } from "../model/core-block.ts"
import type { NoteInfo } from "../model/note.ts"
import { defaultConfig } from "../model/settings.ts"
import type { MemoryEvent } from "../session/memory-event.ts"
import { emptyMemory, memoryAfter } from "../session/session-memory.ts"
import { slotSettings } from "../session/working-memory.ts"
import { giveRoom } from "./budget.ts"
import { renderPrefix, type ScopeView } from "./prefix.ts"

const slots = slotSettings()
const NOW = Date.parse("2026-11-15T00:00:00Z")

const noteOf = (path: string, more: Partial<NoteInfo> = {}): NoteInfo => ({
  ...{ scope: "project", path, description: `What ${path} is about`, limit: 5000, chars: more.body?.length ?? 100 },
  ...{ hot: path.startsWith("system/"), readonly: false, quarantined: false, hash: "h" },
  ...more,
})

interface Drawn {
  readonly hot: readonly number[]
  readonly facts: number
  readonly words: number
  readonly cold: number
  readonly core: number
  readonly files: number
  readonly items: number
  readonly errors: number
  readonly lost: number
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  hot: fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 6 }),
  facts: fc.integer({ min: 0, max: 400 }),
  words: fc.integer({ min: 2, max: 40 }),
  cold: fc.integer({ min: 0, max: 60 }),
  core: fc.integer({ min: 0, max: 1000 }),
  files: fc.integer({ min: 0, max: 20 }),
  items: fc.integer({ min: 0, max: 8 }),
  errors: fc.integer({ min: 0, max: 4 }),
  lost: fc.integer({ min: 0, max: 40 }),
})

const SUBJECTS = ["kafka", "billing", "harbour", "tide", "lantern", "sextant", "anchor", "beacon"]

function stored({ hot, facts, words, cold }: Drawn): ScopeView {
  const factNotes = Array.from({ length: facts }, (_, n) => {
    const path = `facts/n${String(n).padStart(3, "0")}.md`
    const text = `The ${SUBJECTS[n % 8]} of yard ${n} ${"holds water ".repeat(words)}`.slice(0, 260).trim()
    const type = ["decision", "feedback", "project", "user"][n % 4] as string
    return noteOf(path, { description: text, fact: factWith({ path, type, text, updated: NOW - n }) })
  })
  const others = Array.from({ length: cold }, (_, n) => noteOf(`reference/c${String(n).padStart(2, "0")}.md`))
  return {
    scope: "project",
    hot: hot.map((size, n) => noteOf(`system/h${n}.md`, { body: "calm sea ".repeat(size).slice(0, size) })),
    cold: [...factNotes, ...others],
    folders: new Map([
      ["facts", facts],
      ["reference", cold],
    ]),
    facts: factNotes,
    quarantined: 0,
    conflicts: [],
  }
}

function worked({ core, files, items, errors }: Drawn) {
  const events: MemoryEvent[] = [
    ...BLOCKS.map(
      (block) => ({ kind: "core", block, operation: "replace", content: "g".repeat(core), at: 1 }) as const,
    ),
    ...Array.from({ length: files }, (_, n) => ({
      kind: "files" as const,
      files: [{ path: `src/part/file-${n}.ts`, action: "edit" as const }],
    })),
    ...Array.from(
      { length: items },
      (_, n) => ({ kind: "item", slot: "todo", text: `look at ${n}`, why: "t" }) as const,
    ),
    ...Array.from({ length: errors }, (_, n) => ({
      ...({ kind: "command", command: `npm run c${n}`, exit: 1, category: "test" } as const),
      errors: [{ fingerprint: `f${n}`, summary: `c${n} failed at sea` }],
    })),
  ]
  return events.reduce((memory, event) => memoryAfter(memory, event, slots), emptyMemory)
}

/** Stands for what a summary lost: lines that the rest of the prompt does not have. */
const lossOf = (lost: number) => (room: number, shown: string) => {
  const [open, close] = ["<repair>", "\n</repair>"]
  let text = open
  for (let n = 0; n < lost; n++) {
    const line = `\n- lost thing number ${n} of the voyage`
    if (!shown.includes(line) && text.length + line.length + close.length <= Math.min(room, 2400)) text += line
  }
  return text === open ? "" : text + close
}

function rendered(store: Drawn, prefixBudget = defaultConfig.prefixBudget) {
  const session = { memory: worked(store), slots, repair: lossOf(store.lost) }
  return renderPrefix({ scopes: [stored(store)], clock: { now: NOW } }, session, { ...defaultConfig, prefixBudget })
}

const partOf = (text: string, tag: string) => new RegExp(`<${tag}[\\s>][\\s\\S]*</${tag}>`).exec(text)?.[0] ?? ""

test("the budget holds, origins cover every line, and every fact is shown or counted", () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1500, max: 30_000 }), (store, budget) => {
      const { text, origins, facts } = rendered(store, budget)
      expect(text.length).toBeLessThanOrEqual(budget)
      expect(origins.reduce((sum, { lines }) => sum + lines, 0)).toBe(text.split("\n").length)
      expect(origins.filter(({ kind }) => kind === "fact").reduce((sum, { lines }) => sum + lines, 0)).toBe(
        facts.length,
      )
      const [, left, subjects] = /^(\d+) (?:more )?facts?(?:, by subject: (.*))? \(memory/m.exec(text) ?? []
      if (left === undefined) return facts.length === 0 || facts.length === store.facts
      const counts = [...(subjects ?? "").matchAll(/ (\d+)(?=,|$)|(\d+) others?/g)].map(([, one, other]) =>
        Number(one ?? other),
      )
      expect(facts.length + Number(left)).toBe(store.facts)
      if (subjects === undefined) return true
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(left))
      return true
    }),
    { numRuns: 60 },
  )
})

test("a count of facts that just fits leaves the budget as it is", () => {
  const store = { hot: [], facts: 2, words: 2, cold: 0, core: 73, files: 0, items: 0, errors: 0, lost: 2 }
  const over = Array.from({ length: 200 }, (_, n) => 1500 + n).filter(
    (size) => rendered(store, size).text.length > size,
  )
  expect(over).toEqual([])
})

test("each part that has something to say has its floor, whatever the others want", () => {
  fc.assert(
    fc.property(drawn, (store) => {
      const { text, facts, whole } = rendered(store)
      const failures = [
        store.facts > 0 && facts.length < Math.min(store.facts, 2) && "facts",
        store.files + store.errors > 0 && partOf(text, "activity") === "" && "activity",
        store.items > 0 && partOf(text, "working_memory") === "" && "working memory",
        store.cold > 0 && partOf(text, "tree") === "" && "tree",
        store.lost > 0 && partOf(text, "repair").length < Math.min(500, store.lost * 30) && "repair",
        store.core > 0 && !text.includes("g".repeat(store.core)) && "core",
        store.hot.length > 0 &&
          partOf(text, "system").length <
            Math.min(
              2500,
              store.hot.reduce((a, b) => a + b),
            ) &&
          "hot",
        text.length < 12_000 && whole.length < store.hot.length && "a hot note is cut though there is room",
        text.length < 12_000 && facts.length < Math.min(150, store.facts) && "a fact is missing though there is room",
      ]
      expect(failures.filter(Boolean)).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test("after a compaction with full core blocks facts, activity and tree are there", () => {
  const full = { hot: [4000, 900], facts: 28, words: 4, cold: 20, core: 1000, files: 20, items: 5, errors: 4, lost: 40 }
  const { text, facts, whole } = rendered(full)
  expect(facts).toHaveLength(28)
  expect(whole).toHaveLength(2)
  for (const part of ["<repair>", "<working_memory>", "<activity>", "<tree"]) expect(text).toContain(part)
})

test("room: floors first, then equal shares, and what nobody wants is left", () => {
  const claims = {
    a: { floor: 30, wants: 100 },
    b: { floor: 30, wants: 40 },
    c: { floor: 10, wants: 90, isLast: true },
  }
  expect(giveRoom(claims, 1000)).toEqual({ rooms: { a: 100, b: 40, c: 90 }, left: 770 })
  expect(giveRoom(claims, 150)).toEqual({ rooms: { a: 100, b: 40, c: 10 }, left: 0 })
  expect(giveRoom(claims, 100)).toEqual({ rooms: { a: 50, b: 40, c: 10 }, left: 0 })
  expect(giveRoom(claims, 40)).toEqual({ rooms: { a: 30, b: 10, c: 0 }, left: 0 })
  expect(giveRoom(claims, -5)).toEqual({ rooms: { a: 0, b: 0, c: 0 }, left: 0 })
})
