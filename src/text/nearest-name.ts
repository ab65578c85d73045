import { editDistance } from "./edit-distance.ts"

/** The name that was probably meant by a mistyped one. */
export function nearestOf(typed: string, names: readonly string[]): string | undefined {
  const word = typed.toLowerCase().slice(0, 40)
  const ranked = names
    .map((name) => ({ name, distance: editDistance(word, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 2)) ? best.name : undefined
}
