import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { Cover } from '../../ui/cover'
import { bookCover } from './book-facts'
import classes from './book-neighbours.module.css'
import { bookTitle, numberBelow } from './book-title'
import { neighboursQuery, rememberBook } from './books.queries'

/** The books before and after in the series. */
export function BookNeighbours({ bookId }: { readonly bookId: string }) {
  const { data } = useQuery(neighboursQuery(bookId))
  if (!data?.prev && !data?.next) return null
  return (
    <nav className={classes.neighbours} aria-label={t('books.neighbours')}>
      {data.prev && <Neighbour book={data.prev} label={t('books.previous')} side="start" />}
      {data.next && <Neighbour book={data.next} label={t('books.next')} side="end" />}
    </nav>
  )
}

type NeighbourProps = { readonly book: BookDto; readonly label: string; readonly side: 'start' | 'end' }

function Neighbour({ book, label, side }: NeighbourProps) {
  return (
    <Link
      to="/books/$bookId"
      params={{ bookId: book.id }}
      className={classes.neighbour}
      data-side={side}
      onClick={() => rememberBook(book)}
    >
      <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={bookTitle(book)} className={classes.cover ?? ''} />
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        <span className={classes.title}>{bookTitle(book)}</span>
        <span className={classes.label}>{numberBelow(book)}</span>
      </span>
    </Link>
  )
}
