import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { ownTitle } from './book-title.rules'

type Numbers = Partial<Pick<BookDto, 'number' | 'volume' | 'chapter'>>
export type TitledBook = Pick<BookDto, 'title' | 'seriesName'> & Numbers

/** "No. 3", "Chapter 12.5", "Vol. 2", or nothing. A number that comes from the volume is that volume. */
export function bookNumber({ number, volume, chapter }: Numbers): string | null {
  const isVolume = typeof volume === 'number' && typeof chapter !== 'number' && number === volume
  if (!isVolume && typeof number === 'number') return t('books.number', { number: String(number) })
  if (typeof volume === 'number') return t('books.volume', { number: String(volume) })
  if (typeof chapter === 'number') return t('books.chapter', { number: String(chapter) })
  return null
}

/** The title on screens: "Vol. 8" where the API has only the name of the file, "Last Dragon 00023 v08". */
export function bookTitle(book: TitledBook): string {
  const { title, seriesName } = book
  return ownTitle(title, seriesName) ?? bookNumber(book) ?? title
}

/** Not if it is the title already. */
export function numberBelow(book: TitledBook): string | null {
  const number = bookNumber(book)
  return number === bookTitle(book) ? null : number
}
