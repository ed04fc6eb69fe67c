import { Menu } from '@mantine/core'
import { IconFileOff, IconFileSearch, IconFolderSearch, IconHistory, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { LibraryDto } from '../../../api/types'
import { t } from '../../../messages'
import { CardMenu } from '../../../ui/card-menu'
import { MoreButton } from '../../../ui/more-button'
import { ta } from '../../admin/messages'
import { useMay } from '../../auth'

export type LibraryAct = 'scan' | 'deep scan' | 'scan folder' | 'reports' | 'missing' | 'delete'

type Props = {
  readonly library: LibraryDto
  /** Disabled while a scan is running. */
  readonly isScanning: boolean
  readonly onAct: (act: LibraryAct) => void
}

/** Actions on a library, as permitted. */
export function LibraryMenu({ library, isScanning, onAct }: Props) {
  const mayWrite = useMay('libraries-write')
  const mayDelete = useMay('libraries-delete')
  if (!mayWrite && !mayDelete) return null
  const label = t('card.more', { title: library.name })
  const item = (act: LibraryAct, icon: ReactNode, words: string) => (
    <Menu.Item
      leftSection={icon}
      {...(act === 'delete' && { color: 'danger' })}
      disabled={(act === 'scan' || act === 'deep scan') && isScanning}
      onClick={() => onAct(act)}
    >
      {words}
    </Menu.Item>
  )
  return (
    <MoreButton
      label={label}
      menu={state => (
        <CardMenu label={label} {...state}>
          {mayWrite && item('scan', <IconRefresh size={18} stroke={1.6} />, t('libraries.scanShort'))}
          {mayWrite && item('deep scan', <IconFileSearch size={18} stroke={1.6} />, t('libraries.deepScan'))}
          {mayWrite && item('scan folder', <IconFolderSearch size={18} stroke={1.6} />, ta('watch.scanFolderShort'))}
          {mayWrite && item('reports', <IconHistory size={18} stroke={1.6} />, t('reports.openShort'))}
          {mayWrite && item('missing', <IconFileOff size={18} stroke={1.6} />, t('missing.open'))}
          {mayDelete && item('delete', <IconTrash size={18} stroke={1.6} />, t('libraries.delete'))}
        </CardMenu>
      )}
    />
  )
}
