import { isFolderName } from '../../../formats/book-names'
import { LIMITS } from '../../../kernel/limits'
import type { ScanPayload, ScanPlace } from './scan.types'

/** The folder to list for a book: that of its file, empty at the top; for an image folder the folder itself. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return isFolderName(path.slice(slash + 1)) ? path : path.slice(0, Math.max(0, slash))
}

/** The places that are not within others. */
export function tidyPlaces(places: readonly ScanPlace[]): ScanPlace[] {
  const sorted = places.toSorted((a, b) => a.path.length - b.path.length || Number(b.below) - Number(a.below))
  const outermost: ScanPlace[] = []
  for (const place of sorted) if (!outermost.some(other => holds(other, place))) outermost.push(place)
  return outermost
}

function holds(outer: ScanPlace, inner: ScanPlace): boolean {
  if (outer.root !== inner.root) return false
  if (outer.path === inner.path) return outer.below || !inner.below
  return outer.below && (outer.path === '' || inner.path.startsWith(`${outer.path}/`))
}

/** The places of a scan that covers both; none means the whole library, also if there are too many. */
export function placesOfBoth(a: readonly ScanPlace[], b: readonly ScanPlace[]): ScanPlace[] {
  if (a.length === 0 || b.length === 0) return []
  const places = tidyPlaces([...a, ...b])
  const isWhole = places.length > LIMITS.scan.places || places.some(({ path, below }) => path === '' && below)
  return isWhole ? [] : places
}

/**
 * The pending scan, changed to cover another request too: `waiting` itself if it already does; null if they cannot be
 * joined, because only a part is to be read again.
 */
export function joinScans(waiting: ScanPayload, request: ScanPayload): ScanPayload | null {
  // A person's request makes the scan no longer automatic.
  if (waiting.unasked && !request.unasked) {
    const isWhole = request.places.length === 0
    return isWhole ? bothScans(waiting, request) : joinScans({ ...waiting, unasked: false, round: 0 }, request)
  }
  const wholes = [waiting.places.length === 0, request.places.length === 0]
  if (wholes[0] && (wholes[1] || waiting.mode === 'deep' || request.mode === 'normal')) return waiting
  const staysDeep = wholes[1] && request.mode === 'deep'
  return waiting.mode === request.mode || staysDeep ? bothScans(waiting, request) : null
}

/** One scan that covers both. */
export function bothScans(a: ScanPayload, b: ScanPayload): ScanPayload {
  return {
    libraryId: a.libraryId,
    mode: a.mode === 'deep' ? a.mode : b.mode,
    confirmed: [...a.confirmed, ...b.confirmed],
    places: placesOfBoth(a.places, b.places),
    unasked: a.unasked && b.unasked,
    round: Math.min(a.round, b.round),
  }
}
