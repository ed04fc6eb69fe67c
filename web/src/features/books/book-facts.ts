import { bookSource } from '../../api/book-source'
import { addressOf } from '../../api/client'
import { bookCover } from '../../api/cover-address'
import type { BookDto } from '../../api/types'
import { formatPercent, formatSize, t } from '../../messages'
import type { CardFacts } from '../../ui/media-card'
import { cannotBeOpened, isLocked, readingState, shareRead } from '../progress'
import { ownTitle } from './book-title.rules'

export { bookCover }

/** Within its own series, a book need not name the series. */
export type CardContext = 'anywhere' | 'series'

/** The book's file, for download. */
export function bookFile(id: string): string {
  return addressOf('/api/v1/books/{book_id}/file', { params: { book_id: id } })
}

/** "No. 3", "Chapter 12.5", "Vol. 2", or nothing. A number that comes from the volume is that volume. */
export function bookNumber(book: BookDto): string | null {
  const isVolume = typeof book.volume === 'number' && typeof book.chapter !== 'number' && book.number === book.volume
  if (!isVolume && typeof book.number === 'number') return t('books.number', { number: String(book.number) })
  if (typeof book.volume === 'number') return t('books.volume', { number: String(book.volume) })
  if (typeof book.chapter === 'number') return t('books.chapter', { number: String(book.chapter) })
  return null
}

/** The title on screens: "Vol. 8" where the API has only the name of the file, "Last Dragon 00023 v08". */
export function bookTitle(book: BookDto): string {
  return ownTitle(book.title, book.seriesName) ?? bookNumber(book) ?? book.title
}

/** The authors of a novel; of other books the number, which a narrow card must not cut off, and the series. */
export function bookOrigin(book: BookDto): string[] {
  return [(!book.authors && numberBelow(book)) || [], bookSource(book) ?? []].flat()
}

/** Not if it is the title already. */
export function numberBelow(book: BookDto): string | null {
  const number = bookNumber(book)
  return number === bookTitle(book) ? null : number
}

/** A short description of a book on its card. */
export function bookFacts(book: BookDto, context: CardContext): CardFacts {
  const state = readingState(book)
  const share = shareRead(book)
  return {
    id: book.id,
    title: bookTitle(book),
    line: quietLine(book, context),
    cover: bookCover(book),
    thumbHash: book.thumbHash,
    progress: state === 'reading' ? share : null,
    unread: state === 'unread' && !cannotBeOpened(book),
    state: state === 'reading' ? t('progress.partly', { share: formatPercent(share) }) : t(`progress.${state}`),
    badge: book.fileFormat.toUpperCase(),
    aside: [
      state === 'reading' && t('progress.partly', { share: formatPercent(share) }),
      state === 'read' && t('progress.read'),
      book.pageCount > 0 && t('books.pages', { count: book.pageCount }),
      book.fileFormat.toUpperCase(),
      formatSize(book.fileSize),
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

function quietLine(book: BookDto, context: CardContext): string {
  if (isLocked(book)) return t('books.locked')
  if (book.analysisError) return t(book.pageCount > 0 ? 'books.damaged' : 'books.hasError')
  const parts: string[] = context === 'anywhere' ? bookOrigin(book) : [numberBelow(book) ?? []].flat()
  const hasRoom = parts.length < 2 && !(context === 'anywhere' && book.authors)
  if (hasRoom && book.pageCount > 0) parts.push(t('books.pages', { count: book.pageCount }))
  if (parts.length === 0 && !book.analyzed) parts.push(t('books.analyzing'))
  return parts.join(' · ')
}
