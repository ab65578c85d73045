// Which of two versions comes first.

/** False if one of them cannot be read. */
export function isOlderVersion(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)]
  const at = other.findIndex((number, n) => one[n] !== number)
  if (at >= 0) return (one[at] ?? 0) < (other[at] as number)
  return version.includes("-") && !than.includes("-")
}

function numbersOf(version: string): number[] {
  return version
    .split(".")
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10))
}
