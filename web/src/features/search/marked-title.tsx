import type { BookDto, TextRangeDto } from '../../api/types'
import { bookTitle } from '../books/book-title'
import type { Item } from './items'
import { Marked } from './marked'

type Props = { readonly book: BookDto; readonly ranges: readonly TextRangeDto[] }

/** The title of a book with its matches marked. */
export function MarkedTitle({ book, ranges }: Props) {
  const { title, ranges: shown } = markedTitle(book, ranges)
  return <Marked text={title} ranges={shown} />
}

/** Matches are places in the title of the API; the one on screens may be only its beginning, or a number. */
export function markedTitle(book: BookDto, ranges: Props['ranges']): Pick<Item, 'title' | 'ranges'> {
  const title = bookTitle(book)
  const isBeginning = book.title.startsWith(title)
  return { title, ranges: isBeginning ? ranges.filter(({ end }) => end <= title.length) : [] }
}
