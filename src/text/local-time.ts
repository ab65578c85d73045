// Times for people: by the clock of the machine, with its time zone named once.

/** `2026-01-31 14:05`. */
export function localMinute(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace("T", " ")
}

export function localDay(time: number): string {
  return localMinute(time).slice(0, 10)
}

export function timeZone(): string {
  return Intl.DateTimeFormat()
    .resolvedOptions()
    .timeZone.replace(/^Etc\/(?:UTC|UCT|GMT)$/, "UTC")
}

/** `2026-01-31`, the same on every machine. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
