import { LIMITS } from '../../../kernel/limits'
import { answered } from '../../../kernel/patience'
import { imagesIn } from './known-books.queries'
import { listablePlaces } from './narrow-scan'
import { tidyPlaces } from './narrowing.rules'
import type { ListedPlace, ScanPlace } from './scan.types'
import type { ScanRun } from './scan-run'
import { changedSidecars, namesIn, stampImageFolder } from './walk-sidecars'

/**
 * A sidecar file of an image folder is in its parent, which is where the system reports a change. Returns the places,
 * plus the image folders in them whose sidecar files have changed since they were read; if those are too many, the
 * places with everything below.
 */
export async function withChangedImageFolders(
  run: ScanRun,
  places: readonly ListedPlace[],
): Promise<readonly ListedPlace[]> {
  if (!run.library.imageFolders) return places
  const more: ScanPlace[] = []
  const holders = new Set<ListedPlace>()
  for (const place of places) {
    for (const path of place.below ? [] : await changedIn(run, place)) {
      more.push({ root: place.folder.path, path, below: false })
      holders.add(place)
    }
  }
  if (more.length === 0) return places
  const isMany = more.length > LIMITS.scan.places
  const asked = places.map(place => {
    const { folder, path, below } = place
    return { root: folder.path, path, below: below || (isMany && holders.has(place)) }
  })
  return listablePlaces(run.library, tidyPlaces(isMany ? asked : [...asked, ...more]))
}

/** Paths of the image folders in a place, except unreadable ones, which the walk reports. */
async function changedIn(run: ScanRun, place: ListedPlace): Promise<string[]> {
  const books = await imagesIn(run.deps.connection.reader, place)
  const at = (path: string) => (path === '' ? place.folder.path : `${place.folder.path}/${path}`)
  const names = (path: string) => answered(namesIn(at(path)), run.signal)
  const unlessStopped = () => {
    run.signal.throwIfAborted()
    return undefined
  }
  const siblings = books.length === 0 ? undefined : await names(place.path).catch(unlessStopped)
  if (siblings === undefined) return []
  const changed: string[] = []
  for (const { path, sidecars: before } of books) {
    const look = async () => stampImageFolder(at(path), await names(path), siblings)
    if (changedSidecars(before, await look().catch(unlessStopped)) !== null) changed.push(path)
  }
  return changed
}
