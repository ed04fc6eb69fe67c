import { Menu } from '@mantine/core'
import {
  IconDevices,
  IconEye,
  IconLink,
  IconPencil,
  IconPhotoOff,
  IconShieldCheck,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { UserDto } from '../../api/types'
import { CardMenu } from '../../ui/card-menu'
import { errorSentence } from '../../ui/error-sentence'
import { MoreButton } from '../../ui/more-button'
import { toast } from '../../ui/toast'
import { useMay, useSession } from '../auth'
import { startViewingAs } from '../viewing-as'
import { tp } from './messages'

export type UserAct = 'edit' | 'may' | 'link' | 'devices' | 'second' | 'picture' | 'off' | 'on' | 'delete'

type Props = { readonly user: UserDto; readonly onAct: (act: UserAct) => void }

/** Actions on a user, as permitted. */
export function UserMenu({ user, onAct }: Props) {
  const mayWrite = useMay('users-write')
  const mayDelete = useMay('users-delete')
  const maySee = useMay('system-admin')
  const isSelf = useSession()?.id === user.id
  // The server decides; administrators cannot be viewed as.
  const isSeeable = maySee && !isSelf && user.isActive && user.role !== 'admin'
  const see = () => startViewingAs(user.id).catch(error => toast({ message: errorSentence(error), tone: 'bad' }))
  const item = (act: UserAct, icon: ReactNode, label: string, danger = false) => (
    <Menu.Item key={act} leftSection={icon} {...(danger && { color: 'danger' })} onClick={() => onAct(act)}>
      {label}
    </Menu.Item>
  )
  return (
    <MoreButton
      label={tp('people.more', { name: user.username })}
      menu={state => (
        <CardMenu label={tp('people.more', { name: user.username })} {...state}>
          {mayWrite && item('edit', <IconPencil size={18} stroke={1.6} />, tp('people.editUser'))}
          {maySee && item('may', <IconShieldCheck size={18} stroke={1.6} />, tp('people.showPermissions'))}
          {isSeeable && (
            <Menu.Item leftSection={<IconEye size={18} stroke={1.6} />} onClick={() => void see()}>
              {tp('people.viewAs', { name: user.username })}
            </Menu.Item>
          )}
          {mayWrite &&
            !isSelf &&
            item(
              'link',
              <IconLink size={18} stroke={1.6} />,
              tp(user.lastLoginAt ? 'people.resetLink' : 'people.inviteAgain'),
            )}
          {item('devices', <IconDevices size={18} stroke={1.6} />, tp('people.devices'))}
          {mayWrite &&
            user.secondFactor &&
            !isSelf &&
            item('second', <IconShieldOff size={18} stroke={1.6} />, tp('people.twoFactorOff'))}
          {mayWrite &&
            user.avatar &&
            !isSelf &&
            item('picture', <IconPhotoOff size={18} stroke={1.6} />, tp('people.pictureDelete'))}
          {mayWrite &&
            !isSelf &&
            (user.isActive
              ? item('off', <IconUserOff size={18} stroke={1.6} />, tp('people.deactivate'))
              : item('on', <IconUserCheck size={18} stroke={1.6} />, tp('people.reactivate')))}
          {mayDelete && !isSelf && item('delete', <IconTrash size={18} stroke={1.6} />, tp('people.deleteMenu'), true)}
        </CardMenu>
      )}
    />
  )
}
