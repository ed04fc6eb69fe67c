import type { PublisherHierarchyConfig } from '@octavo/contract/naming'
import { partsOf, type SeriesPlacer, UNSORTED } from './series-place'

/** The first folders are publishers; below them a series is the folder of its files. */
export function publisherHierarchy({ skipDepth = 1, storeSkippedAs }: PublisherHierarchyConfig): SeriesPlacer {
  const isPublisher = storeSkippedAs === undefined || storeSkippedAs === null || storeSkippedAs === 'publisher'
  return {
    usesMetadata: false,
    place(path) {
      const { folders } = partsOf(path)
      const title = folders.at(-1)
      const skipped = folders.slice(0, skipDepth).join('/')
      if (title === undefined || folders.length <= skipDepth) return UNSORTED
      return { path: folders.join('/'), title, publisher: isPublisher && skipped ? skipped : undefined }
    },
  }
}
