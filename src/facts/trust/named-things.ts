// Words that name one particular thing: hosts, paths, versions, packages, identifiers. Together they identify a text, however short. Some lead
// out of the project, which is what makes a false fact dangerous.
import { foldCase } from "../../text/fold.ts"

const PIECE = /[^\s"'`<>()[\]{},;|]+/g
const MAX_LOOKED_AT = 8000
/** A name with one of these endings is a file, not a host. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|lock|md|mdx|txt|sh|bash|zsh|ps1|py|pyi|rb|go|rs|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|sql|css|scss|html?|xml|svg|png|jpe?g|gif|pdf|csv|tsv|log|env|ini|cfg|conf|gradle|vue|svelte|proto|graphql|tf|mod|sum|map|jar|gz|zip|tgz)$/i
const HOST =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s/@]{1,80}@)?((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24})(?::\d{1,5})?(?:[/?#:].*)?$/i
const PACKAGE = /^@[\w.-]+\/[\w.-]+|^[\w./-]+@\d|^[\w./-]+:(?:latest|v?\d[\w.-]*)$/
const RARE = /\d|[\w]\/[\w]|_|[a-z][A-Z]|\w-\w|\w\.\w|^@\w|^--?\w/

function piecesOf(text: string): string[] {
  const pieces = text.slice(0, MAX_LOOKED_AT).match(PIECE) ?? []
  return pieces.map((piece) => piece.replace(/^[:!?*#]+(?=\w)|[.:!?*]+$/g, "")).filter((piece) => piece !== "")
}

/** A name introduced as a package: "the library left-pad". */
const CALLED_PACKAGE =
  /\b(?:package|library|dependency|plugin|extension|image|tool)s?\s+(?:called\s+|named\s+)?`?([\w@/.-]*\w[-/@.][\w@/.-]*\w)/gi

/** Folded names that lead out of the project: hosts, mail addresses, packages and images. */
export function outwardIn(text: string): Set<string> {
  const pieces = piecesOf(text).flatMap((piece) => hostOf(piece) ?? (PACKAGE.test(piece) ? [foldCase(piece)] : []))
  const called = [...text.slice(0, MAX_LOOKED_AT).matchAll(CALLED_PACKAGE)].map(([, name = ""]) => foldCase(name))
  return new Set([...pieces, ...called.filter((name) => !FILE_ENDING.test(name))])
}

function hostOf(piece: string): string | undefined {
  const [, host] = HOST.exec(piece) ?? []
  const isAddress = piece.includes("://") || /^[^/]{1,80}@/.test(piece)
  return host && (isAddress || (!FILE_ENDING.test(host) && /\./.test(host))) ? foldCase(host) : undefined
}

/** Folded names of particular things; of an address, its host. */
export function rareIn(text: string): Set<string> {
  return new Set(
    piecesOf(text)
      .filter((piece) => RARE.test(piece))
      .map((piece) => hostOf(piece) ?? foldCase(piece)),
  )
}

const CODE = /`([^`\n]{2,200})`/g
const PROGRAM =
  /(?<![\w./-])(?:npm|pnpm|yarn|bun|npx|bunx|deno|node|make|just|cargo|go|pip3?|uv|poetry|python3?|pytest|ruby|bundle|rake|docker|docker-compose|podman|kubectl|helm|terraform|git|gh|glab|curl|wget|ssh|scp|rsync|sudo|bash|sh|zsh|chmod|rm|psql|gradle|mvn|dotnet|php|composer|\.{1,2}\/[\w./-]+)(?:\s+[-\w./:=@$"']+){0,6}/gi

/** Command lines, as far as they can be told from prose: inline code that looks like one, and a program's name with arguments. */
export function commandsNamedIn(text: string): string[] {
  const short = text.slice(0, MAX_LOOKED_AT)
  const coded = [...short.matchAll(CODE)].map(([, code = ""]) => code.trim())
  const bare = short.replace(CODE, " ").match(PROGRAM) ?? []
  return [
    ...coded.filter((code) => /\s|^\.{0,2}\//.test(code) || /^[a-z]+$/.test(code)),
    ...bare.filter((one) => /\s/.test(one)),
  ]
}
