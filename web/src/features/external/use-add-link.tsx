import { Menu } from '@mantine/core'
import { IconLinkPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'
import type { Subject } from './external.queries'

const AddLinkDialog = lazyPart(() => import('./add-link-dialog'))

/** Links a series or book to its page at another site. */
export function useAddLink(of: Subject): {
  readonly ask: (() => void) | null
  readonly item: ReactNode
  readonly dialog: ReactNode
} {
  const may = useMay(of.kind === 'series' ? 'series-write' : 'books-write')
  const [opened, setOpened] = useState(false)
  const ask = () => setOpened(true)
  return {
    ask: may ? ask : null,
    item: may && (
      <Menu.Item leftSection={<IconLinkPlus size={18} stroke={1.6} />} onClick={ask}>
        {t('action.addLink')}
      </Menu.Item>
    ),
    dialog: opened && (
      <Suspense>
        <AddLinkDialog of={of} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
