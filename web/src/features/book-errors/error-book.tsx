import { IconCheck, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { bookSource } from '../../api/book-source'
import type { BookDto, BookErrorDto } from '../../api/types'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { TechnicalDetail } from '../../ui/technical-detail'
import { formatAway, formatMoment } from '../admin/format'
import { ta } from '../admin/messages'
import { bookCover } from '../books/book-facts'
import { bookTitle } from '../books/book-title'
import { useIgnore, useRetryBook } from './book-errors.queries'
import classes from './error-book.module.css'
import { factsOf, sentencesOf } from './error-words'

type Props = { readonly book: BookDto; readonly errors: readonly BookErrorDto[] }

/** One book: its error, since when, and the remedy. */
export function ErrorBook({ book, errors }: Props) {
  const [first] = errors
  const title = bookTitle(book)
  const retry = useRetryBook(book.id)
  const ignore = useIgnore(book.id, title, first?.errorType ?? 'other')
  if (!first) return null
  return (
    <li className={classes.row}>
      <div className={classes.cover}>
        <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={title} />
      </div>
      <div className={classes.words}>
        <Link className={classes.title} to="/books/$bookId" params={{ bookId: book.id }}>
          {title}
        </Link>
        <p className={classes.line}>{dotted([bookSource(book), book.libraryName, book.fileFormat.toUpperCase()])}</p>
        {errors.map(error => (
          <div key={`${error.message} ${error.occurredAt}`} className={classes.error}>
            <p className={classes.hint}>{sentencesOf(error)}</p>
            <p className={classes.facts}>
              {factsOf(error).map(fact => (
                <span key={fact}>{fact} · </span>
              ))}
              <time dateTime={error.occurredAt} title={formatMoment(error.occurredAt)}>
                {formatAway(error.occurredAt)}
              </time>
            </p>
            <TechnicalDetail>{dotted([error.message, error.details.said])}</TechnicalDetail>
          </div>
        ))}
        <p className={classes.path}>{book.path}</p>
      </div>
      <div className={classes.actions}>
        {!first.ignored && (
          <IconButton
            label={ta(retry.isSuccess ? 'errors.requested' : 'errors.retryNamed', { title })}
            disabled={retry.isPending || retry.isSuccess}
            onClick={() => retry.mutate()}
          >
            {retry.isSuccess ? <IconCheck size={19} stroke={1.7} /> : <IconRefresh size={19} stroke={1.6} />}
          </IconButton>
        )}
        <IconButton
          label={ta(first.ignored ? 'errors.restoreNamed' : 'errors.ignoreNamed', { title })}
          disabled={ignore.isPending}
          onClick={() => ignore.mutate(!first.ignored)}
        >
          {first.ignored ? <IconEye size={19} stroke={1.6} /> : <IconEyeOff size={19} stroke={1.6} />}
        </IconButton>
      </div>
    </li>
  )
}
