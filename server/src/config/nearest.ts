import { distance as editDistance } from 'fastest-levenshtein'

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
  return name
    .toLowerCase()
    .replace(/^-+/, '')
    .replace(/[^a-z0-9]+/g, '_')
}
