import { Menu } from '@mantine/core'
import { IconStar } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import type { RatedKind } from './own-ratings'

const RateDialog = lazyPart(() => import('./rate-dialog'))

/** Rates series or books from a menu or a selection. */
export function useRateSome(
  kind: RatedKind,
  ids: readonly string[],
): { readonly ask: () => void; readonly item: ReactNode; readonly dialog: ReactNode } {
  const [opened, setOpened] = useState(false)
  const ask = () => setOpened(true)
  return {
    ask,
    item: (
      <Menu.Item leftSection={<IconStar size={18} stroke={1.6} />} onClick={ask}>
        {t('action.rate')}
      </Menu.Item>
    ),
    dialog: opened && (
      <Suspense>
        <RateDialog kind={kind} ids={ids} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}
