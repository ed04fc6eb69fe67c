import { Button } from '@mantine/core'
import { IconBook2, IconBookmark, IconCheck, IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { MoreButton } from '../../ui/more-button'
import { useMay } from '../auth'
import { useEditing, useEditKey } from '../editing'
import { readingState, useMarkBook } from '../progress'
import { useWanted } from '../want-to-read'
import { bookFile } from './book-facts'
import { isReadable } from './book-problem'
import { bookTitle } from './book-title'

const BookMoreMenu = lazyPart(() => import('./book-more-menu'))

export function BookActions({ book }: { readonly book: BookDto }) {
  const state = readingState(book)
  const title = bookTitle(book)
  const mark = useMarkBook(book)
  const wanted = useWanted({ kind: 'book', id: book.id, title })
  const mayDelete = useMay('books-delete')
  const editing = useEditing({ subject: 'books', id: book.id, title })
  useEditKey(editing.ask)
  const label = state === 'reading' ? t('books.continue') : state === 'read' ? t('books.readAgain') : t('books.read')
  return (
    <>
      {isReadable(book) && (
        <Button
          size="md"
          leftSection={<IconBook2 size={20} stroke={1.7} aria-hidden />}
          renderRoot={props => (
            <Link
              to="/books/$bookId/read"
              params={{ bookId: book.id }}
              search={state === 'read' ? { page: 1 } : {}}
              {...props}
            />
          )}
        >
          {label}
        </Button>
      )}
      <IconButton
        label={state === 'read' ? t('progress.markUnread') : t('progress.markRead')}
        pressed={state === 'read'}
        onClick={() => mark.mutate(state === 'read' ? 'unread' : 'read')}
      >
        <IconCheck size={21} stroke={1.8} />
      </IconButton>
      <IconButton
        label={book.wantToRead ? t('wantToRead.remove') : t('wantToRead.add')}
        pressed={book.wantToRead === true}
        onClick={() => wanted.mutate(!book.wantToRead)}
      >
        <IconBookmark size={21} stroke={1.7} />
      </IconButton>
      <IconButton label={t('books.download')} href={bookFile(book.id)} download>
        <IconDownload size={21} stroke={1.6} />
      </IconButton>
      {editing.dialog}
      {(isReadable(book) || mayDelete || editing.ask) && (
        <MoreButton
          label={t('action.moreActions')}
          menu={state => <BookMoreMenu book={book} onEdit={editing.ask} {...state} />}
        />
      )}
    </>
  )
}
