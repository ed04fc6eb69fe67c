import { bookSource } from '../../api/book-source'
import { addressOf } from '../../api/client'
import { bookCover } from '../../api/cover-address'
import type { BookDto } from '../../api/types'
import { formatPercent, formatSize, t } from '../../messages'
import type { CardFacts } from '../../ui/media-card'
import { cannotBeOpened, isLocked, readingState, shareRead } from '../progress'
import { bookTitle, numberBelow } from './book-title'

export { bookCover }

/** Within its own series, a book need not name the series. */
export type CardContext = 'anywhere' | 'series'

/** The book's file, for download. */
export function bookFile(id: string): string {
  return addressOf('/api/v1/books/{book_id}/file', { params: { book_id: id } })
}

/** The authors of a novel; of other books the number, which a narrow card must not cut off, and the series. */
export function bookOrigin(book: BookDto): string[] {
  return [(!book.authors && numberBelow(book)) || [], bookSource(book) ?? []].flat()
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
    aside: () =>
      [
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
