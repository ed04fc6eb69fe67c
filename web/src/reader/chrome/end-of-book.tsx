import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addressOf, api, type BookDto, queryKeys } from '../../api'
import { bookTitle } from '../../features/books/book-title'
import { Cover } from '../../ui/cover'
import { tr } from '../messages'
import type { ReaderProps } from '../reader.types'
import classes from './end-of-book.module.css'

type Props = Pick<ReaderProps, 'book' | 'list' | 'onOpenBook' | 'onOpenSeries' | 'onOpenList' | 'onLeave'> & {
  readonly onAgain: () => void
}

/** After the last page: the next book of the series or reading list, or the way back. */
export function EndOfBook({ book, list, onOpenBook, onOpenSeries, onOpenList, onLeave, onAgain }: Props) {
  const ofList = useQuery({
    queryKey: [...queryKeys.bookNeighbours(book.id), list],
    queryFn: () =>
      api.get('/api/v1/readlists/{read_list_id}/books/{book_id}/adjacent', {
        params: { read_list_id: list ?? '', book_id: book.id },
      }),
    enabled: list !== undefined,
    retry: false,
  })
  // Also if the book is no longer in the list.
  const isOfList = list !== undefined && !ofList.isError
  const ofSeries = useQuery({
    queryKey: queryKeys.bookNeighbours(book.id),
    queryFn: () => api.get('/api/v1/books/{book_id}/adjacent', { params: { book_id: book.id } }),
    enabled: !isOfList,
  })
  const neighbours = isOfList ? ofList : ofSeries
  const next = neighbours.data?.next
  const isLast = neighbours.isSuccess && !next
  return (
    <section className={classes.end} aria-label={tr('endOfBook')} data-no-turn>
      {isLast && (
        <div className={classes.own}>
          <BookCover book={book} sizes={SIZES.own} />
        </div>
      )}
      <p className={classes.done}>{tr('finished', { title: bookTitle(book) })}</p>
      {next && (
        <button type="button" className={classes.next} onClick={() => onOpenBook(next.id)}>
          <BookCover book={next} sizes={SIZES.next} />
          <span className={classes.label}>
            {isOfList ? tr('nextInList') : tr('nextBook')}
            <IconArrowRight size={20} aria-hidden />
          </span>
          <span className={classes.title}>{bookTitle(next)}</span>
        </button>
      )}
      {isLast && (
        <p className={classes.last}>{isOfList ? tr('lastOfList') : tr('lastOfSeries', { series: book.seriesName })}</p>
      )}
      <div className={classes.ways}>
        {isOfList && (
          <button type="button" className={classes.way} data-main={isLast} onClick={() => onOpenList(list)}>
            {tr('toList')}
          </button>
        )}
        <button
          type="button"
          className={classes.way}
          data-main={isLast && !isOfList}
          onClick={() => onOpenSeries(book.seriesId)}
        >
          {tr('toSeries')}
        </button>
        <button type="button" className={classes.way} onClick={onLeave}>
          {tr('toBook')}
        </button>
        <button type="button" className={classes.way} onClick={onAgain}>
          {tr('readAgain')}
        </button>
      </div>
    </section>
  )
}

/** The widths in the stylesheet, or slightly more. */
const SIZES = { next: '(width < 600px) 62vw, 360px', own: '140px' } as const

function BookCover({ book, sizes }: { readonly book: BookDto; readonly sizes: string }) {
  const { id, coverVersion, thumbHash } = book
  const src = coverVersion
    ? addressOf('/api/v1/books/{book_id}/thumbnail', { params: { book_id: id }, query: { v: coverVersion } })
    : null
  return <Cover className={classes.cover} src={src} thumbHash={thumbHash} title={bookTitle(book)} eager sizes={sizes} />
}
