// Settings of another memory that mean the same here, written into the user's settings file. Existing settings are not changed.

import { basename, dirname } from "node:path"
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser"
import { resolveConfig } from "../model/config.ts"
import { messageOf } from "../model/errors.ts"
import { recordAt } from "../model/fields.ts"
import { defaultConfig } from "../model/settings.ts"
import { replaceFile } from "../platform/durable-file.ts"
import { readOutsideFile } from "../platform/outside-file.ts"
import { type Fields, fieldsIn } from "./read-outside.ts"

const MAX_BYTES = 1024 * 1024

/** The result, one line per setting. */
export async function moveSettings(
  file: string,
  settings: Readonly<Record<string, unknown>>,
  isDone: boolean,
): Promise<string[]> {
  const { text, present, fault } = await readPresent(file)
  const usual = fieldsIn(defaultConfig)
  const news = Object.entries(settings).filter(([key, value]) => !(key in present) && usual[key] !== value)
  const [fit, unfit] = [news.filter(isFit), news.filter((one) => !isFit(one))]
  const left = unfit.map(
    ([key, value]) => `setting ${key}: ${JSON.stringify(value)} means nothing here and is left behind`,
  )
  if (fit.length === 0) return left
  const told = fit.map(
    ([key, value]) => `setting ${key}: ${JSON.stringify(value)} ${isDone ? "is" : "would be"} in ${file}`,
  )
  const yourself = (why: string) => [
    `${file} cannot be changed (${why}); put these into it yourself:`,
    ...fit.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    ...left,
  ]
  if (fault !== undefined) return yourself(fault)
  if (!isDone) return [...told, ...left]
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  const changed = fit.reduce((all, [key, value]) => applyEdits(all, modify(all, [key], value, options)), text)
  try {
    await replaceFile(dirname(file), [], basename(file), new TextEncoder().encode(changed), { maxBytes: MAX_BYTES })
    return [...told, ...left]
  } catch (error) {
    return yourself(messageOf(error))
  }
}

function isFit([key, value]: readonly [string, unknown]): boolean {
  const file = { name: "", text: JSON.stringify({ [key]: value }) }
  return resolveConfig({ env: {}, options: undefined, file }).problems.length === 0
}

/** A file that was not read completely and understood is not changed: `fault` says why. */
async function readPresent(file: string): Promise<{ text: string; present: Fields; fault?: string | undefined }> {
  const found = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "own" })
  if ("fault" in found) return { text: "{}\n", present: {}, fault: found.fault === "missing" ? undefined : found.why }
  const { text, truncated } = found
  if (truncated) return { text, present: {}, fault: "it is too large" }
  if (text.trim() === "") return { text: "{}\n", present: {} }
  const errors: ParseError[] = []
  const value = recordAt(parse(text, errors, { allowTrailingComma: true }))
  return { text, present: value ?? {}, fault: value && errors.length === 0 ? undefined : "it has a mistake in it" }
}
