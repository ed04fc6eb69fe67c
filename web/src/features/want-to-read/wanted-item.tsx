import { Menu } from '@mantine/core'
import { IconBookmark, IconBookmarkOff } from '@tabler/icons-react'
import { t } from '../../messages'
import { useWanted, type Wantable } from './use-wanted'

/** The item of a menu that puts a series or book into the queue. */
export function WantedItem({ of, wanted }: { readonly of: Wantable; readonly wanted: boolean }) {
  const change = useWanted(of)
  const Icon = wanted ? IconBookmarkOff : IconBookmark
  return (
    <Menu.Item leftSection={<Icon size={18} stroke={1.6} />} onClick={() => change.mutate(!wanted)}>
      {wanted ? t('wantToRead.remove') : t('wantToRead.add')}
    </Menu.Item>
  )
}
