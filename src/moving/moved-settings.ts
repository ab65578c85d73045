// Settings of another memory that mean the same here, written into the user's own settings file. What is set there already stays.

import { basename, dirname } from "node:path"
import { applyEdits, modify } from "jsonc-parser"
import { messageOf } from "../model/errors.ts"
import { parseLenient } from "../model/lenient-json.ts"
import { defaultConfig } from "../model/settings.ts"
import { replaceFile } from "../platform/durable-file.ts"
import { readOutsideFile } from "../platform/outside-file.ts"
import { fieldsIn } from "./json-fields.ts"

const MAX_BYTES = 1024 * 1024

/** What it came to, a line each. */
export async function moveSettings(
  file: string,
  settings: Readonly<Record<string, unknown>>,
  isDone: boolean,
): Promise<string[]> {
  const found = await readOutsideFile(file, { maxBytes: MAX_BYTES, links: "own" })
  const text = "text" in found ? found.text : ""
  const present = fieldsIn(parseLenient(text))
  const usual = fieldsIn(defaultConfig)
  const news = Object.entries(settings).filter(([key, value]) => !(key in present) && usual[key] !== value)
  if (news.length === 0) return []
  const told = news.map(
    ([key, value]) => `setting ${key}: ${JSON.stringify(value)} ${isDone ? "is" : "would be"} in ${file}`,
  )
  if (!isDone) return told
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  const changed = news.reduce(
    (all, [key, value]) => applyEdits(all, modify(all, [key], value, options)),
    text || "{}\n",
  )
  try {
    await replaceFile(dirname(file), [], basename(file), new TextEncoder().encode(changed), { maxBytes: MAX_BYTES })
    return told
  } catch (error) {
    return [`${file} could not be written (${messageOf(error)}); put these into it yourself:`, ...told]
  }
}
