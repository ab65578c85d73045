// What a tool was called with, as text to search for names. A written file is an argument too, so only the beginning of each counts.

const MAX_ARGUMENT = 2000

export function argumentText(args: Readonly<Record<string, unknown>>, most: number): string {
  // Also numbers and lists. A list has no size limit, but hosts use them for a few paths or names.
  const plain = (value: unknown) => (value === undefined || value === null ? "" : JSON.stringify(value))
  const texts = Object.values(args).map((value) => (typeof value === "string" ? value : plain(value)))
  return texts
    .map((text) => text.slice(0, MAX_ARGUMENT))
    .join("\n")
    .slice(0, most)
}
