// Durations as people write them: "5m", "30s", "1h", "500ms", "1d", or a number of milliseconds.

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

export function parseDuration(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : undefined
  if (typeof value !== "string") return undefined
  const match = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)?\s*$/i.exec(value)
  return match ? Number(match[1]) * UNITS[(match[2] ?? "ms").toLowerCase()]! : undefined
}
