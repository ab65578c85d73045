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

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
const COUNTED = /^(?:(?:last|past) (\d{1,4}) (day|week|month|year)s?|(\d{1,4}) (day|week|month|year)s? ago)$/
const MINUTE_MS = 60_000
const SECOND_MS = 1000

/** A date, a month, a moment, a weekday or a number of days back; undefined for anything else. */
export function daysMeant(text: string, now: number): DaysMeant | undefined {
  const said = text.trim().toLowerCase().replace(/\s+/g, " ")
  const back = daysBack(said) ?? weekdayBack(said, now)
  if (back !== undefined) return dayBack(now, back)
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(said) ?? []
  if (year && month) return dated(Number(year), Number(month), day === undefined ? undefined : Number(day))
  return momentMeant(said)
}

function daysBack(said: string): number | undefined {
  const [last, past, ago, before] = COUNTED.exec(said)?.slice(1) ?? []
  const unit = (past ?? before) as keyof typeof UNITS | undefined
  return unit ? Number(last ?? ago) * UNITS[unit] : BACK.find(([known]) => known.test(said))?.[1]
}

/** The latest of its name, which may be today; "last" is one before today. */
function weekdayBack(said: string, now: number): number | undefined {
  const isLast = said.startsWith("last ")
  const weekday = WEEKDAYS.indexOf(said.replace(/^last /, ""))
  if (weekday < 0) return undefined
  const days = (new Date(now).getDay() - weekday + 7) % 7
  return isLast && days === 0 ? 7 : days
}

/** As Cairn shows times, or with a T: a minute or a second is meant as a whole. */
function momentMeant(said: string): DaysMeant | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)[t ]/.exec(said) ?? []
  if (!year || !dated(Number(year), Number(month), Number(day))) return undefined
  const from = Date.parse(said.replace(" ", "T").toUpperCase())
  const isMinute = /[t ]\d\d:\d\d(?!:)/.test(said)
  return Number.isNaN(from) ? undefined : { from, to: from + (isMinute ? MINUTE_MS : SECOND_MS) }
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
