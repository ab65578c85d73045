// An operation's arguments as a command line has them: the first text it needs stands by itself, the others are options. The parser lets
// unknown options and further words pass and knows no numbers; here they are refused and read.
import { type ArgsDef, parseArgs } from "citty"
import * as z from "zod"
import { CairnError } from "../../model/errors.ts"
import { nearestOf } from "./nearest.ts"

interface Property {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly description?: string
}

type Schema = { properties?: Record<string, Property>; required?: string[] }

export function argumentsOf(input: z.ZodObject): ArgsDef {
  const { properties = {}, required = [] } = z.toJSONSchema(input) as Schema
  const first = Object.keys(properties).find((name) => required.includes(name) && properties[name]?.type === "string")
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { description = "", enum: options } = property
      const isNeeded = required.includes(name)
      if (name === first) return [kebab(name), { type: "positional", description }]
      if (property.type === "boolean") return [kebab(name), { type: "boolean", description }]
      if (options) return [kebab(name), { type: "enum", options: [...options], description, required: isNeeded }]
      return [kebab(name), { type: "string", valueHint: hintOf(property), description, required: isNeeded }]
    }),
  )
}

/** What was typed, by the operation's own names. Throws `bad_usage`. */
export function inputOf(typed: readonly string[], input: z.ZodObject): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(input) as Schema
  const parsed = parseTyped(typed, argumentsOf(input))
  const given = Object.keys(properties).map((name) => [name, readValue(name, parsed[kebab(name)], properties[name])])
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

export function parseTyped(typed: readonly string[], args: ArgsDef): Readonly<Record<string, unknown>> {
  refuseUnknown(typed, args)
  try {
    return parseArgs([...typed], args)
  } catch (error) {
    if (error instanceof Error && error.name === "CLIError") throw badUsage(error.message)
    throw error
  }
}

export function badUsage(message: string, hint = ""): CairnError {
  return new CairnError("bad_usage", message, hint)
}

function refuseUnknown(typed: readonly string[], args: ArgsDef): void {
  const isFlag = (name: string) => Object.hasOwn(args, name) && args[name]?.type !== "positional"
  const flags = Object.keys(args).filter(isFlag)
  const words: string[] = []
  for (let at = 0; at < typed.length; at++) {
    const word = typed[at] as string
    if (word === "--") {
      words.push(...typed.slice(at + 1))
      break
    }
    const [, name, value] = /^--([^=]+)(=.*)?$/s.exec(word) ?? []
    if (name === undefined && !/^-./.test(word)) words.push(word)
    else if (name === undefined || !isFlag(kebab(name))) throw unknownOption(word, flags)
    else if (args[kebab(name)]?.type !== "boolean" && value === undefined && ++at >= typed.length)
      throw badUsage(`${word} needs a value`)
  }
  const unexpected = words[Object.keys(args).length - flags.length]
  if (unexpected !== undefined) throw badUsage(`unexpected "${unexpected}"`, "put a text of several words in quotes")
}

function unknownOption(word: string, flags: readonly string[]): CairnError {
  const name = word.replace(/=.*/s, "")
  const near = nearestOf(name.replace(/^-+/, ""), flags)
  return badUsage(`unknown option ${name}`, near ? `did you mean --${near}?` : "--help lists the options")
}

function readValue(name: string, value: unknown, property: Property = {}): unknown {
  if (value === undefined || (property.type !== "integer" && property.type !== "number")) return value
  const number = String(value).trim() === "" ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw badUsage(`--${kebab(name)}: "${value}" is no number`)
  return number
}

function hintOf({ type }: Property): string {
  return type === "integer" || type === "number" ? "number" : "text"
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
