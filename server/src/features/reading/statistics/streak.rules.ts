/** Consecutive days up to today or yesterday: a day that is not over does not break a streak. */
export function streakOf(days: readonly number[], today: number) {
  const read = new Set(days)
  let longest = 0
  for (const day of read) {
    if (read.has(day - 1)) continue
    let length = 1
    while (read.has(day + length)) length++
    longest = Math.max(longest, length)
  }
  const readToday = read.has(today)
  let current = 0
  while (read.has(today - (readToday ? 0 : 1) - current)) current++
  return { current, longest, readToday }
}
