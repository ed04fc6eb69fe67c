import { IconPhotoEdit } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '../../messages'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'
import type { CoverSubject } from './covers.queries'

const CoverDialog = lazyPart(async () => ({ default: (await import('./cover-dialog')).CoverDialog }))

const RIGHTS = {
  book: 'books-write',
  series: 'series-write',
  library: 'libraries-write',
  name: 'series-write',
} as const

/** A button that opens the covers of a book, series, library or name; nothing without permission. */
export function CoverButton({ subject }: { readonly subject: CoverSubject }): ReactNode {
  const may = useMay(RIGHTS[subject.kind])
  const [opened, setOpened] = useState(false)
  if (!may) return null
  return (
    <>
      <IconButton label={t('action.changeCover')} onClick={() => setOpened(true)}>
        <IconPhotoEdit size={21} stroke={1.6} />
      </IconButton>
      {opened && (
        <Suspense>
          <CoverDialog subject={subject} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
