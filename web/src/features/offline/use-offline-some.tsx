import { Menu } from '@mantine/core'
import { IconDeviceMobileDown } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { canDownload } from '../../device/downloads'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import { useSession } from '../auth'
import type { BooksFrom } from './next-books'

const DownloadDialog = lazyPart(() => import('./download-dialog'))

/** Downloads the next books of a series or of a reading list. */
export function useOfflineSome(from: BooksFrom): { readonly item: ReactNode; readonly dialog: ReactNode } {
  const [opened, setOpened] = useState(false)
  const user = useSession()
  const may = canDownload() && !user?.seenBy
  return {
    item: may && (
      <Menu.Item leftSection={<IconDeviceMobileDown size={18} stroke={1.6} />} onClick={() => setOpened(true)}>
        {t('offline.download')}
      </Menu.Item>
    ),
    dialog: opened && (
      <Suspense>
        <DownloadDialog from={from} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
