import { Button } from '@mantine/core'
import { IconBook2, IconBookmark, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BookDto, SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { MoreButton } from '../../ui/more-button'
import { bookTitle } from '../books/book-title'
import { useEditing, useEditKey } from '../editing'
import { cannotBeOpened, nextToRead, readingState, useMarkSeries } from '../progress'
import { useWanted } from '../want-to-read'

const SeriesMenu = lazyPart(() => import('./series-menu'))

type Props = { readonly series: SeriesDto; readonly books: readonly BookDto[] | undefined }

/** A button for the next book, and marking all books. */
export function SeriesActions({ series, books }: Props) {
  const mark = useMarkSeries(series)
  const wanted = useWanted({ kind: 'series', id: series.id, title: series.title })
  const editing = useEditing({ subject: 'series', id: series.id, title: series.title })
  useEditKey(editing.ask)
  const next = books ? nextToRead(books) : null
  const again =
    books && !next ? (books.find(book => !book.deleted && book.pageCount > 0 && !cannotBeOpened(book)) ?? null) : null
  const book = next ?? again
  const allRead = series.bookCount > 0 && series.unreadCount === 0
  return (
    <>
      {book && (
        <Button
          size="md"
          maw="100%"
          leftSection={<IconBook2 size={20} stroke={1.7} aria-hidden />}
          renderRoot={props => (
            <Link to="/books/$bookId/read" params={{ bookId: book.id }} search={again ? { page: 1 } : {}} {...props} />
          )}
        >
          {again
            ? t('books.readAgain')
            : readingState(book) === 'reading'
              ? t('series.continueBook', { title: bookTitle(book) })
              : t('series.readBook', { title: bookTitle(book) })}
        </Button>
      )}
      {!books && (
        <Button size="md" disabled leftSection={<IconBook2 size={20} stroke={1.7} />}>
          {t('books.read')}
        </Button>
      )}
      <IconButton
        label={allRead ? t('progress.markAllUnread') : t('progress.markAllRead')}
        pressed={allRead}
        disabled={series.bookCount === 0}
        onClick={() => mark.mutate(allRead ? 'unread' : 'read')}
      >
        <IconCheck size={21} stroke={1.8} />
      </IconButton>
      <IconButton
        label={series.wantToRead ? t('wantToRead.remove') : t('wantToRead.add')}
        pressed={series.wantToRead === true}
        onClick={() => wanted.mutate(!series.wantToRead)}
      >
        <IconBookmark size={21} stroke={1.7} />
      </IconButton>
      {editing.dialog}
      <MoreButton
        label={t('card.more', { title: series.title })}
        menu={state => <SeriesMenu series={series} {...state} />}
      />
    </>
  )
}
