// Days as people name them, in the machine's time zone.

/** From its first moment up to the first moment after it. */
export interface DaysMeant {
  readonly from: number
  readonly to: number
}

const BACK: readonly (readonly [RegExp, number])[] = [
  [/^today$/, 0],
  [/^yesterday$/, 1],
  [/^(?:last|this|past) week$|^a week ago$/, 7],
  [/^(?:last|this|past) month$|^a month ago$/, 31],
  [/^(?:last|this|past) year$|^a year ago$/, 366],
]
const UNITS = { day: 1, week: 7, month: 30, year: 365 } as const

/** A date, a month, a moment or a number of days back; undefined for anything else. */
export function daysMeant(text: string, now: number): DaysMeant | undefined {
  const said = text.trim().toLowerCase()
  const [, count, unit] = /^(\d{1,4}) (day|week|month|year)s? ago$/.exec(said) ?? []
  const back = count ? Number(count) * UNITS[unit as keyof typeof UNITS] : BACK.find(([known]) => known.test(said))?.[1]
  if (back !== undefined) return dayBack(now, back)
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(said) ?? []
  if (year && month) return dated(Number(year), Number(month), day === undefined ? undefined : Number(day))
  const moment = /^\d{4}-\d\d-\d\dt/.test(said) ? Date.parse(said.toUpperCase()) : Number.NaN
  return Number.isNaN(moment) ? undefined : { from: moment, to: moment + 1 }
}

/** By calendar days, because not every day has 24 hours. */
function dayBack(now: number, days: number): DaysMeant {
  const today = new Date(now)
  const at = (more: number) => new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + more).getTime()
  return { from: at(0), to: at(1) }
}

function dated(year: number, month: number, day: number | undefined): DaysMeant | undefined {
  const from = new Date(year, month - 1, day ?? 1)
  if (from.getMonth() !== month - 1) return undefined
  const to = day === undefined ? new Date(year, month, 1) : new Date(year, month - 1, day + 1)
  return { from: from.getTime(), to: to.getTime() }
}
