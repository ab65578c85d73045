// Facts as a section of AGENTS.md, for people and agents without Cairn. The section is between two marks: the next export replaces what is
// between them and never touches anything else.

const BEGIN = "<!-- cairn:begin -->"
const END = "<!-- cairn:end -->"

/** The file with the section, appended if it had none. Undefined if the marks are not exactly one pair. */
export function withSection(text: string, facts: readonly string[]): string | undefined {
  const section = [BEGIN, "## What we know", "", ...facts.map((fact) => `- ${harmless(fact)}`), END].join("\n")
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  const isSingle = text.indexOf(BEGIN, begin + 1) < 0 && text.indexOf(END, end + 1) < 0
  if (begin < 0 && end < 0) return `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${section}\n`
  if (begin < 0 || end < begin || !isSingle) return undefined
  return `${text.slice(0, begin)}${section}${text.slice(end + END.length)}`
}

/** A single line that can neither end the section nor open a comment. */
function harmless(fact: string): string {
  return fact.replace(/\s+/g, " ").replaceAll("<!--", "&lt;!--").trim()
}
