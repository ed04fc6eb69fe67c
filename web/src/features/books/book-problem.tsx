import { IconAlertTriangle, IconLoader2, IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { BookDto } from '../../api/types'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { lazyPart } from '../../ui/lazy-part'
import { cannotBeOpened, isLocked } from '../progress'

const FileProblem = lazyPart(() => import('./file-problem'))

export const isReadable = (book: BookDto): boolean => !cannotBeOpened(book) && !book.deleted

/** The error of the file in a sentence, and what still works. */
export function BookProblem({ book }: { readonly book: BookDto }) {
  if (book.deleted) {
    return (
      <Callout tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('books.missingTitle')}>
        {t('books.missingText')}
      </Callout>
    )
  }
  if (isLocked(book)) {
    return (
      <Callout
        tone="bad"
        icon={<IconLock size={20} stroke={1.7} />}
        title={t('books.lockedTitle')}
        detail={book.analysisError ?? null}
      >
        {t('books.lockedText')}
      </Callout>
    )
  }
  if (book.analysisError) {
    return (
      <Callout
        tone="bad"
        icon={<IconAlertTriangle size={20} stroke={1.7} />}
        title={isReadable(book) ? t('books.errorPartTitle') : t('books.errorTitle')}
        detail={book.analysisError}
      >
        <Suspense>
          <FileProblem book={book} />
        </Suspense>{' '}
        {isReadable(book) ? t('books.errorPartText') : t('books.errorText')}
      </Callout>
    )
  }
  if (!book.analyzed) {
    return (
      <Callout tone="calm" icon={<IconLoader2 size={20} stroke={1.7} />} title={t('books.waitingTitle')}>
        {t('books.waitingText')}
      </Callout>
    )
  }
  return null
}
