// Facts as a section of AGENTS.md, for people and agents who have no Cairn. It is between two marks: what is outside of them is never touched, and
// the next export replaces what is between.

const BEGIN = "<!-- cairn:begin -->"
const END = "<!-- cairn:end -->"

/** The file with the section; at its end where it had none. Undefined where the marks are not a pair. */
export function withSection(text: string, facts: readonly string[]): string | undefined {
  const section = [BEGIN, "## What we know", "", ...facts.map((fact) => `- ${harmless(fact)}`), END].join("\n")
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  const isSingle = text.indexOf(BEGIN, begin + 1) < 0 && text.indexOf(END, end + 1) < 0
  if (begin < 0 && end < 0) return `${text.trimEnd()}${text.trim() === "" ? "" : "\n\n"}${section}\n`
  if (begin < 0 || end < begin || !isSingle) return undefined
  return `${text.slice(0, begin)}${section}${text.slice(end + END.length)}`
}

/** One line, which cannot end the section or begin a comment. */
function harmless(fact: string): string {
  return fact.replace(/\s+/g, " ").replaceAll("<!--", "&lt;!--").trim()
}
