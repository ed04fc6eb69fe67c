import { Link } from '@tanstack/react-router'
import type { DuplicateBookDto, DuplicateBooksDto } from '../../api/types'
import { formatDate, formatSize } from '../../messages'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { ta } from '../admin/messages'
import { bookCover } from '../books/book-facts'
import { bookTitle } from '../books/book-title'
import { useDismiss } from './duplicates.queries'
import classes from './duplicates-page.module.css'
import { Group } from './group-frame'
import { KeepButton } from './keep-button'

/** Compared values; the larger one is marked. */
const ROWS = [
  ['format', book => book.fileFormat.toUpperCase(), null],
  ['size', book => formatSize(book.fileSize), book => book.fileSize],
  ['pages', book => String(book.pageCount), book => book.pageCount],
  ['resolution', sizeText, book => (book.width ?? 0) * (book.height ?? 0)],
  [
    'metadata',
    book => ta('duplicates.filled', { filled: book.metadataFields, total: book.metadataTotal }),
    book => book.metadataFields,
  ],
  ['locked', book => String(book.lockedFields), book => book.lockedFields],
  ['added', book => formatDate(book.createdAt), null],
  ['readers', readersText, null],
] as const satisfies readonly (readonly [
  string,
  (book: DuplicateBookDto) => string | null,
  ((book: DuplicateBookDto) => number) | null,
])[]

function sizeText({ width, height }: DuplicateBookDto): string | null {
  return width === null || height === null ? null : `${width} × ${height}`
}

function readersText({ readers }: DuplicateBookDto): string | null {
  if (!readers) return null
  const { places, marks, lists, wantToRead } = readers
  const parts = [
    places > 0 && ta('duplicates.readers.places', { count: places }),
    marks > 0 && ta('duplicates.readers.marks', { count: marks }),
    lists > 0 && ta('duplicates.readers.lists', { count: lists }),
    wantToRead > 0 && ta('duplicates.readers.wantToRead', { count: wantToRead }),
  ].filter(part => part !== false)
  return parts.length === 0 ? ta('duplicates.readers.none') : parts.join(', ')
}

/** Certain or likely duplicate books, side by side. */
export function BookGroup({ group }: { readonly group: DuplicateBooksDto }) {
  const dismiss = useDismiss('books', group.id)
  const { books } = group
  return (
    <Group
      wide
      title={books[0] ? bookTitle(books[0]) : ''}
      line={dotted([
        ta('duplicates.copies', { count: group.bookCount }),
        group.reasons.map(reason => ta(`duplicates.reason.${reason}`)).join(', '),
      ])}
      pending={dismiss.isPending}
      onDismiss={() => dismiss.mutate()}
    >
      {books.map(book => (
        <Copy key={book.id} book={book} group={group} />
      ))}
    </Group>
  )
}

function Copy({ book, group }: { readonly book: DuplicateBookDto; readonly group: DuplicateBooksDto }) {
  const others = group.books.filter(({ id, libraryId }) => id !== book.id && libraryId === book.libraryId)
  const merge = {
    kind: 'books',
    targetId: book.id,
    otherIds: others.map(({ id }) => id),
    duplicateId: group.id,
  } as const
  return (
    <li className={classes.copy}>
      <div className={classes.member}>
        <span className={classes.cover}>
          <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={bookTitle(book)} />
        </span>
        <div>
          <Link className={classes.name} to="/books/$bookId" params={{ bookId: book.id }}>
            {bookTitle(book)}
          </Link>
          <p>{dotted([book.libraryName, book.seriesName])}</p>
          <p id={`${book.id}-path`} className={classes.path}>
            {book.path}
          </p>
        </div>
      </div>
      <dl className={classes.facts}>
        {ROWS.map(([name, text, value]) => {
          const shown = text(book)
          if (shown === null) return null
          const isBest =
            value !== null && group.books.some(other => value(other) < value(book)) && isMost(group, book, value)
          return (
            <div key={name}>
              <dt>{ta(`duplicates.fact.${name}`)}</dt>
              <dd data-best={isBest}>{shown}</dd>
            </div>
          )
        })}
      </dl>
      {others.length > 0 ? (
        <KeepButton merge={merge} title={bookTitle(book)} describedBy={`${book.id}-path`} />
      ) : (
        <p className={classes.hint}>{ta('duplicates.otherLibrary')}</p>
      )}
    </li>
  )
}

function isMost(
  { books }: DuplicateBooksDto,
  book: DuplicateBookDto,
  value: (book: DuplicateBookDto) => number,
): boolean {
  return books.every(other => value(other) <= value(book))
}
