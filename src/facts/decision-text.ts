// Decisions are often worded as orders ("Use Postgres because …"). As a fact they say what was decided, because an order that the user never gave
// would wait for approval.
import { instructsAgent } from "./trust/order.ts"

export function decisionText<T extends string>(text: T): T {
  const [first = ""] = text.split(/[\s,:;]/, 1)
  const isOrder = /^[A-Z][a-z]+$/.test(first) && instructsAgent(text) && !/^(?:Always|Never|Please|Ignore)$/.test(first)
  return isOrder ? (`It was decided to ${text.charAt(0).toLowerCase()}${text.slice(1)}` as T) : text
}
