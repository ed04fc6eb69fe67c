import type { ReactNode } from 'react'
import type { BookDto } from '../../api/types'
import { lazyPart } from '../../ui/lazy-part'
import { type CardChoice, MediaCard } from '../../ui/media-card'
import { QuickLink } from '../../ui/quick-link'
import { bookFacts, type CardContext } from './book-facts'
import { rememberBook } from './books.queries'

const BookMenu = lazyPart(() => import('./book-menu'))

type Props = {
  readonly book: BookDto
  readonly place: string
  readonly context?: CardContext | undefined
  readonly eager?: boolean | undefined
  readonly passing?: boolean | undefined
  readonly sizes?: string | undefined
  readonly look?: 'card' | 'row'
  /** Comes first in the quiet line. */
  readonly lead?: string | undefined
  /** The title with matches marked. */
  readonly title?: ReactNode
  readonly choice?: CardChoice | undefined
}

export function BookCard({
  book,
  place,
  context = 'anywhere',
  eager,
  passing,
  sizes,
  look,
  lead,
  title,
  choice,
}: Props) {
  return (
    <MediaCard
      facts={bookFacts(book, context)}
      place={place}
      eager={eager}
      passing={passing}
      sizes={sizes}
      lead={lead}
      choice={choice}
      {...(look ? { look } : {})}
      title={title}
      link={({ onClick, ...props }) => (
        <QuickLink
          to="/books/$bookId"
          params={{ bookId: book.id }}
          onClick={event => {
            onClick(event)
            if (event.defaultPrevented) return
            rememberBook(book)
          }}
          {...props}
        />
      )}
      menu={menu => <BookMenu book={book} {...menu} />}
    />
  )
}
