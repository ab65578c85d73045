// An operation's arguments on the command line: those in `words` (or the first required text) are positional, the others are options. A positional
// one is also taken as an option, by its name.
import { parseArgs } from "node:util"
import { CairnError } from "../../model/errors.ts"
import { optionName } from "../../operations/audience.ts"
import { argumentSchema, type Operation } from "../../operations/operation.ts"
import { nearestOf } from "../../text/nearest-name.ts"

export interface Argument {
  /** The operation's name for it. */
  readonly property: string
  /** As typed, without dashes. */
  readonly name: string
  readonly kind: "positional" | "flag" | "text" | "number"
  readonly choices?: readonly string[]
  readonly description: string
  readonly isNeeded: boolean
  /** It takes all further words, as long as no option's value is between them. */
  readonly isSentence?: boolean
  /** One word, which is never put in quotes. */
  readonly isId?: boolean
}

export function argumentsOf({
  personInput,
  words,
  shown,
  ids,
  takesSentence = false,
}: Pick<Operation, "personInput" | "words" | "shown" | "ids" | "takesSentence">): Argument[] {
  const { properties, required } = argumentSchema(personInput)
  const isText = (name: string) => required.includes(name) && properties[name]?.type === "string"
  const alone = words ?? Object.keys(properties).filter(isText).slice(0, 1)
  const names = [...alone, ...Object.keys(properties).filter((name) => !alone.includes(name))]
  return names.map((property) => {
    const { type, enum: choices, description = "" } = properties[property] ?? {}
    return {
      property,
      name: shown[property] ?? optionName(property),
      kind: alone.includes(property) ? "positional" : kindOf(type),
      ...(choices && { choices }),
      description,
      isNeeded: required.includes(property),
      isSentence: takesSentence && property === alone.at(-1),
      isId: ids.includes(property),
    }
  })
}

const argument =
  (kind: Argument["kind"]) =>
  (name: string, description: string, isNeeded = false): Argument => ({
    property: name,
    name,
    kind,
    description,
    isNeeded,
  })
export const flag = argument("flag")
export const textOption = argument("text")
export const word = argument("positional")

export const PROJECT_OPTION = textOption("project", "use this project (name or folder), not the current one")

function kindOf(type: string | undefined): Argument["kind"] {
  if (type === "boolean") return "flag"
  return type === "integer" || type === "number" ? "number" : "text"
}

/** What was typed, keyed by the operation's argument names. Throws `bad_usage`. */
export function inputOf(typed: readonly string[], known: readonly Argument[]): Record<string, unknown> {
  const options = known.filter(({ kind }) => kind !== "positional")
  const spelt = new Map(known.flatMap((one) => [one.name, one.property].map((name) => [name, one])))
  const { tokens } = parseArgs({
    args: [...typed],
    options: Object.fromEntries(
      [...spelt].map(([name, { kind }]) => [
        name,
        { type: kind === "flag" ? ("boolean" as const) : ("string" as const) },
      ]),
    ),
    allowPositionals: true,
    // Not strict: its error messages are not ours, and it would refuse a value that begins with a dash.
    strict: false,
    tokens: true,
  })
  const positional = known.filter(({ kind }) => kind === "positional")
  const sentence = positional.find(({ isSentence }) => isSentence)
  const given: Record<string, unknown> = {}
  const hasBegun = () => sentence !== undefined && given[sentence.property] !== undefined
  let endedBy: string | undefined
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "option") {
      const option = spelt.get(token.name)
      if (!option) throw unknownOption(token.rawName, options)
      if (option.kind !== "flag" && hasBegun()) endedBy = token.rawName
      given[option.property] = readValue(option, token.rawName, token.value)
    } else if (token.kind === "positional") {
      const before = tokens[at - 1]
      if (before?.kind === "option" && spelt.get(before.name)?.kind === "flag")
        refuseFlagValue(before.rawName, token.value)
      const next = positional.find(({ property }) => given[property] === undefined)
      if (next) given[next.property] = readValue(next, `<${next.name}>`, token.value)
      else if (sentence) {
        if (endedBy !== undefined) throw tornSentence(token.value, endedBy, sentence)
        given[sentence.property] += ` ${token.value}`
      } else throw surplus(token.value, known)
    }
  }
  const missing = known.find(({ property, isNeeded }) => isNeeded && given[property] === undefined)
  if (missing) throw badUsage(`${shownArgument(missing)} is missing`, "--help shows what this command takes")
  return given
}

/** Otherwise it would be taken for a word of the text. */
function refuseFlagValue(name: string, value: string): void {
  if (value !== "true" && value !== "false") return
  throw badUsage(`${name} is a flag and takes no value`, `leave out ${value === "true" ? `"true"` : name}`)
}

/** It may as well belong to the option's value, and a text with a word too many would be kept. */
function tornSentence(value: string, option: string, sentence: Argument): CairnError {
  const hint = `put the value of ${option} in quotes if it has several words; those of ${shownArgument(sentence)} have to stand together`
  return badUsage(`unexpected "${value}" after ${option}`, hint)
}

/** What was in quotes already would not fit better in them. */
function surplus(value: string, known: readonly Argument[]): CairnError {
  const last = known.findLast(({ kind }) => kind === "positional")
  const isOwn = ({ kind, name }: Argument) => (kind === "text" || kind === "number") && name !== "project"
  const options = known.filter(isOwn).map(shownArgument)
  const hints = [
    last && !last.isId && !/\s/.test(value) && `put ${shownArgument(last)} in quotes if it has several words`,
    options.length > 0 && `other values are given by options: ${options.join(", ")}`,
  ].filter((hint) => typeof hint === "string")
  const none = hints.length === 0 ? ["this command takes no further words"] : []
  return badUsage(`unexpected "${value}"`, [...none, ...hints, "see --help"].join("; "))
}

/** `<path>`, `--old-string`. */
export function shownArgument({ kind, name }: Argument): string {
  return kind === "positional" ? `<${name}>` : `--${name}`
}

function readValue({ kind, choices }: Argument, typed: string, value: string | undefined): unknown {
  if (kind === "flag") {
    if (value !== undefined) throw badUsage(`${typed} is a flag and takes no value`)
    return true
  }
  if (value === undefined) throw badUsage(`${typed} needs a value`)
  if (choices && !choices.includes(value)) throw badUsage(`${typed}: "${value}" is not one of ${choices.join(", ")}`)
  if (kind !== "number") return value
  const number = value.trim() === "" ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw badUsage(`${typed}: "${value}" is not a number`)
  return number
}

export function badUsage(message: string, hint = ""): CairnError {
  return new CairnError("bad_usage", message, hint)
}

function unknownOption(word: string, options: readonly Argument[]): CairnError {
  const near = nearestOf(
    word.replace(/^-+/, ""),
    options.map(({ name }) => name),
  )
  return badUsage(
    `unknown option ${word}`,
    near ? `did you mean --${near}?` : "--help lists the options; put -- before a text that begins with a dash",
  )
}
