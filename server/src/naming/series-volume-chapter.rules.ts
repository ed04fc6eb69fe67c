import { stemOf } from './file-stem'
import { partsOf, type SeriesPlacer, UNSORTED } from './series-place'

const VOLUME = /(?:^|[\s_\-[(])(?:volume|vol\.?|v)[\s_]*(\d{1,6})(?!\d|\.\d)/i
const CHAPTER = /(?:^|[\s_\-[(])(?:chapter|ch\.?|c)[\s_]*(\d{1,6}(?:\.\d{1,3})?)(?!\d)|#\s*(\d{1,6}(?:\.\d{1,3})?)/i
const FIRST_NUMBER = /(\d{1,6}(?:\.\d{1,3})?)/

/**
 * Series, volume, chapter: the first folder is the series, the second the volume, and the third, else the file, the
 * chapter. Files in the library's root are unsorted.
 */
export const seriesVolumeChapter: SeriesPlacer = {
  usesMetadata: false,
  place(path) {
    const { folders, name } = partsOf(path)
    const [series, volume, chapter] = folders
    const ofChapter = chapterOf(chapter ?? stemOf(name))
    if (series === undefined) return { ...UNSORTED, chapter: ofChapter }
    return {
      path: series,
      title: series,
      volume: volume === undefined ? undefined : volumeOf(volume),
      chapter: ofChapter,
    }
  },
}

/** `Volume 01`, `Vol. 1`, `v02`; undefined without one. */
export function volumeOf(folder: string): number | undefined {
  const digits = VOLUME.exec(folder)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** `Ch. 15.5`, `#42`, else the first number: `One Piece 500`. */
function chapterOf(name: string): number | undefined {
  const token = CHAPTER.exec(name)
  const digits = token?.[1] ?? token?.[2] ?? FIRST_NUMBER.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
