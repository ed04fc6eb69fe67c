import { Menu } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'
import { useDeletesFiles } from '../file-deletion'
import { useLibraries } from '../libraries'
import type { WriteBackSubject } from './write-back-dialog'

/** First the differences, then progress and result. */
export const WriteBackDialog = lazyPart(async () => ({
  default: (await import('./write-back-dialog')).WriteBackDialog,
}))

/** Whether metadata can be written to the files of a library, or of any library if undefined. */
export function useMayWriteBack(libraryId?: string): boolean {
  const mayWrite = useMay('books-write')
  const writes = useDeletesFiles(mayWrite)
  const { data: libraries = [] } = useLibraries()
  return (
    mayWrite &&
    writes &&
    libraries.some(
      ({ id, scanningConfig }) =>
        (libraryId === undefined || id === libraryId) && (scanningConfig?.writeBack ?? 'off') !== 'off',
    )
  )
}

/** The menu item, null without permission, and the dialog while it is open. */
export function useWriteBack(
  libraryId: string,
  subject: WriteBackSubject,
): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const may = useMayWriteBack(libraryId)
  const [opened, setOpened] = useState(false)
  return {
    item: may && (
      <Menu.Item leftSection={<IconFileExport size={18} stroke={1.6} />} onClick={() => setOpened(true)}>
        {t('action.writeToFiles')}
      </Menu.Item>
    ),
    dialog: opened && (
      <Suspense>
        <WriteBackDialog subject={subject} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
