import type { EmbeddedMetadata } from '../../formats/facts'
import { fold, sortKey } from '../../kernel/text'
import type { bookStore } from '../books'
import { numberInName, parseNumber } from './book-number'
import { bookTitle } from './book-title'
import { chapterInName, volumeInName } from './name-tokens'

/** What naming wants to know of the metadata inside a file. */
export interface InsideNames {
  readonly title: string | null
  readonly series: string | null
  readonly number: string | null
  readonly volume: number | null
  readonly chapter: number | null
}

/**
 * Names a book: metadata first, then its file name. `number` is null when neither states one;
 * then the order of the files decides (5-reconcile).
 */
export function bookNames(fileName: string, seriesTitle: string, inside: InsideNames | null): bookStore.BookNames {
  const stem = stemOf(fileName)
  const title = bookTitle(stem, inside?.title ?? null, [seriesTitle, inside?.series ?? null])
  return {
    title,
    sortKey: sortKey(title),
    searchText: fold(title === stem ? title : `${title} ${stem}`),
    number: ownNumber(fileName, inside?.number ?? null),
    volume: inside?.volume ?? volumeInName(stem),
    chapter: inside?.chapter ?? chapterInName(stem),
  }
}

/** The number that a book states itself, in its metadata or its file name. */
export function ownNumber(fileName: string, inside: string | null): number | null {
  return parseNumber(inside) ?? numberInName(stemOf(fileName))
}

/** A comic's number is that of a chapter; an ebook's is its place in a series. */
export function chapterInside(metadata: EmbeddedMetadata): number | null {
  return metadata.source === 'comicinfo' ? parseNumber(metadata.number) : null
}

export function stemOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? fileName.slice(0, dot) : fileName
}
