// Days as people name them, in the machine's time zone.

/** From its first moment up to the first moment after it. */
export interface DaysMeant {
  readonly from: number
  readonly to: number
}

type Unit = "day" | "week" | "month" | "year"

/** A whole unit of the calendar: how many before the one of today. */
const WHOLE: ReadonlyMap<string, readonly [Unit, number]> = new Map([
  ...([
    ["today", ["day", 0]],
    ["yesterday", ["day", 1]],
  ] as const),
  ...([
    ["this week", ["week", 0]],
    ["this month", ["month", 0]],
    ["this year", ["year", 0]],
  ] as const),
  ...([
    ["last week", ["week", 1]],
    ["last month", ["month", 1]],
    ["last year", ["year", 1]],
  ] as const),
])

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
/** Up to today; or the day that is so long ago. */
const UP_TO_TODAY = /^(?:(?:last|past) (\d{1,4}) (day|week|month|year)s?|past (week|month|year))$/
const AGO = /^(?:a|an|(\d{1,4})) (day|week|month|year)s? ago$/
const MINUTE_MS = 60_000
const SECOND_MS = 1000

/** A date, a month, a moment, a weekday, a week, or a number of days back; undefined for anything else. Weeks begin on Monday. */
export function daysMeant(text: string, now: number): DaysMeant | undefined {
  const said = text.trim().toLowerCase().replace(/\s+/g, " ")
  const today = new Date(now)
  const whole = WHOLE.get(said)
  if (whole) return { from: beginning(today, ...whole), to: beginning(today, whole[0], whole[1] - 1) }
  const weekday = weekdayBack(said, now)
  if (weekday !== undefined) return dayAgo(today, weekday, "day")
  const [, count, unit, one] = UP_TO_TODAY.exec(said) ?? []
  if (unit ?? one)
    return { from: dayAgo(today, Number(count ?? 1), (unit ?? one) as Unit).from, to: beginning(today, "day", -1) }
  const [, ago = "1", before] = AGO.exec(said) ?? []
  if (before) return dayAgo(today, Number(ago), before as Unit)
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(said) ?? []
  if (year && month) return dated(Number(year), Number(month), day === undefined ? undefined : Number(day))
  return momentMeant(said)
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

/** When the day, week, month or year began that is so many before today's. */
function beginning(today: Date, unit: Unit, back: number): number {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  if (unit === "day") return midnight(year, month, day - back)
  if (unit === "week") return midnight(year, month, day - ((today.getDay() + 6) % 7) - 7 * back)
  return unit === "month" ? midnight(year, month - back, 1) : midnight(year - back, 0, 1)
}

/** A month before 31 March is the last day of February. */
function dayAgo(today: Date, count: number, unit: Unit): DaysMeant {
  const months = unit === "month" ? count : unit === "year" ? 12 * count : 0
  const [year, month] = [today.getFullYear(), today.getMonth() - months]
  const lastDay = new Date(midnight(year, month + 1, 0)).getDate()
  const days = unit === "day" ? count : unit === "week" ? 7 * count : 0
  const day = Math.min(today.getDate(), months > 0 ? lastDay : 31) - days
  return { from: midnight(year, month, day), to: midnight(year, month, day + 1) }
}

/** By the calendar, because not every day has 24 hours. Of a year before 100, the constructor would make one of the last century. */
function midnight(year: number, month: number, day: number): number {
  const date = new Date(2000, 0, 1)
  date.setFullYear(year, month, day)
  return date.setHours(0, 0, 0, 0)
}

function dated(year: number, month: number, day: number | undefined): DaysMeant | undefined {
  const from = midnight(year, month - 1, day ?? 1)
  if (new Date(from).getMonth() !== month - 1) return undefined
  return { from, to: day === undefined ? midnight(year, month, 1) : midnight(year, month - 1, day + 1) }
}
