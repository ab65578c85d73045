// What programs send to a terminal besides text. We use our own expression: Node and Bun strip different things with `stripVTControlCharacters`.

export const CODES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][0-9A-Z]|[=>@-Z\\-_])/g

/** Without colours, cursor moves, titles and links. */
export function stripTerminalCodes(text: string): string {
  return text.includes("\x1b") ? text.replace(CODES, "") : text
}
