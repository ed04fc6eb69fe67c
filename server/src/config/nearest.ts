/** Share of a name that may differ for another name to be meant. */
const TOLERANCE = 0.4
/** So few slips are a mistyped name, whatever else the name may be like. */
const SLIPS = 2

/**
 * The known name that was most likely meant, or null when none is near.
 * Case, dots and underscores count as equal; so does a longer path to the same end (`application.port`, `port`).
 */
export function nearest(name: string, known: readonly string[]): string | null {
  const wanted = plain(name)
  let best: { name: string; distance: number } | null = null
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate))
    if (!best || distance < best.distance) best = { name: candidate, distance }
  }
  if (best && best.distance <= SLIPS) return best.name
  const sameEnd = known.filter(candidate => wanted.endsWith(`_${plain(candidate)}`))
  const [longest] = sameEnd.sort((a, b) => b.length - a.length)
  return longest ?? (best && best.distance <= wanted.length * TOLERANCE ? best.name : null)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}

/** Insertions, deletions, changes and swaps of neighbours that turn `a` into `b` (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1)
      }
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
