// Whether an event has the texts and lists that its kind needs. A damaged row of the journal may still be JSON, and what it leaves undefined would
// fail only where it is shown, so such an event is left out. Few numbers are looked at: without one something is counted less, and nothing fails.
import { fieldAt, recordAt } from "../model/fields.ts"
import type { EventKind, EventOf, MemoryEvent } from "./memory-event.ts"

type Check = (value: unknown) => boolean
type Shape<T> = { readonly [Field in keyof T]?: Check }

const text: Check = (value) => typeof value === "string"
const texts: Check = (value) => Array.isArray(value) && value.every(text)
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const fields = (shape: Readonly<Record<string, Check>>): Check => {
  const checks = Object.entries(shape)
  return (value) => recordAt(value) !== undefined && checks.every(([field, check]) => check(fieldAt(value, field)))
}
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const record =
  (check: Check): Check =>
  (value) =>
    recordAt(value) !== undefined && Object.values(recordAt(value) ?? {}).every(check)

const check = fields({ category: text, name: maybe(text), targets: maybe(texts) })
const error = fields({
  fingerprint: text,
  summary: text,
  file: maybe(text),
  category: maybe(text),
  check: maybe(check),
})
const toldLine = fields({ text, about: maybe(text) })
const tells = record((line) => line === null || toldLine(line))

const SHAPES: { readonly [K in EventKind]?: Shape<EventOf<K>> } = {
  turn: { said: maybe(text), own: maybe(text) },
  compaction: { id: text },
  mined: { through: text },
  core: { block: text, content: text, at: maybe(Number.isFinite) },
  item: { slot: text, text, why: text },
  directive: { text },
  mention: { texts, in: text },
  remove: { text },
  clear: { slot: maybe(text) },
  files: { files: list(fields({ path: text, action: text, to: maybe(text) })) },
  saved: { note: text },
  used: { names: texts, paths: texts },
  command: {
    command: text,
    category: maybe(text),
    passed: maybe(list((one) => text(one) || check(one))),
    errors: maybe(list(error)),
  },
  failure: { tool: text, target: maybe(text), message: text },
  prefix: { tells, notes: record(text), quotes: maybe(texts) },
  tail: { message: text, tells },
  shown: { messages: texts },
  seen: { note: text, hash: text },
  answer: { call: text },
  recalled: { notes: texts },
  unsaved: { facts: texts },
  contradiction: { pairs: texts },
  asked: { claim: maybe(text) },
  aside: { lines: texts, quotes: maybe(texts) },
  marked: { id: text, facts: list(fields({ scope: text, path: text, hash: text })) },
  summary: { hash: text },
  loss: { compaction: text, missing: list(fields({ kind: text, text })), hostTodos: maybe(texts) },
  cutting: { from: maybe(text) },
  cut: { from: text, checkpoint: text, after: maybe(text) },
  retired: { reason: text, outputs: list(fields({ call: text, line: text, kind: text, id: text, path: maybe(text) })) },
  fetched: { output: text },
}

/** Throws, naming the field, if one that the event needs is missing or something else. One of a kind that is not known has no needs. */
export function wholeEvent<E extends MemoryEvent>(event: E): E {
  const shape: Readonly<Record<string, Check>> = SHAPES[event.kind] ?? {}
  for (const [field, isRight] of Object.entries(shape))
    if (!isRight(fieldAt(event, field))) throw new TypeError(`the ${event.kind} event has no usable ${field}`)
  return event
}
