import { Menu } from '@mantine/core'
import {
  IconBook2,
  IconCheck,
  IconDownload,
  IconEyeOff,
  IconPencil,
  IconPlayerSkipBack,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { useAddToList } from '../curated-lists'
import { useEditing } from '../editing'
import { AddLinkItem } from '../external/add-link-item'
import { useAddLink } from '../external/use-add-link'
import { useRateSome } from '../external/use-rate-some'
import { OfflineItem } from '../offline/offline-item'
import { readingState, useMarkBook } from '../progress'
import { useMoveBooks } from '../regrouping'
import { WantedItem } from '../want-to-read/wanted-item'
import { useWriteBack } from '../write-back'
import { useBookDeletion } from './book-deletion'
import { bookFile } from './book-facts'
import { isReadable } from './book-problem'
import { bookTitle } from './book-title'

type Props = { readonly book: BookDto; readonly opened: boolean; readonly onClose: () => void }

export default function BookMenu({ book, opened, onClose }: Props) {
  const title = bookTitle(book)
  const deletion = useBookDeletion(book)
  const writeBack = useWriteBack(book.libraryId, { name: title, bookIds: [book.id] })
  const lists = useAddToList({ items: 'books', ids: [book.id] })
  const link = useAddLink({ kind: 'book', id: book.id })
  const move = useMoveBooks([book.id])
  const rating = useRateSome('books', [book.id])
  const editing = useEditing({ subject: 'books', id: book.id, title })
  return (
    <>
      {deletion.dialog}
      {editing.dialog}
      {writeBack.dialog}
      {link.dialog}
      {lists.dialog}
      {move.dialog}
      {rating.dialog}
      <CardMenu label={t('card.more', { title })} opened={opened} onClose={onClose}>
        <Menu.Item
          leftSection={<IconBook2 size={18} stroke={1.6} />}
          renderRoot={props => <Link to="/books/$bookId/read" params={{ bookId: book.id }} {...props} />}
        >
          {readingState(book) === 'reading' ? t('books.continue') : t('books.read')}
        </Menu.Item>
        <BookMenuItems
          book={book}
          onEdit={editing.ask}
          link={link.ask && <AddLinkItem onClick={link.ask} />}
          onDelete={deletion.ask}
          writeBack={writeBack.item}
          rating={rating.item}
          lists={lists.item}
          move={move.item}
        />
      </CardMenu>
    </>
  )
}

/** Less frequent actions of a book; also in the "more" menu of its page. */
type ItemsProps = {
  readonly book: BookDto
  readonly onEdit: (() => void) | null
  /** The item that adds a link to another site. */
  readonly link: ReactNode
  readonly onDelete: (() => void) | null
  /** The item that writes its metadata to the file. */
  readonly writeBack: ReactNode
  readonly rating: ReactNode
  /** The item that adds it to a list. */
  readonly lists: ReactNode
  /** The item that moves it to another series. */
  readonly move: ReactNode
}

export function BookMenuItems({ book, onEdit, link, onDelete, writeBack, rating, lists, move }: ItemsProps) {
  const state = readingState(book)
  const mark = useMarkBook(book)
  return (
    <>
      {state === 'reading' && isReadable(book) && (
        <Menu.Item
          leftSection={<IconPlayerSkipBack size={18} stroke={1.6} />}
          renderRoot={props => (
            <Link to="/books/$bookId/read" params={{ bookId: book.id }} search={{ page: 1 }} {...props} />
          )}
        >
          {t('books.readFromStart')}
        </Menu.Item>
      )}
      {isReadable(book) && (
        <Menu.Item
          leftSection={<IconEyeOff size={18} stroke={1.6} />}
          renderRoot={props => (
            <Link to="/books/$bookId/read" params={{ bookId: book.id }} search={{ incognito: true }} {...props} />
          )}
        >
          {t('books.readIncognito')}
        </Menu.Item>
      )}
      {state !== 'read' && (
        <Menu.Item leftSection={<IconCheck size={18} stroke={1.6} />} onClick={() => mark.mutate('read')}>
          {t('progress.markRead')}
        </Menu.Item>
      )}
      {state !== 'unread' && (
        <Menu.Item leftSection={<IconX size={18} stroke={1.6} />} onClick={() => mark.mutate('unread')}>
          {t('progress.markUnread')}
        </Menu.Item>
      )}
      <OfflineItem book={book} />
      <WantedItem of={{ kind: 'book', id: book.id, title: bookTitle(book) }} wanted={book.wantToRead === true} />
      {rating}
      <Menu.Item leftSection={<IconDownload size={18} stroke={1.6} />} component="a" href={bookFile(book.id)} download>
        {t('books.download')}
      </Menu.Item>
      {onEdit && (
        <Menu.Item leftSection={<IconPencil size={18} stroke={1.6} />} onClick={onEdit}>
          {t('action.edit')}
        </Menu.Item>
      )}
      {link}
      {lists}
      {move}
      {writeBack}
      {onDelete && (
        <Menu.Item color="danger" leftSection={<IconTrash size={18} stroke={1.6} />} onClick={onDelete}>
          {t('books.deleteFile')}
        </Menu.Item>
      )}
    </>
  )
}
