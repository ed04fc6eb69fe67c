import { isFolderName } from '../../../formats/book-names'
import { LIMITS } from '../../../kernel/limits'
import type { ScanPayload, ScanPlace } from './scan.types'

/** The folder to list for a book: the one that its file lies in, empty at the top; a folder of images itself. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return isFolderName(path.slice(slash + 1)) ? path : path.slice(0, Math.max(0, slash))
}

/** The places without those that lie in others. */
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

/** What one scan for both looks at; none is the whole library, which it is for too many places as well. */
export function placesOfBoth(a: readonly ScanPlace[], b: readonly ScanPlace[]): ScanPlace[] {
  if (a.length === 0 || b.length === 0) return []
  const places = tidyPlaces([...a, ...b])
  const isWhole = places.length > LIMITS.scan.places || places.some(({ path, below }) => path === '' && below)
  return isWhole ? [] : places
}

/**
 * What has to become of a scan that waits so that it covers another request, too: `waiting` itself when it does
 * already; null when one cannot stand for the other, because a part is to be read again and the rest is not.
 */
export function joinScans(waiting: ScanPayload, request: ScanPayload): ScanPayload | null {
  // What a person asks for is no longer a scan that nobody asked for.
  if (waiting.unasked && !request.unasked) {
    const isWhole = request.places.length === 0
    return isWhole ? bothScans(waiting, request) : joinScans({ ...waiting, unasked: false, round: 0 }, request)
  }
  const wholes = [waiting.places.length === 0, request.places.length === 0]
  if (wholes[0] && (wholes[1] || waiting.mode === 'deep' || request.mode === 'normal')) return waiting
  const staysDeep = wholes[1] && request.mode === 'deep'
  return waiting.mode === request.mode || staysDeep ? bothScans(waiting, request) : null
}

/** One scan that does for both. */
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
