import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { numberInName, ownTitle } from './book-title.rules'

type Numbers = Pick<BookDto, 'number' | 'volume' | 'chapter'>
/** A record that names a book may lack its numbers. */
export type TitledBook = Pick<BookDto, 'title' | 'seriesName'> & Partial<Numbers>

/** "No. 3", "Chapter 12.5", "Vol. 2", or nothing. A number that comes from the volume is that volume. */
export function bookNumber({ number, volume, chapter }: Partial<Numbers>): string | null {
  const isVolume = typeof volume === 'number' && typeof chapter !== 'number' && number === volume
  if (!isVolume && typeof number === 'number') return t('books.number', { number: String(number) })
  if (typeof volume === 'number') return t('books.volume', { number: String(volume) })
  if (typeof chapter === 'number') return t('books.chapter', { number: String(chapter) })
  return null
}

/** The title on screens: "Vol. 8" where the API has only the name of the file, "Last Dragon 00023 v08". */
export function bookTitle(book: TitledBook): string {
  const { title, seriesName } = book
  return ownTitle(title, seriesName) ?? bookNumber(book) ?? bookNumber(numberInName(title)) ?? title
}

/** Whether a book is a novel in no series, whose page stands for its series: that is named after its title or its file. */
export function isOneOff({ authors, number, title, seriesName, path }: BookDto): boolean {
  if (!authors || number !== null) return false
  return title === seriesName || fileName(path).startsWith(seriesName)
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Not if it is the title already. */
export function numberBelow(book: TitledBook): string | null {
  const number = bookNumber(book)
  return number === bookTitle(book) ? null : number
}
