// What a list of durations comes down to. The machine may be shared, so figures are medians and percentiles, never means.

export interface Spread {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export function spreadOf(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

export function median(samples: readonly number[]): number {
  return spreadOf(samples).p50
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function ms(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(value >= 10_000 ? 0 : 1)} s`
  return `${value.toFixed(value >= 100 ? 0 : value >= 1 ? 1 : 3)} ms`
}

export function spreadText({ p50, p99, max }: Spread): string {
  return `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`
}

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US")
}

/** `ratio(2, 100)` → `50x less`. */
export function ratio(own: number, baseline: number): string {
  const less = baseline >= own
  const factor = less ? baseline / own : own / baseline
  return `${factor >= 10 ? count(factor) : factor.toFixed(1)}x ${less ? "less" : "more"}`
}

/** With the 95 % interval after Wilson: of twenty cases, 85 % may be 64 or 95. */
export function shareText(right: number, of: number): string {
  const z = 1.96
  const share = right / of
  const middle = (share + (z * z) / (2 * of)) / (1 + (z * z) / of)
  const half = (z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of)
  const percent = (value: number) => Math.round(100 * value)
  return `${count(right)} of ${count(of)} (${percent(share)} %, ${percent(middle - half)} to ${percent(middle + half)})`
}
