// Titled lists within a budget: a line that does not fit is left out whole, and a title stands only above at least one line.

export interface Section {
  readonly title: string
  readonly lines: readonly SectionLine[]
  /** Sections with a lower rank get their room first; without one, in the order of the text. */
  readonly rank?: number | undefined
}

export interface SectionLine {
  readonly text: string
  /** What the line is about, for who wants to know what was shown. */
  readonly about: string
}

export function fitSections(sections: readonly Section[], budget: number): { text: string[]; shown: Set<string> } {
  const fitted = new Map<Section, string[]>()
  const shown = new Set<string>()
  let room = budget
  for (const section of [...sections].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))) {
    const lines: string[] = []
    for (const { text, about } of section.lines) {
      const cost = text.length + 1 + (lines.length === 0 ? section.title.length + 1 : 0)
      if (cost > room) continue
      room -= cost
      lines.push(text)
      shown.add(about)
    }
    fitted.set(section, lines)
  }
  const text = sections.flatMap((section) => {
    const lines = fitted.get(section) ?? []
    return lines.length === 0 ? [] : [section.title, ...lines]
  })
  return { text, shown }
}
