import { Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkOff } from '@tabler/icons-react'
import { t } from '../../messages'
import { useWanted, type Wantable } from './use-wanted'

/** The menu item that adds a series or book to the queue. */
export function WantedItem({ of, wanted }: { readonly of: Wantable; readonly wanted: boolean }) {
  const change = useWanted(of)
  const Icon = wanted ? IconBookmarkOff : IconBookmark
  return (
    <Menu.Item leftSection={<Icon size={18} stroke={1.6} />} onClick={() => change.mutate(!wanted)}>
      {wanted ? t('wantToRead.remove') : t('wantToRead.add')}
    </Menu.Item>
  )
}
