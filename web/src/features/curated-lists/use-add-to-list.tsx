import { Menu } from '@mantine/core'
import { IconPlaylistAdd } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'
import type { Chosen } from './list-kind'

const AddToListDialog = lazyPart(() => import('./add-to-list-dialog'))

/** Adds series to a collection, or books to a reading list. */
export function useAddToList(chosen: Chosen): {
  readonly ask: (() => void) | null
  readonly item: ReactNode
  readonly dialog: ReactNode
} {
  const may = useMay(chosen.items === 'series' ? 'collections-read' : 'readlists-read')
  const [opened, setOpened] = useState(false)
  const ask = () => setOpened(true)
  return {
    ask: may ? ask : null,
    item: may && (
      <Menu.Item leftSection={<IconPlaylistAdd size={18} stroke={1.6} />} onClick={ask}>
        {t('action.addToList')}
      </Menu.Item>
    ),
    dialog: opened && (
      <Suspense>
        <AddToListDialog chosen={chosen} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
