// Changed files, each by its path if they are few. With many, the files of a folder share a line, `src/store/{notes.ts, layout.ts}`, which people
// and models read like a shell. A name that does not fit into a brace list gets its own line.
import { inGroups } from "../text/fit-into.ts"
import { folderOf, isFileName, isPlain } from "./said-path.ts"
import { spacedText } from "./summary-page.ts"

/** A line that does not fit is left out whole, so a folder with hundreds of files takes several lines. */
const MAX_GROUP = 160
const MAX_SPELT_OUT = 1000

export function fileLines<F extends { readonly text: string }>(
  files: readonly F[],
): { text: string; tells: readonly F[] }[] {
  const isFew = files.reduce((sum, { text }) => sum + text.length + 3, 0) <= MAX_SPELT_OUT
  const byFolder = Map.groupBy(files, ({ text }) => (isPlain(text) && !isFew ? folderOf(text) : ""))
  return [...byFolder].flatMap(([folder, inFolder]) => {
    const groups =
      folder === ""
        ? inFolder.map((file) => [file])
        : inGroups(inFolder, MAX_GROUP - folder.length, ({ text }) => text.length - folder.length + 2)
    return groups.map((tells) => ({ text: `- ${groupText(folder, tells)}`, tells }))
  })
}

/** The paths in a line of `fileLines`, without its list mark; empty if the line could be something else. */
export function pathsOfLine(line: string, isKnown: boolean): string[] {
  const [, folder = "", members] = /^([^{}\s]+\/)\{([^{}]+)\}$/.exec(line) ?? []
  if (members !== undefined) return members.split(", ").map((name) => folder + name)
  const path = /^`(.+)`$/.exec(line)?.[1] ?? line
  return isKnown || (isPlain(path) && (path !== line || isFileName(path))) ? [path] : []
}

function groupText(folder: string, files: readonly { readonly text: string }[]): string {
  const [first, ...others] = files.map(({ text }) => text)
  if (first !== undefined && others.length === 0)
    return isFileName(first) ? spacedText(first) : `\`${spacedText(first)}\``
  return `${folder}{${files.map(({ text }) => text.slice(folder.length)).join(", ")}}`
}
