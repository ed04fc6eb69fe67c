import { Button } from '@mantine/core'
import { IconBookOff } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { BookDto } from '../../api'
import { lazyPart } from '../../ui/lazy-part'
import { NoticePage } from '../../ui/notice-page'
import { tr } from '../messages'
import { useEscape } from './use-escape'

const FileProblem = lazyPart(() => import('../../features/books/file-problem'))

type Props = { readonly book: BookDto; readonly onLeave: () => void }

/** A book without content, and the way out. */
export function NothingToShow({ book, onLeave }: Props) {
  useEscape(onLeave)
  return (
    <NoticePage
      level={1}
      icon={<IconBookOff size={34} stroke={1.5} />}
      title={tr(book.analysisError ? 'notOpened' : 'noPages')}
      actions={<Button onClick={onLeave}>{tr('back')}</Button>}
    >
      {book.analysisError ? (
        <Suspense>
          <FileProblem book={book} />
        </Suspense>
      ) : (
        tr('noPagesWhy')
      )}
    </NoticePage>
  )
}
