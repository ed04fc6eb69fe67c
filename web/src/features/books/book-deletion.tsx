import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { BookDto } from '../../api/types'
import { useMay } from '../auth'
import { DeleteFilesDialog, useDeletesFiles } from '../file-deletion'
import { bookTitle } from './book-title'

/** Deletion of a book's file: the action, null without permission, and the dialog while it is open. */
export function useBookDeletion(book: BookDto): { readonly ask: (() => void) | null; readonly dialog: ReactNode } {
  const mayDelete = useMay('books-delete')
  const deletesFiles = useDeletesFiles(mayDelete)
  const [opened, setOpened] = useState(false)
  const navigate = useNavigate()
  const onItsPage = useRouterState({ select: state => state.location.pathname === `/books/${book.id}` })
  const close = () => setOpened(false)
  const leave = () => {
    close()
    if (onItsPage) void navigate({ to: '/series/$seriesId', params: { seriesId: book.seriesId }, replace: true })
  }
  return {
    ask: mayDelete && deletesFiles ? () => setOpened(true) : null,
    dialog: opened && (
      <Suspense>
        <DeleteFilesDialog name={bookTitle(book)} of="books" ids={[book.id]} onDone={leave} onClose={close} />
      </Suspense>
    ),
  }
}
