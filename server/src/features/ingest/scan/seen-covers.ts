import type { seriesImages } from '../../catalogue/covers'
import type { Folder, ScannedLibrary } from './scan.types'
import type { WalkedCover } from './walk-covers'

/** Covers seen by the walk in the folders that it listed. */
export interface SeenCovers {
  listed(folder: Folder, path: string, cover: WalkedCover | null): void
  /** The cover image of the series at a path; among several library folders the first one wins. */
  imageAt(path: string): seriesImages.CoverImage | null
  /** Whether the folder of an image was listed, or has been removed from the library. */
  wasListed(image: seriesImages.CoverImage, path: string): boolean
  /** Paths with images. */
  paths(): readonly string[]
}

export function createSeenCovers({ folders }: Pick<ScannedLibrary, 'folders'>): SeenCovers {
  const seen = new Map(
    folders.map(({ pk }) => [pk, { listed: new Set<string>(), covers: new Map<string, WalkedCover>() }]),
  )
  return {
    listed(folder, path, cover) {
      const here = seen.get(folder.pk)
      here?.listed.add(path)
      if (cover === null) here?.covers.delete(path)
      else here?.covers.set(path, cover)
    },
    imageAt(path) {
      for (const [folderPk, { covers }] of seen) {
        const cover = covers.get(path)
        if (cover !== undefined) return { folderPk, ...cover }
      }
      return null
    },
    wasListed: ({ folderPk }, path) => seen.get(folderPk)?.listed.has(path) ?? true,
    paths: () => [...new Set([...seen.values()].flatMap(({ covers }) => [...covers.keys()]))],
  }
}
