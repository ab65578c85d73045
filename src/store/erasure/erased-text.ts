// Words that are to be gone, in every form in which Cairn writes text down: as they are, in any case, inside JSON, and as a part of a file's name.
import { MAX_SLUG, slugOf } from "../../model/fact.ts"

export const ERASED = "[erased]"
/** Shorter ones are parts of other names. */
const LEAST_SLUG = 6

/** Notes below these, from the memory folder, are made of one statement. */
export const OF_ONE_FACT = /^(?:global|projects\/[^/]+)\/(?:facts|archive|quarantine)\//

export interface Eraser {
  /** The text without the words; the same text where it has none. */
  from(text: string): string
  /** The same of a path: of a name nothing of a longer slug may stay. */
  fromPath(path: string): string
  isIn(text: string): boolean
}

/** `cutNames`: names of files that end within the words, where a long slug was cut. */
export function eraserOf(words: string, cutNames: readonly string[] = []): Eraser {
  const flat = words.trim().replace(/\s+/g, " ")
  const forms = [
    flat,
    JSON.stringify(flat).slice(1, -1),
    JSON.stringify(JSON.stringify(flat).slice(1, -1)).slice(1, -1),
  ]
  const spoken = [...new Set(forms)].map((form) => form.split(" ").map(quoted).join("(?:\\s|\\\\n)+"))
  const slug = slugOf(flat)
  const name = [...cutNames.map(quoted), ...(slug.length >= LEAST_SLUG ? [quoted(slug)] : [])]
  // In a text a name is followed by its ending; the words come first, since they are the longer form.
  const inText = new RegExp([...cutNames.map(quoted), ...spoken, ...name].join("|"), "giu")
  const inPath = new RegExp([...name, ...spoken].join("|"), "giu")
  return {
    from: (text) => text.replace(inText, ERASED),
    fromPath: (path) => path.replace(inPath, "erased"),
    isIn(text) {
      inText.lastIndex = 0
      return inText.test(text)
    },
  }
}

/** Of notes that have the words, the names that may end within them: those whose slug had no room for the whole text. */
export function cutNamesOf(paths: readonly string[]): string[] {
  const names = paths.map((path) => (OF_ONE_FACT.test(path) && /([^/]+?)(?:-\d+)?\.md$/.exec(path)?.[1]) || "")
  return [...new Set(names)].filter((name) => name.length > MAX_SLUG && /^[a-z0-9-]+$/.test(name))
}

function quoted(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")
    .replaceAll("\\-", "-")
    .replaceAll("\\/", "/")
}
