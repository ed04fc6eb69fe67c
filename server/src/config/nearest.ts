import { typingErrors } from '@octavo/contract/typing-errors'

/** Share of a name that may differ for a suggestion. */
const TOLERANCE = 0.4
/** With so few edits it is a typo, however short the name. */
const SLIPS = 2

/**
 * The closest known name, or null if none is close. Ignores case, dots and underscores, and a longer path with the same
 * end (`application.port`, `port`).
 */
export function nearest(name: string, known: readonly string[]): string | null {
  const wanted = plain(name)
  let best: { name: string; distance: number } | null = null
  for (const candidate of known) {
    const distance = typingErrors(wanted, plain(candidate))
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
