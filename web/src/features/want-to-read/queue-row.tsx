import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PointerEvent } from 'react'
import { bookSource } from '../../api/book-source'
import type { WantToReadEntryDto } from '../../api/types'
import { t } from '../../messages'
import { Cover } from '../../ui/cover'
import { IconButton } from '../../ui/icon-button'
import { focusNextRow, ignoreHeldKey } from '../../ui/lost-focus'
import { bookCover, bookTitle } from '../books'
import { seriesCover } from '../series'
import { tw } from './messages'
import classes from './queue-page.module.css'
import { useWanted } from './use-wanted'

export type QueueEntry = WantToReadEntryDto

export const titleOf = ({ series, book }: QueueEntry) => series?.title ?? (book ? bookTitle(book) : '')

type Props = {
  readonly entry: QueueEntry
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isDragged: boolean
  /** Null while sorted differently. */
  readonly handle: { readonly onPointerDown: (event: PointerEvent) => void } | null
  readonly onMove: (to: 1 | -1 | 'top') => void
}

export function QueueRow({ entry, isFirst, isLast, isDragged, handle, onMove }: Props) {
  const { series, book } = entry
  const title = titleOf(entry)
  const source = book && bookSource(book)
  const change = useWanted({ kind: series ? 'series' : 'book', id: series?.id ?? book?.id ?? '', title })
  const remove = (button: HTMLElement) => {
    focusNextRow(button)
    change.mutate(false)
  }
  return (
    <li className={classes.row} data-dragged={isDragged}>
      {handle && (
        <button
          type="button"
          className={classes.grip}
          aria-label={tw('queue.drag', { title })}
          aria-keyshortcuts="ArrowUp ArrowDown Home"
          title={tw('queue.drag', { title })}
          onKeyDown={event => {
            const to = ({ ArrowUp: -1, ArrowDown: 1, Home: 'top' } as const)[event.key]
            if (to === undefined) return
            event.preventDefault()
            onMove(to)
          }}
          {...handle}
        >
          <IconGripVertical size={18} stroke={1.6} />
        </button>
      )}
      <span className={classes.cover}>
        {series && <Cover src={seriesCover(series)} thumbHash={series.thumbHash} title={title} />}
        {book && <Cover src={bookCover(book)} thumbHash={book.thumbHash} title={title} />}
      </span>
      <div className={classes.words}>
        {series && (
          <>
            <Link to="/series/$seriesId" params={{ seriesId: series.id }}>
              {title}
            </Link>
            <span>{t('books.count', { count: series.bookCount })}</span>
          </>
        )}
        {book && (
          <>
            <Link to="/books/$bookId" params={{ bookId: book.id }}>
              {title}
            </Link>
            {source && <span>{source}</span>}
          </>
        )}
      </div>
      <span className={classes.tools}>
        {handle && (
          <>
            <span className={classes.top}>
              <IconButton label={tw('queue.top', { title })} ariaDisabled={isFirst} onClick={() => onMove('top')}>
                <IconArrowBarToUp size={18} stroke={1.7} />
              </IconButton>
            </span>
            <IconButton label={tw('queue.up', { title })} ariaDisabled={isFirst} onClick={() => onMove(-1)}>
              <IconArrowUp size={18} stroke={1.7} />
            </IconButton>
            <IconButton label={tw('queue.down', { title })} ariaDisabled={isLast} onClick={() => onMove(1)}>
              <IconArrowDown size={18} stroke={1.7} />
            </IconButton>
          </>
        )}
        <IconButton
          label={tw('queue.remove', { title })}
          onClick={({ currentTarget }) => remove(currentTarget)}
          onKeyDown={ignoreHeldKey}
        >
          <IconX size={18} stroke={1.7} />
        </IconButton>
      </span>
    </li>
  )
}
