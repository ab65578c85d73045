// A decision is often written as an order ("Use Postgres because …"). As a fact it says what was decided; an order that nobody gave would wait for
// the user's approval.
import { instructsAgent } from "./trust/order.ts"

export function decisionText<T extends string>(text: T): T {
  const [first = ""] = text.split(/[\s,:;]/, 1)
  const isOrder = /^[A-Z][a-z]+$/.test(first) && instructsAgent(text) && !/^(?:Always|Never|Please|Ignore)$/.test(first)
  return isOrder ? (`It was decided to ${text.charAt(0).toLowerCase()}${text.slice(1)}` as T) : text
}
