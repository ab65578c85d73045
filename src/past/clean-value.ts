// What a tool was given or has answered, as data: cleaned at any depth, without Cairn's own marks and tails.
import { cleanOutput, cleanText } from "../redaction/clean-text.ts"
import { withoutTail } from "./own-texts.ts"

type Clean = (text: string) => { readonly text: string }

export function cleanValue(value: unknown, clean: Clean = cleanText): unknown {
  if (typeof value === "string") return clean(withoutTail(value)).text
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, clean))
  if (value === null || typeof value !== "object") return value
  const kept = Object.entries(value).filter(([key]) => key !== "cairn")
  return Object.fromEntries(kept.map(([key, one]) => [clean(key).text, cleanValue(withoutLabelled(key, one), clean)]))
}

/** Each field is cleaned when somebody asks for it: most are never, and the text of a file that was written takes long. */
export function cleanFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const clean: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    const get = () => Object.values(cleanValue({ [key]: value }) as object)[0]
    Object.defineProperty(clean, cleanText(key).text, { get, enumerable: true })
  }
  return clean
}

const MARK_FIRST = /^\[REDACTED:[a-z\d-]+\]/
/** A secret longer than this may go on where its rule ends. */
const LONG = 400

/** Secrets are often recognisable only by the name of their field. */
function withoutLabelled(key: string, value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value
  const label = `${key}: `
  const { text, found } = cleanOutput(`${label}${value}`)
  if (found.length === 0) return value
  const left = text.startsWith(label) ? text.slice(label.length) : text
  return String(value).length > LONG ? (MARK_FIRST.exec(left)?.[0] ?? left) : left
}
