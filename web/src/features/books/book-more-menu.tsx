import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { useAddToList } from '../curated-lists'
import { AddLinkItem } from '../external/add-link-item'
import { useAddLink } from '../external/use-add-link'
import { useRateSome } from '../external/use-rate-some'
import { useMoveBooks } from '../regrouping'
import { useWriteBack } from '../write-back'
import { useBookDeletion } from './book-deletion'
import { BookMenuItems } from './book-menu'
import { bookTitle } from './book-title'

type Props = {
  readonly book: BookDto
  readonly opened: boolean
  readonly onClose: () => void
  readonly onEdit: (() => void) | null
}

export default function BookMoreMenu({ book, opened, onClose, onEdit }: Props) {
  const deletion = useBookDeletion(book)
  const writeBack = useWriteBack(book.libraryId, { name: bookTitle(book), bookIds: [book.id] })
  const lists = useAddToList({ items: 'books', ids: [book.id] })
  const link = useAddLink({ kind: 'book', id: book.id })
  const move = useMoveBooks([book.id])
  const rating = useRateSome('books', [book.id])
  return (
    <>
      {link.dialog}
      {lists.dialog}
      {move.dialog}
      {rating.dialog}
      {deletion.dialog}
      {writeBack.dialog}
      <CardMenu label={t('action.moreActions')} opened={opened} onClose={onClose}>
        <BookMenuItems
          book={book}
          onEdit={onEdit}
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
