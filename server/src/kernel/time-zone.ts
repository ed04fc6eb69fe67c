const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether it is a name of the IANA database that this machine knows, such as Europe/Berlin or UTC. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are no names: they know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Minutes since midnight on the clocks of that zone, 0 to 1439. */
export function minuteOfDay(ms: number, timeZone: string): number {
  const [hour = 0, minute = 0] = formatOf(timeZone).format(ms).split(':').map(Number)
  return hour * 60 + minute
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    formats.set(timeZone, format)
  }
  return format
}
