// Colours in a text that is still data. They are characters that no font has, so that no text from elsewhere can paint: the terminal's writer
// replaces them with the real sequences, and shows any other sequence as plain characters.

const PAINTS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
const FIRST = 0xe100
const PLAIN = "\ue1ff"

export type Paint = keyof typeof PAINTS

export function painter(hasColour: boolean): (paint: Paint, text: string) => string {
  return (paint, text) =>
    hasColour && text !== "" ? `${String.fromCharCode(FIRST + PAINTS[paint])}${text}${PLAIN}` : text
}

/** The terminal's sequence for such a character; undefined for any other. */
export function sequenceOf(char: string): string | undefined {
  if (char === PLAIN) return "\u001b[0m"
  const code = char.charCodeAt(0) - FIRST
  return Object.values(PAINTS).some((one) => one === code) ? `\u001b[${code}m` : undefined
}

/** The columns that a text takes on the screen, if each letter takes one. */
export function unpainted(text: string): string {
  return text.replace(/[\ue100-\ue1ff]/g, "")
}

/** Data whose texts cannot paint: such characters in a note are shown by their number. */
export function paintless<T>(data: T): T {
  if (typeof data === "string")
    return data.replace(/[\ue100-\ue1ff]/g, (char) => `<U+${char.charCodeAt(0).toString(16).toUpperCase()}>`) as T
  if (Array.isArray(data)) return data.map(paintless) as T
  if (data === null || typeof data !== "object" || Object.getPrototypeOf(data) !== Object.prototype) return data
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, paintless(value)])) as T
}
