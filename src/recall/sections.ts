// Titled lists within a budget: a line that does not fit is left out whole, and a title stands only above at least one line.

export interface Section {
  readonly title: string
  readonly lines: readonly Line[]
}

export interface Line {
  readonly text: string
  /** What the line is about, for who wants to know what was shown. */
  readonly about: string
}

export function fitSections(sections: readonly Section[], budget: number): { text: string[]; shown: Set<string> } {
  const text: string[] = []
  const shown = new Set<string>()
  let room = budget
  for (const { title, lines } of sections) {
    let titleCost = title.length + 1
    for (const line of lines) {
      const cost = line.text.length + 1 + titleCost
      if (cost > room) continue
      room -= cost
      if (titleCost > 0) text.push(title)
      titleCost = 0
      text.push(line.text)
      shown.add(line.about)
    }
  }
  return { text, shown }
}
