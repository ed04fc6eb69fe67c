import { Link } from '@tanstack/react-router'
import type { BookDto } from '../../api/types'
import { formatPercent, t } from '../../messages'
import { Cover } from '../../ui/cover'
import { COVER_SIZES } from '../../ui/cover-sizes.rules'
import { bookCover, bookOrigin, bookTitle } from '../books'
import { shareRead } from '../progress'
import classes from './continue-card.module.css'

/** A book in progress: one tap opens its page. */
export function ContinueCard({ book, eager }: { readonly book: BookDto; readonly eager: boolean }) {
  const title = bookTitle(book)
  const share = shareRead(book)
  const place =
    book.fileFormat === 'epub' || book.pageCount === 0
      ? formatPercent(share)
      : t('books.pageOf', { page: book.readProgress?.currentPage ?? 1, total: book.pageCount })
  const line = bookOrigin(book).join(' · ')
  return (
    <div className={classes.card}>
      <Link
        to="/books/$bookId/read"
        params={{ bookId: book.id }}
        className={classes.open}
        aria-label={t('home.continueBook', { title, place })}
      >
        <Cover
          src={bookCover(book)}
          thumbHash={book.thumbHash}
          title={title}
          eager={eager}
          sizes={COVER_SIZES.continued}
          className={classes.cover ?? ''}
        />
      </Link>
      <div className={classes.words}>
        <Link to="/books/$bookId" params={{ bookId: book.id }} className={classes.title}>
          <span>{title}</span>
        </Link>
        {line && <div className={classes.line}>{line}</div>}
        <div className={classes.place}>
          <span>{place}</span>
          <span className={classes.track} aria-hidden>
            <span style={{ transform: `scaleX(${share})` }} />
          </span>
        </div>
      </div>
    </div>
  )
}
