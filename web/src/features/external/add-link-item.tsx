import { Menu } from '@mantine/core'
import { IconLinkPlus } from '@tabler/icons-react'
import { t } from '../../messages'

/** The menu item of `useAddLink`. */
export function AddLinkItem({ onClick }: { readonly onClick: () => void }) {
  return (
    <Menu.Item leftSection={<IconLinkPlus size={18} stroke={1.6} />} onClick={onClick}>
      {t('action.addLink')}
    </Menu.Item>
  )
}
