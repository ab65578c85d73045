// Words to erase, in every form in which Cairn writes text: as they are, in any case, inside JSON, and as part of a file name.
import { MAX_SLUG, slugOf } from "../../model/fact.ts"

export const ERASED = "[erased]"
/** Shorter ones are parts of other names. */
const LEAST_SLUG = 6

/** Notes below these folders of the memory folder consist of one statement. */
export const OF_ONE_FACT = /^(?:global|projects\/[^/]+)\/(?:facts|archive|quarantine)\//

export type Eraser = ReturnType<typeof eraserOf>

/** `cutNames`: file names that end within the words, where a long slug was cut. */
export function eraserOf(words: string, cutNames: readonly string[] = []) {
  const flat = words.trim().replace(/\s+/g, " ")
  const forms = [
    flat,
    JSON.stringify(flat).slice(1, -1),
    JSON.stringify(JSON.stringify(flat).slice(1, -1)).slice(1, -1),
  ]
  const spoken = [...new Set(forms)].map((form) => form.split(" ").map(quoted).join("(?:\\s|\\\\n)+"))
  const slug = slugOf(flat)
  const name = [...cutNames.map(quoted), ...(slug.length >= LEAST_SLUG ? [quoted(slug)] : [])]
  // In a text a name is followed by its extension; the words come first, since they are the longer form.
  const inText = new RegExp([...cutNames.map(quoted), ...spoken, ...name].join("|"), "giu")
  const inPath = new RegExp([...name, ...spoken].join("|"), "giu")
  return {
    /** The text without the words; the same text if it has none. */
    from: (text: string) => text.replace(inText, ERASED),
    /** The same for a path: no part of a longer slug may remain of a name. */
    fromPath: (path: string) => path.replace(inPath, "erased"),
    isIn: (text: string) => text.search(inText) >= 0,
  }
}

/** From notes with the words, the names that may end within them: those whose slug had no room for the whole text. */
export function cutNamesOf(paths: readonly string[]): string[] {
  const names = paths.map((path) => (OF_ONE_FACT.test(path) && /([^/]+?)(?:-\d+)?\.md$/.exec(path)?.[1]) || "")
  return [...new Set(names)].filter((name) => name.length > MAX_SLUG && /^[a-z0-9-]+$/.test(name))
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
