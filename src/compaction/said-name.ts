// Whether a summary contains a name, or a text as written. A number counts anywhere, because the words around it may differ.
import { keyOfName } from "../text/used-names.ts"
import { type Block, spacedText, withoutHidden } from "./summary-page.ts"

export function saidNames(names: readonly string[], blocks: readonly Block[]): boolean[] {
  const words = new Set(blocks.flatMap(({ text }) => text.match(/[\w$]+/g) ?? []))
  return names.map((name) => {
    const parts = keyOfName(name).match(/[\w$]+/g) ?? []
    return parts.length > 0 && parts.every((part) => words.has(part))
  })
}

export function saidWords(texts: readonly string[], blocks: readonly Block[]): boolean[] {
  const page = blocks.map(({ text }) => text).join("\n")
  return texts.map((text) => page.includes(spacedText(withoutHidden(text)).replace(/…$/, "")))
}
